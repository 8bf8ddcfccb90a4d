import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// The way to a wait inside of a loop, which any round of it may come to.
extension Interpreter {
  /// The way into a loop on which a walk goes on behind a wait: what earlier rounds may have left in
  /// variables is not known.
  func inAnyRound(of loop: some SyntaxProtocol, _ path: Path) -> Path {
    guard let resumption, path.segment == nil, resumption.continuation.trail.contains(loop.id)
    else { return path }
    return leavings(ofRoundsOf: loop, path).sorted { $0.key < $1.key }.reduce(into: path) {
      path, left in
      guard let place = path.place(of: left.key), place.path.isEmpty, place.name != "self",
        place != watched.map(path.resolved), let known = path.value(at: place), known.isPlain,
        case .unknown(var value) = numbered(
          fresh(left.key, path, type: known.type), asLocal: left.key, at: loop)
      else { return }
      if case .atLeast(let number) = left.value, let first = known.least {
        value.atLeast = min(number, first, Self.highestCount)
      }
      path.set(.unknown(value), at: place)
    }
  }

  /// What rounds leave in variables, also by the closures and functions around that they call.
  private func leavings(ofRoundsOf loop: some SyntaxProtocol, _ path: Path) -> [String:
    RoundLeaving]
  {
    cache.assigned(in: loop).called.reduce(into: cache.leavings(ofRoundsOf: loop)) { left, name in
      let code: Syntax? =
        switch path.place(of: name).flatMap(path.value) {
        case .closure(let closure): Syntax(closure.node)
        case .local(let function, _): Syntax(function.node)
        default: nil
        }
      guard let code else { return }
      for name in cache.assigned(in: code).names { left[name] = .anything }
    }
  }

  /// Greater numbers are not told apart, so that a loop which counts comes to an end.
  private static let highestCount = 1

  /// A whole number that was counted up: `attempt += 1`.
  func counting(
    _ new: Value, _ op: String, _ value: Operation, from old: @autoclosure () -> Value?,
    _ target: ExprSyntax
  ) -> Value {
    // To look at the old value is to ask for it.
    guard case .unknown(var unknown) = new, let step = value.step(op, of: target), step > 0,
      let least = old()?.least
    else { return new }
    let highest = Self.highestCount
    unknown.atLeast = min(min(least, highest) + min(step, highest), highest)
    return .unknown(unknown)
  }
}

extension Operation {
  /// By how much an assignment counts up what it assigns.
  fileprivate func step(_ op: String, of target: ExprSyntax) -> Int? {
    switch (op, form) {
    case ("+=", _): number
    case ("=", .binary(let left, "+", let right)) where left.text == target.trimmedText:
      right.number
    default: nil
    }
  }

  /// The whole number that it is, as written.
  fileprivate var number: Int? {
    guard case .operand(let node) = form else { return nil }
    return node.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text) }
  }
}

extension Value {
  /// What a whole number is at least.
  var least: Int? {
    switch self {
    case .literal(let text): Int(text)
    case .unknown(let unknown): unknown.atLeast
    default: nil
    }
  }
}

extension Value {
  /// Whether it stands for itself, and leads to no code.
  fileprivate var isPlain: Bool {
    switch self {
    case .literal, .bool, .absent, .enumCase, .unknown: true
    default: false
    }
  }
}

/// What a round of a loop leaves in a variable.
enum RoundLeaving {
  /// Nothing less than a number, where it was none before.
  case atLeast(Int)
  case anything
}

/// Looks for the variables that a round of a loop gives something else, and the next one finds so.
final class RoundLeavings: SyntaxVisitor {
  private let loop: SyntaxIdentifier
  /// Whether some statement of the loop begins its next round.
  private var mayContinue = false
  private var found: [String: RoundLeaving] = [:]

  private init(_ loop: SyntaxIdentifier) {
    self.loop = loop
    super.init(viewMode: .sourceAccurate)
  }

  static func find(in loop: some SyntaxProtocol) -> [String: RoundLeaving] {
    let finder = RoundLeavings(loop.id)
    finder.mayContinue = loop.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.continue)
    }
    finder.walk(loop)
    return finder.found
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard case .assignment(let target, let op, let value) = Operation(Array(node.elements)).form
    else { return .visitChildren }
    if let name = target.as(DeclReferenceExprSyntax.self), !leaves(after: node) {
      add(value, op, to: Naming.identifier(name.baseName.text), target)
    }
    for element in target.as(TupleExprSyntax.self)?.elements ?? [] { change(element.expression) }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    change(node.expression)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      ["toggle", "negate"].contains(member.declName.baseName.text)
    {
      change(base)
    }
    return .visitChildren
  }

  private func change(_ target: ExprSyntax) {
    guard let name = target.as(DeclReferenceExprSyntax.self) else { return }
    found[Naming.identifier(name.baseName.text)] = .anything
  }

  private func add(_ value: Operation, _ op: String, to name: String, _ target: ExprSyntax) {
    let step = value.step(op, of: target)
    let least = step.map { $0 < 0 ? nil : Int.max } ?? (op == "=" ? value.number : nil)
    switch (found[name], least) {
    case (.atLeast(let known)?, let least?): found[name] = .atLeast(min(known, least))
    case (nil, let least?): found[name] = .atLeast(least)
    default: found[name] = .anything
    }
  }

  /// Whether the statements that one stands among end the loop.
  private func leaves(after node: SequenceExprSyntax) -> Bool {
    var current = node.parent
    var ends = false
    while let parent = current, parent.id != loop {
      // What ends a function inside of the loop does not end that.
      if parent.is(ClosureExprSyntax.self) || parent.is(FunctionDeclSyntax.self) { return false }
      let items = parent.as(CodeBlockItemListSyntax.self)
      switch items?.last.map({ Syntax($0.item).kind }) {
      case .returnStmt: ends = true
      case .breakStmt where isOwn(parent): ends = true
      default: break
      }
      current = parent.parent
    }
    return ends && !mayContinue
  }

  /// Whether a `break` among some statements ends the loop, and nothing inside of it.
  private func isOwn(_ items: Syntax) -> Bool {
    var current = items.parent
    while let node = current, node.id != loop {
      if [.forStmt, .whileStmt, .repeatStmt, .switchExpr].contains(node.kind) { return false }
      current = node.parent
    }
    return true
  }
}
