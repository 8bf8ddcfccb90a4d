import Foundation
import OrreryTrace
import Testing

/// What a recording does when its file system fails it.
@Suite struct FullDiskTests {
  @Test(
    "On a full disk recording stops, the machine goes on, and the loss is counted",
    .enabled(if: SmallDisk.isPermitted, "mounting a file system of a few megabytes needs root"))
  func full() throws {
    let disk = try SmallDisk()
    defer { disk.remove() }
    let path = disk.path + "/run.jsonl"
    let messages = MessageList()
    let sink = try FileSink(path: path) { messages.add($0) }
    for seq in 1...60_000 { sink.write(Examples.step(UInt64(seq))) }
    sink.close()
    let (records, warnings) = try TraceReader(path: path).records()
    guard case .gap(let gap) = records.last else {
      Issue.record("the last record is no gap")
      return
    }
    #expect(warnings.isEmpty)
    #expect(gap.lost > 0 && gap.lost == sink.lost)
    #expect(records.count - 1 + Int(gap.lost) == 60_000)
    #expect(gap.reason.contains("No space left on device"))
    #expect(messages.all.count == 1)
    #expect(records.count > 10_000, "what fits is recorded")
  }

  @Test("The folder of an open log may be removed")
  func removedFolder() throws {
    let folder = NSTemporaryDirectory() + "orrery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let sink = try FileSink(path: folder + "/run.jsonl")
    try FileManager.default.removeItem(atPath: folder)
    for seq in 1...20_000 { sink.write(Examples.step(UInt64(seq))) }
    sink.close()
    #expect(sink.lost == 0)
  }
}

/// A file system in memory, of four megabytes.
private struct SmallDisk {
  let path: String

  static let isPermitted: Bool = {
    guard let disk = try? SmallDisk() else { return false }
    disk.remove()
    return true
  }()

  init() throws {
    path = NSTemporaryDirectory() + "orrery-disk-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let status = try Self.run("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", path])
    guard status == 0 else {
      try FileManager.default.removeItem(atPath: path)
      throw CocoaError(.fileWriteNoPermission)
    }
  }

  func remove() {
    _ = try? Self.run("umount", [path])
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Messages in the order in which they came.
final class MessageList: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: [String] = []

  var all: [String] { lock.withLock { storage } }

  func add(_ message: String) {
    lock.withLock { storage.append(message) }
  }
}
