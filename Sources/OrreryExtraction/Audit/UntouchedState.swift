import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What a handler has done to its state before an exit that events of other types come to.
struct UntouchedState {
  /// Whether nothing before the exit may have changed the state.
  let isWhole: Bool
  /// The state and its copies.
  private let names: Set<String>

  init(before exit: Syntax, in handler: Handler, of state: TypeInfo) {
    var names = Set(
      handler.parameters.filter {
        $0.role == .state(isInOut: true) || $0.role == .state(isInOut: false)
      }
      .map(\.name))
    if handler.selfIsState { names.insert("self") }
    for item in handler.body where item.position < exit.position {
      for binding in item.item.as(VariableDeclSyntax.self)?.bindings ?? [] {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
          continue
        }
        let isCopy = binding.initializer.map { Self.isCopy($0.value, of: names) } ?? false
        if isCopy {
          names.insert(Naming.identifier(name))
        } else {
          names.remove(Naming.identifier(name))
        }
      }
    }
    self.names = names
    let event = if case .cases(let info) = handler.events { info.name } else { "" }
    let changes = StateChanges(names, before: exit.position, event: event, state: state)
    changes.walk(handler.body)
    isWhole = !changes.isFound
  }

  /// Whether a value is the state as the handler found it.
  func holds(_ node: ExprSyntax) -> Bool { Self.name(node).map(names.contains) ?? false }

  /// `state`, or `state ?? State()`.
  private static func isCopy(_ node: ExprSyntax, of names: Set<String>) -> Bool {
    if let elements = node.as(SequenceExprSyntax.self)?.elements, let first = elements.first {
      let op = elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self)
      return op?.operator.text == "??" && name(first).map(names.contains) ?? false
    }
    return name(node).map(names.contains) ?? false
  }

  private static func name(_ node: ExprSyntax) -> String? {
    node.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) }
  }
}

/// Looks for what may change a value, but for what is done only to events of one type.
private final class StateChanges: SyntaxVisitor {
  private let names: Set<String>
  private let end: AbsolutePosition
  private let event: String
  private let state: TypeInfo
  private(set) var isFound = false

  init(_ names: Set<String>, before end: AbsolutePosition, event: String, state: TypeInfo) {
    (self.names, self.end, self.event, self.state) = (names, end, event, state)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    isFound || node.position >= end ? .skipChildren : .visitChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    isOfEvent(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    isOfEvent(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if isPart(node.expression) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2, isPart(elements[0]) else { return .visitChildren }
    let op = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    let compares = ["==", "!=", "<=", ">=", "===", "!==", "~="].contains(op)
    if elements[1].is(AssignmentExprSyntax.self) || op.hasSuffix("=") && !compares {
      isFound = true
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base, isPart(base)
    else { return .visitChildren }
    let name = member.declName.baseName.text
    let known = state.functions.filter { $0.name == name }
    if known.isEmpty || known.contains(where: \.isMutating) { isFound = true }
    return .visitChildren
  }

  /// Whether an expression names the value, or something in it.
  private func isPart(_ node: ExprSyntax) -> Bool {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return names.contains(Naming.identifier(name.baseName.text))
    }
    return node.whole.map(isPart) ?? false
  }

  /// Whether only events of the machine come to a block: it stands behind a cast to their type.
  private func isOfEvent(_ node: CodeBlockSyntax) -> Bool {
    guard let choice = node.parent?.as(IfExprSyntax.self), choice.body.id == node.id else {
      return false
    }
    return casts(choice.conditions)
  }

  private func isOfEvent(_ node: SwitchCaseSyntax) -> Bool {
    node.label.as(SwitchCaseLabelSyntax.self)?.caseItems.allSatisfy { casts($0.pattern) } ?? false
  }

  /// Whether something asks for the type of the machine's events.
  private func casts(_ node: some SyntaxProtocol) -> Bool {
    let tokens = Array(node.tokens(viewMode: .sourceAccurate))
    return zip(tokens.indices, tokens).contains { index, token in
      guard token.tokenKind == .keyword(.as) || token.tokenKind == .keyword(.is) else {
        return false
      }
      let type = tokens[(index + 1)...].drop { $0.tokenKind == .postfixQuestionMark }
        .prefix { if case .identifier = $0.tokenKind { true } else { $0.tokenKind == .period } }
      return type.last.map { Naming.identifier($0.text) } == event
    }
  }
}
