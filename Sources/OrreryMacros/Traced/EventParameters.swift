import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The parameters by which one method takes all events: `handle(_ event: Event)`.
struct EventParameters {
  private let state: TracedState
  /// The enums that the declaration of the machine holds.
  private let enums: Set<String>

  init(beside state: TracedState, in members: [DeclSyntax]) {
    self.state = state
    enums = Set(members.compactMap { $0.as(EnumDeclSyntax.self)?.name.text })
  }

  /// The parameter of a method whose cases are the events, as its body names it.
  func parameter(of function: TracedFunction) -> String? {
    function.node.signature.parameterClause.parameters.lazy.compactMap { parameter -> String? in
      let name = (parameter.secondName ?? parameter.firstName).text
      return isEvent(parameter, name, of: function) ? name : nil
    }.first
  }

  private func isEvent(
    _ parameter: FunctionParameterSyntax, _ name: String, of function: TracedFunction
  ) -> Bool {
    guard
      let type = parameter.type.as(IdentifierTypeSyntax.self)
        .map({ ($0.name.text, $0.genericArgumentClause == nil) })
        ?? parameter.type.as(MemberTypeSyntax.self)
        .map({ ($0.name.text, $0.genericArgumentClause == nil) }), type.1
    else { return false }
    let asks = EventQuestion(name, beside: state)
    guard let body = function.node.body else { return false }
    asks.walk(body)
    let isNamed = EventWords.names(name) || EventWords.dispatches(function.name)
    if EventWords.types.contains(where: type.0.hasSuffix), isNamed {
      return asks.isAlone || asks.isPaired
    }
    return enums.contains(type.0) && state.cases?.name.text != type.0 && asks.isPaired
  }
}

/// Whether a method switches over a parameter, alone or beside the state.
private final class EventQuestion: SyntaxVisitor {
  private let name: String
  private let state: StateReference
  var isAlone = false
  var isPaired = false

  init(_ name: String, beside state: TracedState) {
    self.name = name
    self.state = StateReference(Naming.identifier(state.name), isHidden: false)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    if isName(node.subject) { isAlone = true }
    let parts = node.subject.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? []
    if parts.contains(where: isName), parts.contains(where: state.isNamed) { isPaired = true }
    return .visitChildren
  }

  private func isName(_ expression: ExprSyntax) -> Bool {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
  }
}
