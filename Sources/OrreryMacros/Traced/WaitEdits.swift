import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Ends the step before each statement that waits, and begins another one behind it.
struct WaitEdits {
  /// The variable that follows the method, and the machine as code names it there: `self` or `self?`.
  let step: String
  private(set) var owner: String
  let parts: [String]
  let hops: [String]
  /// Where the method does something with the state; nowhere if it never changes it.
  let touches: [AbsolutePosition]
  /// What a `return` gives, where something happens behind that.
  var result: String?
  private let names: WaitNames
  private let children: ChildTasks
  private var edits = BodyEdits()
  private var loops = 0

  init(
    step: String, owner: String, parts: [String], hops: [String], touches: [AbsolutePosition],
    in code: some SyntaxProtocol, result: String? = nil
  ) {
    children = ChildTasks(in: code)
    names = WaitNames(
      Waits(in: [Syntax(code)], parts: parts, hops: hops, children: children).all)
    (self.step, self.owner, self.parts, self.hops) = (step, owner, parts, hops)
    (self.touches, self.result) = (touches, result)
  }

  mutating func add(to edits: inout BodyEdits, in items: CodeBlockItemListSyntax) {
    self.edits = edits
    add(items)
    edits = self.edits
  }

  /// Ends the step before what a method returns without saying so.
  mutating func add(to edits: inout BodyEdits, before result: ExprSyntax) {
    self.edits = edits
    _ = open(waits(in: result), before: result)
    edits = self.edits
  }

  // MARK: - What is written

  private var state: String { "\(owner)._tracedState" }
  private var resume: String { "\(step).resume(\(state))" }
  private var fail: String { "\(step).fail(\(state))" }

  private func wait(for wait: Wait, asResult: Bool = false) -> String {
    "\(step).wait(\(arguments(of: wait, asResult: asResult)))"
  }

  private func arguments(of wait: Wait, asResult: Bool = false) -> String {
    let mayFail = wait.failure != .never || asResult ? ", mayFail: true" : ""
    let isWatched = (loops > 0 && !touches.isEmpty) || touches.contains { $0 >= wait.end }
    let ifMoved = isWatched ? "" : ", ifMoved: true"
    let number = names.number(of: wait)
    let place = number.isEmpty ? "" : ", number: \(literal(number))"
    return "\(literal(wait.callee + names.mark(of: wait)))\(place)\(mayFail)\(ifMoved), \(state)"
  }

  private func waits(in nodes: any SyntaxProtocol...) -> Waits {
    Waits(in: nodes.map { Syntax($0) }, parts: parts, hops: hops, children: children)
  }

  /// Writes what comes before a statement that waits; returns the wait behind which it goes on.
  private mutating func open(
    _ found: Waits, before node: some SyntaxProtocol, asResult: Bool = false
  ) -> Wait? {
    let hand = found.hasPart ? "\(step).hand(); " : ""
    if !found.endsInPart { edits.insert(hand, before: node) }
    guard let last = found.last else { return nil }
    edits.insert(wait(for: last, asResult: asResult) + "; ", before: node)
    if found.endsInPart { edits.insert(hand, before: node) }
    return last
  }

  // MARK: - Statements

  private mutating func add(_ items: CodeBlockItemListSyntax) {
    for item in items { add(Syntax(item.item), of: Syntax(item.item)) }
  }

  /// - Parameter whole: The statement with its label.
  private mutating func add(_ node: Syntax, of whole: Syntax) {
    switch node.as(SyntaxEnum.self) {
    case .labeledStmt(let labelled): add(Syntax(labelled.statement), of: whole)
    case .expressionStmt(let statement): add(Syntax(statement.expression), of: whole)
    case .ifExpr(let node): add(node, before: whole)
    case .guardStmt(let node): add(node)
    case .switchExpr(let node): add(node, before: whole)
    case .doStmt(let node): add(node)
    case .whileStmt(let node): add(node, of: whole)
    case .repeatStmt(let node): add(node, of: whole)
    case .forStmt(let node): add(node, of: whole)
    case .deferStmt(let node): edits.insert(" \(fail);", after: node.body.leftBrace)
    case .returnStmt(let node): add(node)
    case .ifConfigDecl(let node): add(node)
    case .functionDecl, .structDecl, .classDecl, .enumDecl, .actorDecl: break
    default: addPlain(node)
    }
  }

  private mutating func add(_ node: IfConfigDeclSyntax) {
    for clause in node.clauses {
      if case .statements(let items) = clause.elements { add(items) }
    }
  }

  private mutating func addPlain(_ node: Syntax) {
    let found = waits(in: node)
    if let attempt = node.as(TryExprSyntax.self), let last = found.last, last.failure == .absent,
      let mark = attempt.questionOrExclamationMark
    {
      // The only way to learn whether it has thrown.
      edits.insert("\(wait(for: last)); do { _ = ", before: node)
      edits.replace(mark, with: "")
      edits.insert("; \(resume) } catch { \(fail) }", after: node)
      return
    }
    guard let last = open(found, before: node) else { return }
    edits.insert("; \(resumption(of: node, last))", after: node)
  }

  /// What begins the step behind a statement, by the value that it gives where that is asked for.
  private func resumption(of node: Syntax, _ wait: Wait) -> String {
    guard let binding = node.as(VariableDeclSyntax.self)?.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return resume }
    if wait.failure == .absent { return "\(step).resume(\(state), tried: \(name))" }
    return "\(step).resume(\(state), with: \(name))"
  }

  private mutating func add(_ node: ReturnStmtSyntax) {
    let found = waits(in: node)
    guard open(found, before: node) != nil, let result, node.expression != nil else { return }
    edits.replace(node.returnKeyword, with: "let _tracedResult: \(result) =")
    edits.insert("; \(resume); return _tracedResult", after: node)
  }

  private mutating func add(_ node: DoStmtSyntax) {
    add(node.body.statements)
    let found = ContainedWaits.any(in: Syntax(node.body))
    for clause in node.catchClauses {
      if found { edits.insert(" \(fail);", after: clause.body.leftBrace) }
      add(clause.body.statements)
    }
  }

  // MARK: - Branches

  /// Writes a condition that ends the step before each one that waits; returns the last of these waits.
  private mutating func open(
    _ conditions: ConditionElementListSyntax, before whole: some SyntaxProtocol
  ) -> Wait? {
    var last: Wait?
    for condition in conditions {
      let found = waits(in: condition)
      if found.hasPart { edits.insert("\(step).hand(); ", before: whole) }
      guard let wait = found.last else { continue }
      edits.insert("\(step).waits(\(arguments(of: wait))), ", before: condition)
      last = wait
    }
    return last
  }

  /// What begins the step behind conditions that do not hold.
  private func otherwise(_ wait: Wait?, _ conditions: ConditionElementListSyntax) -> String {
    guard let wait, wait.failure == .absent, let last = conditions.last, last.position < wait.end
    else { return resume }
    return fail
  }

  /// - Parameter isBehindWait: Whether a branch before it waits.
  private mutating func add(
    _ node: IfExprSyntax, before whole: some SyntaxProtocol, isBehindWait: Bool = false
  ) {
    let wait = open(node.conditions, before: whole)
    let waits = isBehindWait || wait != nil
    let other = otherwise(wait, node.conditions)
    let outside = owner
    if node.conditions.bindSelf { owner = "self" }
    if waits { edits.insert(" \(resume);", after: node.body.leftBrace) }
    add(node.body.statements)
    owner = outside
    switch node.elseBody {
    case .codeBlock(let block):
      if waits { edits.insert(" \(other);", after: block.leftBrace) }
      add(block.statements)
    case .ifExpr(let next): add(next, before: whole, isBehindWait: waits)
    case nil: if waits { edits.insert(" else { \(other) }", after: node) }
    }
  }

  private mutating func add(_ node: GuardStmtSyntax) {
    let wait = open(node.conditions, before: node)
    if wait != nil {
      edits.insert(" \(otherwise(wait, node.conditions));", after: node.body.leftBrace)
    }
    add(node.body.statements)
    if node.conditions.bindSelf { owner = "self" }
    if wait != nil { edits.insert("; \(resume)", after: node) }
  }

  private mutating func add(_ node: SwitchExprSyntax, before whole: some SyntaxProtocol) {
    let isResult = node.cases.contains { Self.end(of: $0) != nil }
    let waiting = open(waits(in: node.subject), before: whole, asResult: isResult)
    for element in node.cases {
      guard let clause = element.as(SwitchCaseSyntax.self) else { continue }
      if waiting != nil {
        let begin = isResult && Self.end(of: element) == "failure" ? fail : resume
        edits.insert(" \(begin);", after: clause.label)
      }
      add(clause.statements)
    }
  }

  /// Which end of a `Result` a clause is for.
  private static func end(of clause: SwitchCaseListSyntax.Element) -> String? {
    guard let label = clause.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self) else {
      return nil
    }
    let text = label.caseItems.trimmedDescription
    return ["success", "failure"].first { text.contains(".\($0)") }
  }

  // MARK: - Loops

  private mutating func add(_ node: WhileStmtSyntax, of whole: Syntax) {
    loops += 1
    defer { loops -= 1 }
    let wait = open(node.conditions, before: whole)
    if wait != nil { edits.insert(" \(resume);", after: node.body.leftBrace) }
    add(node.body.statements)
    if wait != nil { edits.insert("; \(resume)", after: whole) }
  }

  private mutating func add(_ node: RepeatStmtSyntax, of whole: Syntax) {
    loops += 1
    defer { loops -= 1 }
    let last = waits(in: node.condition).last
    if last != nil { edits.insert(" \(resume);", after: node.body.leftBrace) }
    add(node.body.statements)
    guard let last else { return }
    close(node.body.statements, of: whole, with: wait(for: last))
    edits.insert("; \(resume)", after: whole)
  }

  private mutating func add(_ node: ForStmtSyntax, of whole: Syntax) {
    guard node.awaitKeyword != nil else {
      loops += 1
      defer { loops -= 1 }
      return add(node.body.statements)
    }
    loops += 1
    defer { loops -= 1 }
    let text = Awaited(node.sequence)?.text ?? node.sequence.trimmedDescription
    let sequence = Wait(
      callee: text, failure: node.tryKeyword == nil ? .never : .thrown,
      end: node.sequence.endPosition)
    edits.insert(wait(for: sequence) + "; ", before: whole)
    edits.insert(" \(resume);", after: node.body.leftBrace)
    add(node.body.statements)
    close(node.body.statements, of: whole, with: wait(for: sequence))
    edits.insert("; \(resume)", after: whole)
  }

  /// Waits at the end of each round.
  private mutating func close(
    _ items: CodeBlockItemListSyntax, of loop: Syntax, with wait: String
  ) {
    let label = loop.as(LabeledStmtSyntax.self)?.label.text
    for next in Continues.all(in: items, of: label) { edits.insert("\(wait); ", before: next) }
    if let last = items.last, !last.item.leaves { edits.insert("; \(wait)", after: last.item) }
  }
}

extension ConditionElementListSyntax {
  /// Whether `self` is no optional where the conditions hold.
  fileprivate var bindSelf: Bool {
    contains { element in
      let binding = element.condition.as(OptionalBindingConditionSyntax.self)
      return binding?.pattern.trimmedDescription == "self"
    }
  }
}

extension CodeBlockItemSyntax.Item {
  /// Whether nothing behind a statement is come to.
  fileprivate var leaves: Bool {
    [.returnStmt, .throwStmt, .breakStmt, .continueStmt].contains(Syntax(self).kind)
  }
}

/// Whether anything is awaited in a piece of code, or a part of the step.
private final class ContainedWaits: SyntaxVisitor {
  private var found = false

  static func any(in node: Syntax) -> Bool {
    let visitor = ContainedWaits(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    found = found || node.awaitKeyword != nil
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// The statements that begin another round of a loop.
private final class Continues: SyntaxVisitor {
  private let label: String?
  private var depth = 0
  private var found: [ContinueStmtSyntax] = []

  private init(_ label: String?) {
    self.label = label
    super.init(viewMode: .sourceAccurate)
  }

  static func all(in node: some SyntaxProtocol, of label: String?) -> [ContinueStmtSyntax] {
    let visitor = Continues(label)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: ContinueStmtSyntax) -> SyntaxVisitorContinueKind {
    let isOwn = node.label.map { $0.text == label } ?? (depth == 0)
    if isOwn { found.append(node) }
    return .skipChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: ForStmtSyntax) { depth -= 1 }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: WhileStmtSyntax) { depth -= 1 }
  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: RepeatStmtSyntax) { depth -= 1 }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func enter() -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }
}
