import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// How the functions of a type touch one of its properties, and which of them call each other.
struct Mentions {
  var writes = 0
  var tests = 0
  var reads = 0
  var calls: Set<String> = []
  /// The properties that are changed as a whole or in part: their accessors run.
  var changed: Set<String> = []
  /// The methods of the superclass that are called by `super`.
  var inherited: Set<String> = []
  /// The cases, or the variables, that are assigned to the property.
  var assigned: [String] = []
  /// The variables that are sent to a subject.
  var sent: [String] = []
  /// The cases that are the first argument of calls, by the function's name.
  var handed: [String: [String]] = [:]
  /// The functions that are handed a case which is made for the call.
  var given: Set<String> = []
  /// The calls that hand `self` to someone.
  var handingSelf: [FunctionCallExprSyntax] = []
  /// The functions that closures for later call, and do nothing else.
  var handedOn: Set<String> = []

  /// Notes a call that both looks at the state and changes it.
  mutating func add() { (writes, tests) = (writes + 1, tests + 1) }

  /// Adds what another function does that is part of this one.
  mutating func add(_ other: Mentions) {
    (writes, tests, reads) = (writes + other.writes, tests + other.tests, reads + other.reads)
    calls.formUnion(other.calls)
    changed.formUnion(other.changed)
    assigned += other.assigned
    sent += other.sent
    handed.merge(other.handed) { $0 + $1 }
    handingSelf += other.handingSelf
  }

  var touches: Bool { writes + tests + reads > 0 }
}

/// Counts by syntax alone: a cheap look at a body before it is walked.
final class MentionCounter: SyntaxVisitor {
  private let access: StateAccess
  private(set) var mentions = Mentions()
  /// The parameters of closures that a box hands its state, by the call.
  private var lent: [SyntaxIdentifier: String] = [:]
  /// What else `self` is called: `let model = self`.
  private var selfNames: Set<String> = []
  /// What else the machine is called to which `self` refers.
  private var referenceNames: Set<String> = []
  /// Names of the state that mean a parameter: what is done to that is done by the caller.
  private let hidden: Set<String>

  static func count(_ name: String, in body: some SyntaxProtocol) -> Mentions {
    count(StateAccess(name), in: body)
  }

  static func count(_ access: StateAccess, in body: some SyntaxProtocol) -> Mentions {
    let parameters = body.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
    let counter = MentionCounter(access, hidden: parameters?.names(hiding: access) ?? [])
    counter.walk(body)
    return counter.mentions
  }

  private init(_ access: StateAccess, hidden: Set<String>) {
    (self.access, self.hidden) = (access, hidden.intersection(access.names))
    super.init(viewMode: .sourceAccurate)
  }

  private var isSelf: Bool { access.names.contains("self") }
  /// Whether the state is a part of what the property holds: who changes that changes the state.
  private var isInStruct: Bool { access.member != nil && !access.isReference }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self),
      isTarget(elements[0]) || elements[0].isPlainSelf
        || (isInStruct && isHolder(elements[0]))
    {
      mentions.writes += 1
      mentions.assigned += elements[2...].flatMap(CaseNames.named)
      mentions.assigned += memberNames(in: elements[2])
      if elements.count == 3 { mentions.assigned += elements[2].namesInPipeline }
      // `mode = mode.next`: what is assigned is found by asking.
      if elements[2...].contains(where: asksState) { mentions.tests += 1 }
    } else if elements.count > 2, Self.isAssignment(elements[1]),
      isPart(elements[0]) || isRoundabout(elements[0])
    {
      mentions.writes += 1
    } else if elements.count > 2, Self.isAssignment(elements[1]) {
      // To the functions of a type, assigning one of its properties is calling the setter.
      if let property = property(elements[0]) { mentions.calls.insert(property) }
      note(changed: elements[0])
    }
    if elements.count > 2, Self.isAssignment(elements[1]),
      let targets = elements[0].as(TupleExprSyntax.self)?.elements
    {
      mentions.calls.formUnion(targets.compactMap { property($0.expression) })
      for target in targets { note(changed: target.expression) }
    }
    if let operand = ExprSyntax(node).changedOperand, isState(operand) || isAround(operand),
      access.isChanged(by: elements[1].trimmedText, behindSelf: isOwn(operand))
    {
      mentions.writes += 1
    }
    let compares = elements.contains {
      ["==", "!="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    }
    if compares, elements.contains(where: isStateOrContent) { mentions.tests += 1 }
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.nameOfSelf { selfNames.insert(name) }
    note(node.pattern, node.initializer)
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.nameOfSelf { selfNames.insert(name) }
    note(node.pattern, node.initializer)
    return .visitChildren
  }

  /// Notes another name for the machine that is another object.
  private func note(_ pattern: PatternSyntax, _ value: InitializerClauseSyntax?) {
    guard access.isReference, let value, isHolder(value.value),
      let name = pattern.as(IdentifierPatternSyntax.self)
    else { return }
    referenceNames.insert(Naming.identifier(name.identifier.text))
  }

  /// What a closure calls that is kept for later is called by someone else.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let isLent = node.handedTo.map { lent[$0.call.id] != nil } ?? false
    guard !isLent, node.isKept, let name = node.forwarding else { return .visitChildren }
    mentions.handedOn.insert(name)
    return .skipChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    if mentionsState(node.subject) { mentions.tests += 1 }
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    // `case phase = Phase.idle` asks as `case .idle = phase` does.
    let pattern = node.pattern.as(ExpressionPatternSyntax.self)?.expression
    if mentionsState(node.initializer.value) || pattern.map(mentionsState) == true {
      mentions.tests += 1
    }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if isState(node.expression) || isPart(node.expression)
      || isAround(node.expression) && !node.isForCallersClosure
    {
      mentions.writes += 1
    } else if let property = property(node.expression) {
      mentions.calls.insert(property)
    }
    note(changed: node.expression)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if isState(ExprSyntax(node)) { mentions.reads += 1 }
    if let base = node.base, access.queries.contains(node.declName.baseName.text), isState(base),
      Self.isCondition(node)
    {
      mentions.tests += 1
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !isSelf, access.member == nil, access.names.contains(node.baseName.text),
      !hidden.contains(node.baseName.text)
    {
      mentions.reads += 1
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.arguments.contains(where: { isOwn($0.expression) }) {
      mentions.handingSelf.append(node)
    }
    if access.member == nil, let name = node.assignedProperty, access.names.contains(name) {
      mentions.writes += 1
      mentions.assigned += node.namesInChain
    }
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      if member.base.map({ isOwn($0) || $0.isSelfType }) ?? true { add(call: name, node) }
      if member.base?.is(SuperExprSyntax.self) == true { mentions.inherited.insert(name) }
      // `isOn.toggle()` assigns the property.
      if Self.changers.contains(name), let base = member.base {
        if let property = property(base) { mentions.calls.insert(property) }
        note(changed: base)
      }
      noteChange(of: member.base, by: name)
      if let base = member.base, isState(base) {
        if name == "change" { mentions.writes += 1 }
        if StateAccess.senders.contains(name) {
          mentions.writes += 1
          mentions.assigned += node.arguments.first?.caseNames ?? []
          let sent = node.arguments.first?.expression.as(DeclReferenceExprSyntax.self)
          mentions.sent += sent.map { [Naming.identifier($0.baseName.text)] } ?? []
        }
        if access.mutators.contains(name) { mentions.add() }
      }
      if let base = member.base, access.isPublished, StateAccess.senders.contains(name),
        isHolder(base)
      {
        mentions.writes += 1
        mentions.assigned += node.arguments.first.map { memberNames(in: $0.expression) } ?? []
      }
      if let base = member.base, isAround(base), access.holderLenders.contains(name) {
        mentions.writes += 1
      }
      if let base = member.base, isPart(base), Interpreter.isMutator(name) { mentions.writes += 1 }
      if let base = member.base, isBox(base) || isOwn(base) && name == access.lender {
        lend(node)
      }
      // `[.idle, .paused].contains(state)`
      if name == "contains", node.arguments.count == 1,
        node.arguments.first.map({ isStateOrContent($0.expression) }) ?? false
      {
        mentions.tests += 1
      }
    } else if let callee = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      add(call: callee.baseName.text, node)
      if callee.baseName.text == access.lender { lend(node) }
    }
    return .visitChildren
  }

  /// `next[state]`: a table that is asked for what the state allows.
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.arguments.contains(where: { mentionsState($0.expression) }) { mentions.tests += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionCallExprSyntax) { lent[node.id] = nil }

  /// Methods by which flags and lists are changed.
  private static let changers: Set = [
    "toggle", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "popLast",
  ]

  private func add(call name: String, _ node: FunctionCallExprSyntax) {
    mentions.calls.insert(name)
    mentions.handed[name, default: []] += node.arguments.first?.caseNames ?? []
    if node.arguments.contains(where: { CaseNames.isMade($0.expression) }) {
      mentions.given.insert(name)
    }
  }

  /// Notes what a closure calls the state that a box hands it.
  private func lend(_ node: FunctionCallExprSyntax) {
    guard access.isBoxed, access.lender.map({ $0 == node.calleeName }) ?? true else { return }
    if let closure = node.lastClosure {
      lent[node.id] = closure.parameterNames.first ?? "$0"
    } else if let names = node.arguments.first?.caseNames, !names.isEmpty,
      StateAccess.storers.contains(Self.methodName(node))
    {
      mentions.writes += 1
      mentions.assigned += names
    } else if access.lender != nil, !node.arguments.isEmpty {
      // A function that is kept elsewhere is lent the state.
      mentions.writes += 1
    }
  }

  private static func methodName(_ node: FunctionCallExprSyntax) -> String {
    node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
  }

  /// Whether a condition is made of an expression.
  private static func isCondition(_ node: some SyntaxProtocol) -> Bool {
    var current = node.parent
    while let parent = current, parent.is(ExprSyntax.self) || parent.is(ExprListSyntax.self) {
      current = parent.parent
    }
    return current?.is(ConditionElementSyntax.self) ?? false
  }

  private static func isAssignment(_ node: ExprSyntax) -> Bool {
    if node.is(AssignmentExprSyntax.self) { return true }
    let text = node.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  /// The property of `self` that an expression names.
  private func property(_ node: ExprSyntax) -> String? {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    guard let member = node.as(MemberAccessExprSyntax.self),
      member.base.map(isOwn) ?? false
    else { return nil }
    return Naming.identifier(member.declName.baseName.text)
  }

  /// Notes the property of `self` that a method changes, itself or a part of it.
  private func noteChange(of part: ExprSyntax?, by method: String) {
    guard !access.partChangers.isEmpty else { return }
    var part = part
    while let node = part, property(node) == nil { part = node.whole }
    if let name = part.flatMap(property), access.partChangers[name]?.contains(method) ?? false {
      mentions.changed.insert(name)
    }
  }

  /// Notes the property of `self` that is changed with an expression, which may be a part of it.
  private func note(changed node: ExprSyntax) {
    if let property = property(node) {
      mentions.changed.insert(property)
    } else if let whole = node.whole {
      note(changed: whole)
    }
  }

  /// Whether an expression is `self`, by whatever name.
  private func isOwn(_ node: ExprSyntax) -> Bool {
    node.isSelf
      || node.as(DeclReferenceExprSyntax.self).map {
        selfNames.contains(Naming.identifier($0.baseName.text))
      } ?? false
  }

  /// Whether an assignment to an expression changes the state, alone or in a tuple.
  private func isTarget(_ node: ExprSyntax) -> Bool {
    if let tuple = node.as(TupleExprSyntax.self) {
      return tuple.elements.contains { isTarget($0.expression) }
    }
    return isStateOrContent(node) || isWrapper(node)
  }

  /// Whether an expression is the wrapper that keeps the state.
  private func isWrapper(_ node: ExprSyntax) -> Bool {
    property(node).map(access.wrappers.contains) ?? false
  }

  /// Whether a member of the state stands in an expression.
  private func asksState(_ node: some SyntaxProtocol) -> Bool {
    if let base = node.as(MemberAccessExprSyntax.self)?.base, access.member == nil,
      !isSelf, isState(base)
    {
      return true
    }
    guard !node.is(ClosureExprSyntax.self) else { return false }
    return node.children(viewMode: .sourceAccurate).contains { asksState($0) }
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

  /// Whether an expression names a struct that is the state, or something in it.
  private func isPart(_ node: ExprSyntax) -> Bool {
    guard access.isStruct else { return false }
    if isState(node) { return true }
    return node.whole.map(isPart) ?? false
  }

  /// Whether an expression is a value that the state is in: whoever may change it changes the state.
  private func isAround(_ node: ExprSyntax) -> Bool {
    !isSelf && (isOwn(node) || isInStruct && isHolder(node))
  }

  /// Whether an assignment to an expression comes to the state by a setter, a subscript or a key path.
  private func isRoundabout(_ node: ExprSyntax) -> Bool {
    guard !isSelf,
      let base = node.as(MemberAccessExprSyntax.self)?.base
        ?? node.as(SubscriptCallExprSyntax.self)?.calledExpression
    else { return false }
    return access.isChanged(by: node, in: (isOwn(base), isInStruct && isHolder(base)))
  }

  /// The state, or the property by which a box or a subject gives it out.
  private func isStateOrContent(_ node: ExprSyntax) -> Bool {
    if isState(node) { return true }
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    return StateAccess.contents.contains(member.declName.baseName.text)
      && (isState(base) || isWrapper(base))
  }

  /// The cases that the struct around the state is made with: `Screen(mode: .loading)`.
  private func memberNames(in node: ExprSyntax) -> [String] {
    guard let name = access.member, let call = node.as(FunctionCallExprSyntax.self) else {
      return []
    }
    return call.arguments.first { $0.label?.text == name }?.caseNames ?? []
  }

  /// Whether an expression is what may be a box.
  private func isBox(_ node: ExprSyntax) -> Bool {
    access.isReference ? isState(node) : isHolder(node)
  }

  /// Whether an expression is what a box calls the state.
  private func isLent(_ node: ExprSyntax) -> Bool {
    node.as(DeclReferenceExprSyntax.self).map {
      lent.values.contains(Naming.identifier($0.baseName.text))
    } ?? false
  }

  private func isState(_ node: ExprSyntax) -> Bool {
    guard let name = access.member else { return isHolder(node) }
    if access.isReference, isLent(node) { return true }
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      Naming.identifier(member.declName.baseName.text) == name
    else { return false }
    return isHolder(base)
  }

  /// The property that the state is in, or what its box calls it.
  private func isHolder(_ node: ExprSyntax) -> Bool {
    if let chain = node.as(OptionalChainingExprSyntax.self) { return isHolder(chain.expression) }
    if let value = node.as(ForceUnwrapExprSyntax.self) { return isHolder(value.expression) }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      let text = Naming.identifier(name.baseName.text)
      if hidden.contains(text) { return false }
      return access.names.contains(text) || referenceNames.contains(text)
        || !access.isReference && lent.values.contains(text)
        || (access.isBoxed && text.hasPrefix("$") && access.names.contains("\(text.dropFirst())"))
    }
    guard !isSelf, let member = node.as(MemberAccessExprSyntax.self) else { return false }
    if access.isPublished, StateAccess.contents.contains(member.declName.baseName.text),
      let base = member.base
    {
      return isHolder(base)
    }
    guard member.base.map(isOwn) ?? false else { return false }
    let name = Naming.identifier(member.declName.baseName.text)
    return access.names.contains(name.hasPrefix("$") ? String(name.dropFirst()) : name)
  }
}

extension FunctionParameterListSyntax {
  /// The names of the parameters that are `inout`, or of another type than the state.
  fileprivate func names(hiding access: StateAccess) -> Set<String> {
    Set(
      filter { parameter in
        parameter.type.inOutBase != nil || access.isOther(parameter.type)
      }.map { Naming.identifier(($0.secondName ?? $0.firstName).text) })
  }
}

extension StateAccess {
  /// Whether a type is surely not the state's: one with arguments of its own, a box of it, say.
  fileprivate func isOther(_ type: TypeSyntax) -> Bool {
    type.presentType.as(IdentifierTypeSyntax.self)?.genericArgumentClause != nil
  }
}

extension SourceIndex {
  convenience init(_ files: [SourceFile], names: Screening.Names) {
    self.init(files, names: names) { properties, function in
      var access = StateAccess("")
      access.names = properties
      let mentions = MentionCounter.count(access, in: function)
      return Touches(changes: mentions.writes > 0, calls: mentions.calls)
    }
  }
}
