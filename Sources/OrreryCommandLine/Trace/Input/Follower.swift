import Foundation
import OrreryTrace

/// Reads what is added to a log that is still being written.
///
/// The unused end of a log is newlines, and a line may be half written when it is read: what is no
/// record at the end of the log is read again the next time.
struct Follower {
  private static let chunk = 1 << 20

  private let path: String
  private let name: String
  private var offset: UInt64 = 0
  private var decoder = RecordDecoder()

  init(path: String, named name: String) {
    self.path = path
    self.name = name
  }

  /// Calls `body` for each record that is new.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: `Failure` where the log cannot be read; and what `body` throws.
  mutating func poll(_ body: (Record) throws(Failure) -> Void) throws(Failure) -> [String] {
    var warnings: [String] = []
    let file = try open()
    defer { try? file.close() }
    startAnewWhereShortened(file)
    while true {
      let bytes = try read(file)
      let used = try take(bytes, &warnings, body)
      guard used > 0 else { return warnings }
      offset += UInt64(used)
    }
  }

  private func open() throws(Failure) -> FileHandle {
    do {
      return try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw Failure("cannot read '\(name)' (\(error.reason))", advice: "check the path")
    }
  }

  /// A log that is shorter than before was begun anew.
  private mutating func startAnewWhereShortened(_ file: FileHandle) {
    if let size = try? file.seekToEnd(), size < offset { offset = 0 }
  }

  private func read(_ file: FileHandle) throws(Failure) -> [UInt8] {
    do {
      try file.seek(toOffset: offset)
      return try Array(file.read(upToCount: Self.chunk) ?? Data())
    } catch {
      throw Failure("cannot read '\(name)' (\(error.reason))", advice: "check the disk")
    }
  }

  /// The number of bytes up to the end of the last line that is done with.
  private mutating func take(
    _ bytes: [UInt8], _ warnings: inout [String], _ body: (Record) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var used = 0
    var torn: String?
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<end]
      start = end + 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      if let torn { warnings.append("byte \(offset + UInt64(used)): \(torn)") }
      torn = nil
      let record: Record
      do throws(RecordError) {
        record = try decoder.decode(line)
      } catch {
        torn = error.description
        continue
      }
      used = end + 1
      try body(record)
    }
    // A line that fills the whole chunk is no record.
    return used == 0 && start == 0 && bytes.count == Self.chunk ? bytes.count : used
  }
}
