/// Why a text is not a model.
public enum ModelFileError: Error, Hashable, Sendable {
  /// The text is not JSON; what the parser said.
  case syntax(String)
  /// The file was written in another version of the schema.
  case schema(found: String)
  /// A key that must be there is not.
  case missing(key: String, path: String)
  /// A value of another type or outside its list.
  case value(path: String, reason: String)
}

extension ModelFileError {
  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self = .syntax(String(describing: error))
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self = .missing(key: key.stringValue, path: Self.path(context.codingPath))
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      self = .value(path: Self.path(context.codingPath), reason: context.debugDescription)
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      let cause = (context.underlyingError as? any CustomDebugStringConvertible)?.debugDescription
      self = .syntax(Self.sentence(cause ?? context.debugDescription))
    case .dataCorrupted(let context):
      self = .value(path: Self.path(context.codingPath), reason: context.debugDescription)
    @unknown default: self = .syntax(String(describing: error))
    }
  }

  /// The place of a value as `jq` writes it: `.machines[0].states[2].name`.
  private static func path(_ keys: [any CodingKey]) -> String {
    let path = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return path.isEmpty ? "." : path
  }

  /// The parser's message without the wrapping of its error type.
  private static func sentence(_ text: String) -> String {
    guard text != "nil" else { return "it ends too early" }
    guard let start = text.range(of: "NSDebugDescription=") else { return text }
    let message = text[start.upperBound...].prefix { $0 != "}" && $0 != "," }
    return message.hasSuffix(".") ? String(message.dropLast()) : String(message)
  }
}

extension ModelFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let message): "not a JSON text: \(message)"
    case .schema(let found):
      "its schema is '\(found)', and this version reads '\(ModelFile.schemaName)'; "
        + "write the file again with `orrery extract --format json`"
    case .missing(let key, let path): "no '\(key)' at \(path)"
    case .value(let path, let reason): "a wrong value at \(path): \(reason)"
    }
  }
}
