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

extension MacroExpansionContext {
  func error(_ message: MacroMessage, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: Syntax(node), message: message))
  }
}
