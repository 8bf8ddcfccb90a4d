/// Why a log cannot be written or read.
public enum TraceError: Error, Hashable, Sendable {
  /// What was being done to a file.
  public enum Operation: String, Sendable {
    case open, lock, truncate, allocate, map, read, rename
  }

  /// The system refused; `code` is its `errno`.
  case system(Operation, path: String, code: Int32)
  /// The file holds something else than a log, which a recording would erase.
  case foreign(path: String)
  /// No file that can be mapped, but a stream such as a pipe, or a file that the program prints to.
  case unmappable(path: String)
  /// Another process is writing to that file.
  case busy(path: String)
  /// The log was written in another version of the schema.
  case schema(found: String, path: String)
  /// Not one line of the log is a record; the first warning says why.
  case unreadable(path: String, first: TraceWarning?)
}

/// A line of a log that was left out.
public struct TraceWarning: Hashable, Sendable {
  /// The position of the line's first byte in the file.
  public var byteOffset: UInt64
  /// The number of the line, from one.
  public var line: Int
  public var message: String
  /// How many lines it stands for.
  public var lines: Int

  public init(byteOffset: UInt64, line: Int, message: String, lines: Int = 1) {
    self.byteOffset = byteOffset
    self.line = line
    self.message = message
    self.lines = lines
  }
}
