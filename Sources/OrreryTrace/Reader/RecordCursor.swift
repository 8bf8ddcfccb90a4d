/// Reads a log record by record as it is asked to, so that several can be read side by side.
///
/// It holds some hundred kilobytes of the log at a time, or its longest line.
public final class RecordCursor {
  private static let chunk = 1 << 16

  private var file: FileBytes
  private var lines: LineCollector
  private var decoder = RecordDecoder()
  /// The records of the last chunk, and how many of them were passed on.
  private var records: [Record] = []
  private var passed = 0
  private var isAtEnd = false

  /// Opens a log.
  ///
  /// - Throws: ``TraceError/system(_:path:code:)`` where the file cannot be opened.
  public init(path: String) throws(TraceError) {
    file = try FileBytes(path: path, size: Self.chunk)
    lines = LineCollector(path: path)
  }

  /// The next record; nothing at the end of the log.
  ///
  /// - Throws: ``TraceError`` where the file cannot be read or is of another version of the schema.
  public func next() throws -> Record? {
    while passed == records.count, !isAtEnd { try fill() }
    guard passed < records.count else { return nil }
    passed += 1
    return records[passed - 1]
  }

  /// What was left out, and why; once all records are read.
  ///
  /// - Throws: ``TraceError/unreadable(path:first:)`` where the log holds no record at all.
  public func finish() throws(TraceError) -> [TraceWarning] { try lines.finish() }

  private func fill() throws {
    records.removeAll(keepingCapacity: true)
    passed = 0
    guard let chunk = try file.next() else {
      isAtEnd = true
      return
    }
    let used = try lines.read(
      chunk.bytes, startsAt: chunk.offset, isLast: chunk.isLast
    ) { line in
      do throws(RecordError) {
        records.append(try decoder.decode(line))
        return nil
      } catch {
        return error
      }
    }
    file.consume(used)
  }
}
