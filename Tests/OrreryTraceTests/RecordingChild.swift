import Foundation
import Testing

/// A program that records on four threads until something ends it.
enum RecordingChild {
  /// Beside the tests, where the package manager builds it.
  static let path: String = {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let places = [tests, URL(filePath: CommandLine.arguments[0])]
    return places.map { $0.deletingLastPathComponent().appending(path: "RecordingChild").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
  }()

  static var isBuilt: Bool { !path.isEmpty }

  /// Lets it record, does something to it that ends it, and tells how it ended.
  static func run(
    log: String, counts: String, _ body: (Int32) throws -> Void
  ) throws -> (Process.TerminationReason, Int32) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [log, counts]
    try process.run()
    try wait(until: 1, counts)
    try body(process.processIdentifier)
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus)
  }

  /// Lets it record for a while, kills it, and returns how many calls of each thread had returned.
  static func run(log: String, counts: String, milliseconds: Int) throws -> [UInt64] {
    let (reason, _) = try run(log: log, counts: counts) { process in
      usleep(UInt32(milliseconds) * 1000)
      kill(process, SIGKILL)
    }
    try #require(reason == .uncaughtSignal)
    return numbers(in: counts)
  }

  /// Waits until that many steps are recorded.
  static func wait(until steps: Int, _ counts: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while numbers(in: counts).reduce(0, +) < UInt64(steps), ContinuousClock.now < deadline {
      usleep(500)
    }
    try #require(numbers(in: counts).reduce(0, +) >= UInt64(steps), "it records too slowly")
  }

  private static func numbers(in path: String) -> [UInt64] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
      }
    }
  }
}
