import OrrerySyntax
import OrreryTrace
import SwiftSyntax
import SwiftSyntaxMacros

/// `@TracedMethod`: a method that records the step which it is.
enum TracedMethodMacro: BodyMacro {
  /// The text of the body keeps its lines, which those of the source are.
  static let formatMode = FormatMode.disabled

  static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    guard let function = declaration.as(FunctionDeclSyntax.self), let body = function.body else {
      context.report(.notAMethod, at: node, fix: MacroFix.remove(node))
      return declaration.body.map { Array($0.statements) } ?? []
    }
    let method = TracedMethod(node, function)
    let place = context.location(
      of: body.statements, at: .afterLeadingTrivia, filePathMode: .filePath)
    let text = method.prologue + method.wrapped(located(method.edited(body), at: place))
    // One token, since the lines of several statements would not stay where they are.
    let code = DeclReferenceExprSyntax(baseName: .identifier(text))
    return [CodeBlockItemSyntax(item: .expr(ExprSyntax(code)))]
  }

  /// Has the compiler tell of mistakes in the body where they are written.
  private static func located(_ body: String, at place: AbstractSourceLocation?) -> String {
    guard let place, let first = body.firstIndex(where: { !$0.isWhitespace }) else { return body }
    // Up to the line of the first token; its indentation is kept.
    let start = body[..<first].lastIndex(where: \.isNewline).map(body.index(after:))
    var text = body[(start ?? body.startIndex)...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return """

      #sourceLocation(file: \(place.file), line: \(place.line))
      \(text)
      #sourceLocation()
      """
  }
}

extension MacroMessage {
  fileprivate static let notAMethod = MacroMessage(
    id: "traced-not-a-method", message: "'@TracedMethod' marks a method of a type")
}

/// What `@TracedMethod` says of a method, and what becomes of its body.
struct TracedMethod {
  private static let step = "_tracedStep"

  private let function: FunctionDeclSyntax
  private let event: String
  private let ifMoved: Bool
  private let isPart: Bool
  private let state: TracedState
  private let isLocked: Bool
  private let parameter: String?
  private let parts: [String]
  private let hops: [String]
  private let uses: StateUses
  private let refusals: [ThrowStmtSyntax]
  /// The closures that are called with the state which a lock holds.
  private let inLock: [ClosureExprSyntax]
  /// The closures that run while a lock beside the state is held.
  private let besideLock: [ClosureExprSyntax]
  /// The statement behind which the step begins, since a lock is held from there on.
  private let start: CodeBlockItemSyntax?

  init(_ node: AttributeSyntax, _ function: FunctionDeclSyntax) {
    self.function = function
    let name = Naming.identifier(function.name.text)
    let state = TracedState(elsewhere: node.stringArgument("state") ?? "state")
    self.state = state
    event = node.stringArgument(nil) ?? name
    ifMoved = node.flagArgument("ifMoved")
    isPart = node.flagArgument("part")
    parameter = node.stringArgument("parameter")
    parts = node.listArgument("parts")
    hops = node.listArgument("hops")
    let locals = function.localNames
    uses = StateUses(of: state, in: function, locals: locals, calls: Set(hops + parts))
    let held = function.body.map { LockClosures.all(in: $0, state) } ?? []
    isLocked = node.flagArgument("locked") || !held.isEmpty
    let isPlain = !isLocked && !uses.waits
    let beside =
      isPlain ? function.body.map { HeldLock.closures(in: $0, of: state, locals: locals) } : nil
    (inLock, besideLock) = (held, beside ?? [])
    start = isPlain && besideLock.isEmpty ? function.body.flatMap(HeldLock.start) : nil
    let from = start?.position ?? function.position
    refusals =
      isLocked || !besideLock.isEmpty
      ? [] : function.body.map(Refusals.all)?.filter { $0.position >= from } ?? []
  }

  /// Whether others may change the state while the method waits: nobody has a struct meanwhile.
  private var waits: Bool { uses.waits && !function.has(.mutating) }

  /// Whether the method may change the state, by what it calls, too.
  private var changes: Bool { uses.writes || !hops.isEmpty || !parts.isEmpty }

  /// The type of what the method returns, where a `defer` comes behind that.
  private var resultBehindDefer: String? {
    guard let body = function.body,
      body.statements.contains(where: { $0.item.is(DeferStmtSyntax.self) }),
      let type = function.signature.returnClause?.type, !type.is(SomeOrAnyTypeSyntax.self)
    else { return nil }
    return type.trimmedDescription
  }

  private var conditions: String { ifMoved ? ", ifMoved: true" : "" }

  /// The event, as code.
  private var name: String {
    parameter == nil ? literal(event) : "_tracedEvent"
  }

  // MARK: - What comes before the body

  /// The step, in one line.
  var prologue: String {
    if isLocked { return isPart || parts.isEmpty ? "" : callPrologue }
    if startsOnlyTasks || !besideLock.isEmpty || start != nil { return "" }
    return waits ? knownEvent + runPrologue : stepPrologue
  }

  /// The event that a parameter names, for a method that waits.
  private var knownEvent: String {
    parameter.map { "let _tracedEvent = OrreryTraced.TracedName.of(\($0)); " } ?? ""
  }

  private var stepPrologue: String {
    let keyword = refusals.isEmpty ? "let" : "var"
    let begin =
      function.has(.mutating)
      ? "self._tracedBegin(\(isAsync ? "waits: true" : ""))"
      : "self._traced.begin(self._tracedState)"
    let known = parameter.map {
      "let _tracedEvent = \(Self.step) == nil ? \"\" : OrreryTraced.TracedName.of(\($0)); "
    }
    return "\(keyword) \(Self.step) = self._traced.isOn ? \(begin) : nil; "
      + (known ?? "") + "defer { if let \(Self.step) { "
      + "\(Self.step).end(\(name)\(conditions), self._tracedState, self._traced) } }"
  }

  /// Has the helpers that hold the lock know whose step it is.
  private var callPrologue: String {
    "let _tracedCall = self._traced.isOn; if _tracedCall { self._traced.call(\(literal(event))) }; "
      + "defer { if _tracedCall { self._traced.endCall() } }"
  }

  private var runPrologue: String {
    let start =
      isPart
      ? "OrreryTraced.TracedRun.part(self._traced, \(name), self._tracedState)"
      : "self._traced.run(\(name)\(conditions), self._tracedState)"
    return "var \(Self.step) = \(start); "
      + "defer { \(Self.step).end(self._tracedState) }"
  }

  /// Whether all that the method does with the state is done by tasks that it starts.
  private var startsOnlyTasks: Bool {
    uses.writesInTask && !uses.writes && !uses.tests
  }

  // MARK: - The body

  /// The body, in a function of its own where the compiler asks for that.
  ///
  /// Swift up to 6.3 at least fails on a capture list in the body that a macro gives a method
  /// (swiftlang/swift#80050), but not in a function inside of it.
  func wrapped(_ body: String) -> String {
    guard let code = function.body, CaptureLists.isAny(in: code) else { return body }
    let effects = function.signature.effectSpecifiers?.trimmedDescription ?? ""
    let result = function.signature.returnClause.map { " \($0.trimmedDescription)" } ?? ""
    let fails = function.signature.effectSpecifiers?.throwsClause != nil
    let call = (fails ? "try " : "") + (isAsync ? "await " : "") + "_tracedBody()"
    return "\nfunc _tracedBody() \(effects)\(result) {\(body)\n}\nreturn \(call)"
  }

  private var isAsync: Bool { function.signature.effectSpecifiers?.asyncSpecifier != nil }

  func edited(_ body: CodeBlockSyntax) -> String {
    var edits = BodyEdits()
    let result = Self.implicitResult(of: function)
    if isLocked {
      lockEdits.add(to: &edits, inside: inLock, behind: firstWait)
    } else if waits {
      var waiting = WaitEdits(
        step: Self.step, owner: "self", parts: parts, hops: hops,
        touches: changes ? uses.touches : [], in: body, result: resultBehindDefer)
      if let result {
        waiting.add(to: &edits, before: result)
      } else {
        waiting.add(to: &edits, in: body.statements)
      }
    } else {
      lockEdits.add(to: &edits, beside: besideLock)
      if let start { edits.insert("; \(stepPrologue)", after: start) }
      if besideLock.isEmpty { followSelf(in: body, &edits) }
    }
    if let result { edits.insert("return ", before: result) }
    Refusals.note(refusals, in: &edits, of: Self.step, type: waits ? "TracedRun" : "TracedStep")
    if !isLocked {
      TaskEdits(
        event: event, state: state, uses: uses, locals: function.localNames, parts: parts,
        hops: hops
      ).add(to: &edits, in: body)
    }
    return edits.applied(to: body.statements)
  }

  private var lockEdits: LockEdits {
    let own = parameter.map { "OrreryTraced.TracedName.of(\($0))" } ?? literal(event)
    let event = isLocked && isPart ? "self._traced.caller(or: \(own))" : own
    return LockEdits(event: event, conditions: conditions)
  }

  /// Where the method has waited for the first time.
  private var firstWait: AbsolutePosition? {
    guard let body = function.body else { return nil }
    let children = ChildTasks(in: body)
    return Waits(in: [Syntax(body)], parts: [], hops: hops, children: children).all.first?.end
  }

  /// Goes on with the step where the method replaces the machine and calls others of it afterwards.
  private func followSelf(in body: CodeBlockSyntax, _ edits: inout BodyEdits) {
    guard function.has(.mutating), start == nil, !uses.calls.isEmpty else { return }
    for replacement in Replacements.all(in: body) {
      edits.insert("; \(Self.step)?.follow(self._traced)", after: replacement)
    }
  }

  /// The only expression of a body that is its result without a `return`.
  private static func implicitResult(of function: FunctionDeclSyntax) -> ExprSyntax? {
    guard let type = function.signature.returnClause?.type.trimmedDescription,
      !["Void", "()", "Never"].contains(type), let items = function.body?.statements,
      items.count == 1, let item = items.first?.item
    else { return nil }
    let expression = item.as(ExprSyntax.self) ?? item.as(ExpressionStmtSyntax.self)?.expression
    guard let expression, !Returns.isAny(in: expression), !expression.neverReturns else {
      return nil
    }
    return expression
  }
}

extension ExprSyntax {
  /// Whether the expression is a call that ends the program.
  fileprivate var neverReturns: Bool {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return callee.map { ["fatalError", "preconditionFailure"].contains($0) } ?? false
  }
}

/// The `throw`s by which a function itself ends: none in closures, and none that a `catch` is for.
final class Refusals: SyntaxVisitor {
  private var found: [ThrowStmtSyntax] = []

  static func all(in body: some SyntaxProtocol) -> [ThrowStmtSyntax] {
    let visitor = Refusals(viewMode: .sourceAccurate)
    visitor.walk(body)
    return visitor.found
  }

  /// Has the step know of the errors, which may be thrown where no other statement may stand.
  static func note(
    _ refusals: [ThrowStmtSyntax], in edits: inout BodyEdits, of step: String, type: String
  ) {
    for refusal in refusals {
      edits.insert("OrreryTraced.\(type).refusal(", before: refusal.expression)
      edits.insert(", of: &\(step))", after: refusal.expression)
    }
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }

  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    guard !node.catchClauses.isEmpty else { return .visitChildren }
    walk(node.catchClauses)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.parent == nil ? .visitChildren : .skipChildren
  }
}

/// The statements by which a method replaces the machine: `self = Door()`.
private final class Replacements: SyntaxVisitor {
  private var found: [CodeBlockItemSyntax] = []

  static func all(in node: some SyntaxProtocol) -> [CodeBlockItemSyntax] {
    let visitor = Replacements(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    let parts =
      node.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements.map { $0 } ?? []
    if parts.count > 2, parts[0].isPlainSelf, parts[1].is(AssignmentExprSyntax.self) {
      found.append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.parent == nil ? .visitChildren : .skipChildren
  }
}

/// Whether a closure says what it keeps.
final class CaptureLists: SyntaxVisitor {
  private var found = false

  static func isAny(in node: some SyntaxProtocol) -> Bool {
    let visitor = CaptureLists(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: ClosureCaptureClauseSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}

/// Whether code returns, other than from closures.
private final class Returns: SyntaxVisitor {
  private var found = false

  static func isAny(in node: some SyntaxProtocol) -> Bool {
    let visitor = Returns(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
