import OrreryTraceAnalysis

/// Writes a format as records come, those of one recording after those of another.
public protocol TraceExporter {
  /// The text that comes before all records.
  var opening: String { get }
  /// Passes on the text that a record adds, and of those before it that was not written yet.
  mutating func add(_ record: TimedRecord, _ write: (String) throws -> Void) throws
  /// Passes on the text that is left.
  mutating func finish(_ write: (String) throws -> Void) throws
}

/// Text that waits in heaps, because a format wants it further behind.
public protocol TextSpool: AnyObject {
  /// Lays text on a heap.
  func append(_ text: String, to heap: Int) throws
  /// Passes on the text of a heap in order, and forgets it.
  func take(_ heap: Int, _ body: (String) throws -> Void) throws
}

/// An exporter whose text is short enough to be passed on as one.
protocol TextExporter: TraceExporter {
  mutating func add(_ record: TimedRecord) -> String
  mutating func finish() -> String
}

extension TextExporter {
  mutating func add(_ record: TimedRecord, _ write: (String) throws -> Void) throws {
    try write(add(record))
  }

  mutating func finish(_ write: (String) throws -> Void) throws {
    try write(finish())
  }
}
