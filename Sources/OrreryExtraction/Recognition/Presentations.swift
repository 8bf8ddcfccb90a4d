import OrreryTrace
import SwiftSyntax

/// A child that a feature shows as long as an optional of its state holds it.
struct Presentation {
  /// The optional.
  var property: String
  /// Whether any answer to it takes it away: an alert has one button that is tapped.
  var isAnswered = false
}

/// Finds what a body presents: `.ifLet(\.$child, action: \.child)`.
final class PresentationFinder: SyntaxVisitor {
  /// By the names of the events that the children send.
  private var found: [String: Presentation] = [:]

  static func find(in node: some SyntaxProtocol) -> [String: Presentation] {
    let finder = PresentationFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calleeName == "ifLet", let path = node.arguments.first?.expression.folded,
      let action = node.arguments.first(where: { $0.label?.text == "action" })?.expression,
      let event = action.folded.split(whereSeparator: { ".\\/".contains($0) }).last
    else { return .visitChildren }
    let name = path.drop { "\\.".contains($0) }
    if name.first == "$", !name.contains(".") {
      found[String(event)] = Presentation(property: String(name.dropFirst()))
    }
    return .visitChildren
  }
}

extension Site {
  /// What the bodies of a feature present, with what their state tells of it.
  mutating func addPresentations(_ found: [String: Presentation]) {
    for (event, var presentation) in found {
      let type = state.property(presentation.property)?.property.type?.trimmedText ?? ""
      presentation.isAnswered = ["AlertState", "ConfirmationDialogState"].contains {
        type.hasPrefix($0)
      }
      presentations[event] = presentation
    }
  }
}
