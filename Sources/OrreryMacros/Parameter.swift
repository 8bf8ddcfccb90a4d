import SwiftSyntax

/// A function's parameter that carries an associated value.
struct Parameter {
  /// `count: Int`, or `_ value: Int` where the case has no label.
  let requirement: String
  /// The same with the case's default value.
  let declaration: String
  /// How the value is passed on: `count: count`, `value`.
  let argument: String
  /// How a pattern binds the value: `let count`.
  let binding: String

  /// The parameters for the associated values of a case, in order.
  static func all(_ values: EnumCaseParameterListSyntax) -> [Parameter] {
    let unnamed = values.filter { label(of: $0) == nil }.count
    return values.enumerated().map { index, value in
      let type = value.type.trimmedDescription
      let initial = value.defaultValue.map { " \($0.trimmedDescription)" } ?? ""
      if let label = label(of: value) {
        // A label may be a keyword, which a variable's name may not.
        let name = keywords.contains(label) ? "`\(label)`" : label
        return Parameter(
          requirement: "\(label): \(type)", declaration: "\(label): \(type)\(initial)",
          argument: "\(label): \(name)",
          binding: "let \(name)")
      }
      let name = unnamed == 1 && values.count == 1 ? "value" : "value\(index + 1)"
      return Parameter(
        requirement: "_ \(name): \(type)", declaration: "_ \(name): \(type)\(initial)",
        argument: name, binding: "let \(name)")
    }
  }

  private static func label(of value: EnumCaseParameterSyntax) -> String? {
    value.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
  }

  private static let keywords: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum",
    "extension", "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
    "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}
