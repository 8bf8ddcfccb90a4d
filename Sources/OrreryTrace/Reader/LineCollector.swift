#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Cuts bytes into lines, decodes them, and collects warnings.
struct LineCollector {
  private let path: String
  private var decoder = RecordDecoder()
  private var warnings: [TraceWarning] = []
  private var dropped = 0
  private var line = 0
  private var hasRecord = false

  init(path: String) {
    self.path = path
  }

  /// Reads the whole lines of a chunk.
  ///
  /// - Parameters:
  ///   - offset: The position of the chunk's first byte in the log.
  ///   - isLast: Whether what follows the last newline is a line as well.
  /// - Returns: The number of bytes read.
  @discardableResult
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, startsAt offset: UInt64, isLast: Bool,
    _ body: (Record) throws -> Void
  ) throws -> Int {
    var start = 0
    while start < bytes.count {
      let end = Self.newline(in: bytes, from: start)
      if end == nil, !isLast { break }
      line += 1
      let content = UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
      if !Self.isBlank(content) {
        try take(content, at: offset + UInt64(start), body)
      }
      start = (end ?? bytes.count) + 1
    }
    return min(start, bytes.count)
  }

  private mutating func take(
    _ content: UnsafeRawBufferPointer, at offset: UInt64, _ body: (Record) throws -> Void
  ) throws {
    let record: Record
    do throws(RecordError) {
      record = try decoder.decode(content)
    } catch {
      if case .schema(let found) = error {
        throw TraceError.schema(found: found, path: path)
      }
      warn(at: offset, error.description)
      return
    }
    hasRecord = true
    try body(record)
  }

  private mutating func warn(at offset: UInt64, _ message: String) {
    guard warnings.count < TraceReader.warningLimit else {
      dropped += 1
      return
    }
    warnings.append(TraceWarning(byteOffset: offset, line: line, message: message))
  }

  func finish() throws(TraceError) -> [TraceWarning] {
    guard hasRecord else { throw .unreadable(path: path, first: warnings.first) }
    guard dropped > 0, let last = warnings.last else { return warnings }
    let rest = TraceWarning(
      byteOffset: last.byteOffset, line: last.line, message: "\(dropped) more lines after this one")
    return warnings + [rest]
  }

  private static func newline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Nothing but white space, or the zeros of a block that a crash of the system left unwritten.
  private static func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0 }
  }
}
