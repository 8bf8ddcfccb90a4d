import OrreryTrace
import SwiftSyntax

/// One case of an enum, as it is declared.
public struct EnumCase {
  /// One associated value.
  public struct Value {
    /// The label without backticks; nothing where there is none.
    public var label: String?
    /// The type as written, white space at its ends removed.
    public var type: String
  }

  /// The name without backticks.
  public var name: String
  /// The name as it has to be written in code, with its backticks.
  public var spelling: String
  public var values: [Value]
  /// Whether the case stands inside an `#if`, and so may not exist.
  public var isConditional: Bool
  /// The doc comment of the `case` line, without comment marks.
  public var documentation: String?
  public var element: EnumCaseElementSyntax
  public var declaration: EnumCaseDeclSyntax

  /// The labels as a payload shows them: `_` where there is none.
  public var labels: [String] { values.map { $0.label ?? "_" } }
}

extension EnumCase {
  /// The cases of an enum in source order, with those of every branch of an `#if`.
  public static func all(in declaration: EnumDeclSyntax) -> [EnumCase] {
    Members.all(in: declaration.memberBlock.members).flatMap { member in
      guard let line = member.declaration.as(EnumCaseDeclSyntax.self) else { return [EnumCase]() }
      return line.elements.map { EnumCase($0, of: line, isConditional: member.isConditional) }
    }
  }

  private init(
    _ element: EnumCaseElementSyntax, of line: EnumCaseDeclSyntax, isConditional: Bool
  ) {
    name = Naming.identifier(element.name.text)
    spelling = element.name.text
    values = (element.parameterClause?.parameters).map { $0.map(Value.init) } ?? []
    self.isConditional = isConditional
    documentation = DocComment.text(of: line)
    self.element = element
    declaration = line
  }
}

extension EnumCase.Value {
  fileprivate init(_ parameter: EnumCaseParameterSyntax) {
    label = parameter.firstName.flatMap {
      $0.tokenKind == .wildcard ? nil : Naming.identifier($0.text)
    }
    type = parameter.type.trimmedText
  }
}
