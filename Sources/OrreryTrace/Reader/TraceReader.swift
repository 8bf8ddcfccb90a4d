#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Reads a log record by record, in memory that does not grow with the log.
///
/// A line that is torn or is no record becomes a warning, and the rest is read. Blank lines, such as
/// the unused end of a log whose process was killed, are passed over.
public struct TraceReader: Sendable {
  /// The most warnings that are kept; one more then says how many were left out.
  public static let warningLimit = 1000

  private enum Source: Sendable {
    case file
    case bytes([UInt8])
  }

  private let path: String
  private let source: Source

  /// Nothing where the log is in memory.
  var filePath: String? { if case .file = source { path } else { nil } }

  /// Makes a reader of a file.
  ///
  /// - Throws: ``TraceError/system(_:path:code:)`` where the file cannot be opened.
  public init(path: String) throws(TraceError) {
    self.path = path
    source = .file
    // Not opened: who writes to a pipe would take that for its reader, and be left alone.
    guard access(path, R_OK) == 0 else { throw .system(.open, path: path, code: errno) }
  }

  /// Makes a reader of a log in memory; `name` stands for its path in errors.
  public init(bytes: [UInt8], name: String = "log") {
    path = name
    source = .bytes(bytes)
  }

  /// Calls `body` for each record, in the order of the log.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: ``TraceError`` where the file cannot be read, is of another version of the schema or
  ///   holds no record at all; and what `body` throws.
  /// - Complexity: O(*n*) time; memory for the longest line, up to 16 MiB.
  @discardableResult
  public func forEach(_ body: (Record) throws -> Void) throws -> [TraceWarning] {
    var decoder = RecordDecoder()
    return try forEachLine { line in
      let record: Record
      do throws(RecordError) {
        record = try decoder.decode(line)
      } catch {
        return error
      }
      try body(record)
      return nil
    }
  }

  /// Calls `take` for each line, which says what is wrong with it.
  func forEachLine(
    _ take: (UnsafeRawBufferPointer) throws -> RecordError?
  ) throws -> [TraceWarning] {
    var lines = LineCollector(path: path)
    switch source {
    case .bytes(let bytes):
      _ = try bytes.withUnsafeBytes { try lines.read($0, startsAt: 0, isLast: true, take) }
    case .file:
      var file = try FileBytes(path: path)
      while let chunk = try file.next() {
        let used = try lines.read(
          chunk.bytes, startsAt: chunk.offset, isLast: chunk.isLast, take)
        file.consume(used)
      }
    }
    return try lines.finish()
  }

  /// All records of a log that is known to be small.
  ///
  /// - Throws: As ``forEach(_:)``.
  public func records() throws -> (records: [Record], warnings: [TraceWarning]) {
    var records: [Record] = []
    let warnings = try forEach { records.append($0) }
    return (records, warnings)
  }
}
