import OrreryTrace
import SwiftSyntax

/// How the functions of a type touch one of its properties, and which of them call each other.
struct Mentions {
  var writes = 0
  var tests = 0
  var reads = 0
  var calls: Set<String> = []

  /// Notes a call that both looks at the state and changes it.
  mutating func add() { (writes, tests) = (writes + 1, tests + 1) }

  var touches: Bool { writes + tests + reads > 0 }
}

/// Counts by syntax alone: a cheap look at a body before it is walked.
final class MentionCounter: SyntaxVisitor {
  /// The property; `self` where the whole value is the state.
  private let name: String
  private let mutators: Set<String>
  private(set) var mentions = Mentions()

  /// - Parameter mutators: Methods that change a state that they are called on.
  static func count(
    _ name: String, in body: some SyntaxProtocol, mutators: Set<String> = []
  ) -> Mentions {
    let counter = MentionCounter(name, mutators)
    counter.walk(body)
    return counter.mentions
  }

  private init(_ name: String, _ mutators: Set<String>) {
    self.name = name
    self.mutators = mutators
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self),
      isTarget(elements[0]) || elements[0].trimmedDescription == "self"
    {
      mentions.writes += 1
    } else if elements.count > 2, Self.isAssignment(elements[1]) {
      // To the functions of a type, assigning one of its properties is calling the setter.
      if let property = Self.property(elements[0]) { mentions.calls.insert(property) }
    }
    let compares = elements.contains {
      ["==", "!="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    }
    if compares, elements.contains(where: isState) { mentions.tests += 1 }
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    if mentionsState(node.subject) { mentions.tests += 1 }
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    if mentionsState(node.initializer.value) { mentions.tests += 1 }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if isState(node.expression) { mentions.writes += 1 }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if isState(ExprSyntax(node)) { mentions.reads += 1 }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if name != "self", node.baseName.text == name { mentions.reads += 1 }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      let base = member.base?.trimmedDescription
      if base == "self" || base == "Self" || base == nil || base == "self?" {
        mentions.calls.insert(member.declName.baseName.text)
      }
      let name = member.declName.baseName.text
      if let base = member.base, isState(base) {
        if ["send", "change"].contains(name) { mentions.writes += 1 }
        if mutators.contains(name) { mentions.add() }
      }
    } else if let callee = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      mentions.calls.insert(callee.baseName.text)
    }
    return .visitChildren
  }

  private static func isAssignment(_ node: ExprSyntax) -> Bool {
    if node.is(AssignmentExprSyntax.self) { return true }
    let text = node.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  /// The property of `self` that an expression names.
  private static func property(_ node: ExprSyntax) -> String? {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    guard let member = node.as(MemberAccessExprSyntax.self),
      ["self", "self?"].contains(member.base?.trimmedDescription)
    else { return nil }
    return Naming.identifier(member.declName.baseName.text)
  }

  /// Whether an assignment to an expression changes the state, alone or in a tuple.
  private func isTarget(_ node: ExprSyntax) -> Bool {
    if let tuple = node.as(TupleExprSyntax.self) {
      return tuple.elements.contains { isTarget($0.expression) }
    }
    return isState(node)
  }

  private func mentionsState(_ node: ExprSyntax) -> Bool {
    if isState(node) { return true }
    if let tuple = node.as(TupleExprSyntax.self) {
      return tuple.elements.contains { mentionsState($0.expression) }
    }
    if let consume = node.as(ConsumeExprSyntax.self) { return mentionsState(consume.expression) }
    if let member = node.as(MemberAccessExprSyntax.self), let base = member.base {
      return mentionsState(base)
    }
    return false
  }

  private func isState(_ node: ExprSyntax) -> Bool {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text) == self.name
    }
    guard name != "self", let member = node.as(MemberAccessExprSyntax.self) else { return false }
    let base = member.base?.trimmedDescription
    return Naming.identifier(member.declName.baseName.text) == name
      && (base == "self" || base == "self?")
  }
}
