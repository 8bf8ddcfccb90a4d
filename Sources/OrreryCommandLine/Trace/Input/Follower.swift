import Foundation
import OrreryTrace

/// Reads what is added to a log that is still being written.
///
/// The unused end of a log is newlines, and a line may be half written when it is read: what is no
/// record at the end of the log is read again the next time. The file stays open, so that it is read
/// to its end wherever it is moved.
final class Follower {
  private static let chunk = 1 << 20

  private let name: String
  private let file: FileHandle
  private var offset: UInt64 = 0
  private var decoder = RecordDecoder()
  /// Whether the last poll left nothing to read.
  private(set) var isAtEnd = false

  /// - Throws: `Failure` where the log cannot be opened.
  init(path: String, named name: String) throws(Failure) {
    self.name = name
    do {
      file = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw Failure("cannot read '\(name)' (\(error.reason))", advice: "check the path")
    }
  }

  deinit { try? file.close() }

  /// Which file it is, whatever its name is by now.
  var identity: FileIdentity? { FileIdentity(of: file) }

  /// Calls `body` for the records that are new, of a mebibyte at most.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: `Failure` where the log cannot be read; and what `body` throws.
  func poll(_ body: (Record) throws(Failure) -> Void) throws(Failure) -> [String] {
    var warnings: [String] = []
    startAnewWhereShortened()
    let bytes = try read()
    let used = try take(bytes, &warnings, body)
    offset += UInt64(used)
    isAtEnd = used == 0
    return warnings.map { "\(name): \($0)" }
  }

  /// A log that is shorter than before was begun anew.
  private func startAnewWhereShortened() {
    if let size = try? file.seekToEnd(), size < offset { offset = 0 }
  }

  private func read() throws(Failure) -> [UInt8] {
    do {
      try file.seek(toOffset: offset)
      return try Array(file.read(upToCount: Self.chunk) ?? Data())
    } catch {
      throw Failure("cannot read '\(name)' (\(error.reason))", advice: "check the disk")
    }
  }

  /// The number of bytes up to the end of the last line that is done with.
  private func take(
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

/// What a file is besides its name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init?(of file: FileHandle) {
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(ofFileAt path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
