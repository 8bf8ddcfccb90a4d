/// Ids of machines whose type only a running program knows.
extension Naming {
  /// The id of a machine from what `String(reflecting:)` says of its type: module and enclosing types,
  /// without generic arguments.
  ///
  /// Of private and local types that text holds contexts that have no name, which an id has not
  /// either: `App.(unknown context at $5d30).Door` is `App.Door`. An extension of a type of another
  /// module counts for the module that holds it.
  public static func machine(reflecting type: String) -> String {
    guard type.utf8.contains(where: { "(<`".utf8.contains($0) }) else { return type }
    var reader = ReflectedType(type.unicodeScalars)
    reader.read()
    return reader.path.joined(separator: ".")
  }
}

/// Takes what Swift prints of a type apart.
private struct ReflectedType {
  private var rest: Substring.UnicodeScalarView
  private var part = ""
  /// The module that extends a type of another one, whose name is still to be read.
  private var extending: String?
  private(set) var path: [String] = []

  init(_ text: String.UnicodeScalarView) { rest = text[...] }

  mutating func read() {
    while let scalar = rest.popFirst() {
      switch scalar {
      case ".": finish()
      case "<": _ = group("<", ">")
      case "(": take(context: group("(", ")"))
      case "`": part += quoted()
      default: part.unicodeScalars.append(scalar)
      }
    }
    finish()
  }

  private mutating func finish() {
    if !part.isEmpty { path.append(extending ?? part) }
    (part, extending) = ("", nil)
  }

  /// What stands between parentheses: a private type, an extension, or a context without a name.
  private mutating func take(context: String) {
    let sign = "extension in "
    if context.hasPrefix(sign) {
      extending = String(context.dropFirst(sign.count))
      if rest.first == ":" { rest.removeFirst() }
    } else if !context.hasPrefix("unknown context"), let name = context.split(separator: " ").first
    {
      part += name
    }
  }

  /// The text up to the end of what was opened; the `>` of an arrow ends nothing.
  private mutating func group(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> String {
    var (depth, text) = (1, "")
    var last: Unicode.Scalar = open
    while let scalar = rest.popFirst() {
      if scalar == open { depth += 1 }
      if scalar == close, !(close == ">" && last == "-") { depth -= 1 }
      if depth == 0 { break }
      text.unicodeScalars.append(scalar)
      last = scalar
    }
    return text
  }

  private mutating func quoted() -> String {
    var text = ""
    while let scalar = rest.popFirst(), scalar != "`" { text.unicodeScalars.append(scalar) }
    return text
  }
}
