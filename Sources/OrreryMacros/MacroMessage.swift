import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a macro shows at the user's own line.
struct MacroMessage: DiagnosticMessage {
  let id: String
  let message: String
  /// An error, unless what is written does no harm but has no effect either.
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "OrreryMacros", id: id) }
}

/// A change of the source that makes an error go away.
struct MacroFix: FixItMessage {
  let id: String
  let message: String

  var fixItID: MessageID { MessageID(domain: "OrreryMacros", id: id) }

  /// Takes an attribute away.
  static func remove(_ attribute: AttributeSyntax) -> FixIt {
    let name = attribute.attributeName.trimmedDescription
    return FixIt(
      message: MacroFix(id: "remove-attribute", message: "remove '@\(name)'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing(for: attribute)))])
  }

  /// An empty token with the white space before an attribute, which may be what indents the rest.
  private static func nothing(for attribute: AttributeSyntax) -> TokenSyntax {
    .identifier("", leadingTrivia: attribute.leadingTrivia)
  }

  /// Writes what is missing; `what` says it in words.
  static func add(
    _ what: String, to node: some SyntaxProtocol, giving new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: MacroFix(id: "add", message: "add '\(what)'"),
      changes: [.replace(oldNode: Syntax(node), newNode: Syntax(new))])
  }

  /// Writes something else in the place of a node.
  static func replace(_ node: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(
      message: MacroFix(
        id: "replace", message: "replace with '\(new.trimmedDescription)'"),
      changes: [.replace(oldNode: Syntax(node), newNode: Syntax(new))])
  }
}

extension MacroExpansionContext {
  func report(_ message: MacroMessage, at node: some SyntaxProtocol, fix: FixIt? = nil) {
    diagnose(
      Diagnostic(node: Syntax(node), message: message, fixIts: fix.map { [$0] } ?? []))
  }
}
