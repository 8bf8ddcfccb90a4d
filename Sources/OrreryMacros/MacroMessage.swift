import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error that a macro shows at the user's own line.
struct MacroMessage: DiagnosticMessage {
  let id: String
  let message: String

  var diagnosticID: MessageID { MessageID(domain: "OrreryMacros", id: id) }
  var severity: DiagnosticSeverity { .error }
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
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(TokenSyntax.identifier("")))])
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
  func error(_ message: MacroMessage, at node: some SyntaxProtocol, fix: FixIt? = nil) {
    diagnose(
      Diagnostic(node: Syntax(node), message: message, fixIts: fix.map { [$0] } ?? []))
  }
}
