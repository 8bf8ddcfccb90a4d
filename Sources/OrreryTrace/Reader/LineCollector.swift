#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Cuts bytes into lines, and collects warnings about those that are no records.
struct LineCollector {
  private let path: String
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
  ///   - take: Gets each line that is not blank, and says what is wrong with it.
  /// - Returns: The number of bytes read.
  /// - Throws: ``TraceError/schema(found:path:)``, and what `take` throws.
  @discardableResult
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, startsAt offset: UInt64, isLast: Bool,
    _ take: (UnsafeRawBufferPointer) throws -> RecordError?
  ) throws -> Int {
    var start = 0
    while start < bytes.count {
      let end = Self.newline(in: bytes, from: start)
      if end == nil, !isLast { break }
      line += 1
      let content = UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
      if !Self.isBlank(content) {
        try note(take(content), at: offset + UInt64(start))
      }
      start = (end ?? bytes.count) + 1
    }
    return min(start, bytes.count)
  }

  private mutating func note(_ error: RecordError?, at offset: UInt64) throws(TraceError) {
    switch error {
    case nil: hasRecord = true
    case .schema(let found): throw TraceError.schema(found: found, path: path)
    case let error?: warn(at: offset, error.description)
    }
  }

  /// Adds what was collected from the lines that follow.
  mutating func add(_ next: LineCollector) {
    for warning in next.warnings {
      warn(at: warning.byteOffset, line: line + warning.line, warning.message)
    }
    dropped += next.dropped
    line += next.line
    hasRecord = hasRecord || next.hasRecord
  }

  private mutating func warn(at offset: UInt64, line: Int? = nil, _ message: String) {
    guard warnings.count < TraceReader.warningLimit else {
      dropped += 1
      return
    }
    warnings.append(TraceWarning(byteOffset: offset, line: line ?? self.line, message: message))
  }

  func finish() throws(TraceError) -> [TraceWarning] {
    guard hasRecord else { throw .unreadable(path: path, first: warnings.first) }
    guard dropped > 0, let last = warnings.last else { return warnings }
    let rest = TraceWarning(
      byteOffset: last.byteOffset, line: last.line,
      message: "\(dropped) more lines after this one", lines: dropped)
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
