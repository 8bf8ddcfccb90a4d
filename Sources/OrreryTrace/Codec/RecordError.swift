/// Why a line of a log is not a record.
public enum RecordError: Error, Hashable, Sendable {
  /// Not JSON: what was expected, and at which byte of the line.
  case syntax(expected: String, at: Int)
  /// A string that is not UTF-8.
  case encoding(at: Int)
  /// Deeper than ``RecordEncoder/depthLimit``.
  case depth(at: Int)
  /// A record without a key that its type must have.
  case missing(key: String, type: String)
  /// A value that its key cannot have.
  case value(key: String, found: String)
  case unknownType(String)
  /// A header of another version.
  case schema(String)
}

extension RecordError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let expected, let offset): "expected \(expected) at byte \(offset) of the line"
    case .encoding(let offset): "a string is not UTF-8 at byte \(offset) of the line"
    case .depth(let offset):
      "nested deeper than \(RecordEncoder.depthLimit) at byte \(offset) of the line"
    case .missing(key: "type", _): "JSON without 'type', which tells what a record is about"
    case .missing(let key, let type): "a record of type '\(type)' without '\(key)'"
    case .value(let key, let found): "'\(found)' is not a value of '\(key)'"
    case .unknownType(let type): "no record has the type '\(type)'"
    case .schema(let found): "the schema is '\(found)', not '\(Record.schema)'"
    }
  }
}
