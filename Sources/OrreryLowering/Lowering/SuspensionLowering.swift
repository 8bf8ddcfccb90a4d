import OrreryProgram
import SwiftSyntax

/// Waits: each comes to stand alone at the end of a block, and what follows it in another one.
///
/// An `await` covers all that stands behind it. It is for the calls among the operands, for an argument
/// where the function that is called is known not to wait, else for the call itself: which of the two
/// is seen once it is executed.
extension FunctionLowering {
  /// The `await` that stands before an expression, with the `try` around or behind it.
  private struct Words {
    var node: Expression
    var attempt: (kind: Expression.AttemptKind, node: Expression)?

    /// All that they cover, as written.
    var whole: Expression { attempt?.node ?? node }

    /// An expression with both words before it.
    func covering(_ value: Expression, wordedAs text: String? = nil) -> Expression {
      trying(node.replaced(by: .wait(value), wordedAs: text), wordedAs: text)
    }

    /// An expression with the `try` before it, where there is one.
    func trying(_ value: Expression, wordedAs text: String?) -> Expression {
      guard let attempt else { return value }
      return attempt.node.replaced(by: .attempt(attempt.kind, value), wordedAs: text)
    }
  }

  /// An expression that waits for nothing: what it has waited for stands in blocks before.
  func suspending(_ value: Expression, as type: TypeReference? = nil) -> Expression {
    guard hasWaits, value.waits else { return value }
    let value = coveringOperands(of: value)
    switch value.form {
    case .wait(let inner):
      guard case .attempt(let kind, let called) = inner.form else {
        return suspended(inner, Words(node: value), as: type)
      }
      return suspended(called, Words(node: value, attempt: (kind, inner)), as: type)
    case .attempt(let kind, let inner):
      let words = Words(node: inner, attempt: (kind, value))
      if case .wait(let awaited) = inner.form,
        kind != .optional || spread(words, over: awaited) == nil
      {
        return suspended(awaited, words, as: type)
      }
      if kind == .optional { return attempted(inner, value) }
      return value.mapChildren { suspending($0, as: type) }
    case .and(let left, let right) where right.waits: return chosen(left, right, isAnd: true, value)
    case .or(let left, let right) where right.waits: return chosen(left, right, isAnd: false, value)
    case .coalesce(let left, let right) where right.waits: return coalesced(left, right, value)
    case .conditional(let condition, let yes, let no) where yes.waits || no.waits:
      return chosen(suspending(condition), value, then: { yes }, otherwise: { no })
    case .assign(let place, let op, let given):
      return value.replaced(by: .assign(place, op: op, suspending(given)))
    default: return inOrder(value)
    }
  }

  /// The value of an `async let`: an own function that waits is waited for, though no word says so.
  func suspendingBeside(_ node: ExprSyntax) -> Expression {
    // It reads the same with words and without.
    let value = lower(node).unwaited
    guard !value.waits, chance(value) == .surely else { return suspending(value) }
    hasWaits = true
    return suspending(covered(value))
  }

  /// An operator with an `await` before its later operands too, where one further left is for them:
  /// `await isOn() && isReady()`.
  func coveringOperands(of value: Expression) -> Expression {
    guard value.leavesOutLater != nil, let start = value.children.firstIndex(where: \.waits)
    else { return value }
    let parts = awaitedParts(of: value, from: start)
    return value.mapChildren { index, part in
      index > start && parts.contains(index) && !part.waits && part.isCovered ? covered(part) : part
    }
  }

  /// An expression with the `await` before it that stands further left.
  private func covered(_ value: Expression) -> Expression {
    if case .attempt(.plain, let inner) = value.form {
      return value.replaced(by: .attempt(.plain, covered(inner)))
    }
    return value.replaced(by: .wait(value))
  }

  /// The parts of an expression: what is called before the last wait is called before it.
  private func inOrder(_ value: Expression) -> Expression {
    let last = value.children.lastIndex(where: \.waits) ?? -1
    return value.mapChildren { index, child in
      if child.waits { return suspending(child) }
      return index < last && child.calls ? kept(child) : child
    }
  }

  // MARK: - What an `await` is for

  private func suspended(
    _ value: Expression, _ words: Words, as type: TypeReference?
  ) -> Expression {
    guard let spread = spread(words, over: value) else { return point(value, words, as: type) }
    return suspending(spread, as: type)
  }

  /// An expression with the `await` before those of its parts that it is for; nothing where it is for
  /// the expression itself.
  private func spread(_ words: Words, over value: Expression) -> Expression? {
    var parts = awaitedParts(of: value)
    switch value.form {
    case .not, .cast, .unwrap: parts = [0]
    case .assign: parts = [1]
    case .element: break
    // Several tasks are waited for together.
    case .tuple, .array, .dictionary:
      guard value.children.contains(where: \.isPlainCall) else { return nil }
    default:
      guard value.leavesOutLater != nil, !value.children.isEmpty else { return nil }
      if parts.isEmpty { parts = [0] }
    }
    guard !parts.isEmpty else { return nil }
    return value.mapChildren { index, part in
      if parts.contains(index) { return words.covering(part, wordedAs: part.text) }
      return part.calls ? words.trying(part, wordedAs: part.text) : part
    }
  }

  // MARK: - Points

  /// A suspension point, and the variable that stands for what was waited for.
  private func point(
    _ value: Expression, _ words: Words, as type: TypeReference?
  ) -> Expression {
    let ordered = inOrder(value)
    let value = operandsAhead(of: ordered, inside: awaitedCall ?? ordered, words)
    return suspend(
      words.covering(value), inside: awaitedCall, value, as: type, wordedAs: words.whole)
  }

  private func suspend(
    _ covered: Expression, inside outer: Expression?, _ value: Expression,
    as type: TypeReference?, wordedAs whole: Expression? = nil
  ) -> Expression {
    let (variable, next) = (variable(""), block())
    finish(
      .suspend(Suspend(covered, inside: outer, to: variable, as: type, next: next)), statement)
    resume(next)
    var result = standing(for: value, variable)
    if let whole { result.text = whole.text }
    return result
  }

  /// The calls in a call that may wait in its place, or within themselves: each is a point of its own.
  ///
  /// - Parameter outer: The call that the words stand before.
  private func operandsAhead(
    of value: Expression, inside outer: Expression, _ words: Words
  ) -> Expression {
    guard case .call(var call) = value.form else { return value }
    if case .member(let base, let name) = call.callee, base.startsAtOwnCall {
      let ready = operandsAhead(of: base, inside: base, words)
      call.callee = .member(
        suspend(words.covering(ready), inside: value, ready, as: nil), name)
    }
    if call.isOnSelf {
      let isOwn = !ownFunctions(of: call).isEmpty
      for (offset, argument) in call.arguments.enumerated()
      where isOwn || argument.value.isPlainCall {
        call.arguments[offset].value = argumentAhead(argument.value, inside: outer, words)
      }
    }
    return value.replaced(by: .call(call))
  }

  private func argumentAhead(
    _ value: Expression, inside outer: Expression, _ words: Words
  ) -> Expression {
    if value.isPlainCall {
      let ready = operandsAhead(of: value, inside: outer, words)
      return suspend(words.covering(ready), inside: outer, ready, as: nil)
    }
    guard chance(value) >= .asCall, value.calls else { return value }
    let known = awaitedCall
    awaitedCall = outer
    defer { awaitedCall = known }
    return suspending(words.covering(value, wordedAs: value.text))
  }

  /// A variable that has no name in the source, worded as what it stands for.
  private func standing(for value: Expression, _ variable: Variable) -> Expression {
    Expression(.variable(variable), id: value.id, location: value.location) { value.text }
  }

  /// What an expression gives, worked out before what follows.
  private func kept(_ value: Expression) -> Expression {
    let variable = variable("")
    emit(.declare(.bind(variable), value, nil))
    return standing(for: value, variable)
  }

  // MARK: - What is not always evaluated

  private func chosen(
    _ left: Expression, _ right: Expression, isAnd: Bool, _ node: Expression
  ) -> Expression {
    let answer = node.replaced(by: .bool(!isAnd), wordedAs: "\(!isAnd)")
    return chosen(
      suspending(left), node, then: { isAnd ? right : answer },
      otherwise: { isAnd ? answer : right })
  }

  private func coalesced(
    _ left: Expression, _ right: Expression, _ node: Expression
  ) -> Expression {
    let found = kept(suspending(left))
    let absent = node.replaced(by: .absent, wordedAs: "nil")
    let isThere = node.replaced(
      by: .equal(found, absent, op: "!="), wordedAs: "\(left.text) != nil")
    return chosen(isThere, node, then: { found }, otherwise: { right })
  }

  /// A value that one of two expressions gives.
  private func chosen(
    _ condition: Expression, _ node: Expression, then yes: () -> Expression,
    otherwise no: () -> Expression
  ) -> Expression {
    let variable = variable("")
    let start = open()
    let (then, otherwise, behind) = (block(in: start), block(in: start), block())
    finish(
      .branch([.holds(condition)], then: then, otherwise: otherwise, behind: behind), statement)
    // Known around, so that it is known behind.
    emit(.declare(.bind(variable), nil, nil), in: start)
    fill(then, then: .jump(behind)) { set(variable, to: yes(), node) }
    fill(otherwise, then: .jump(behind)) { set(variable, to: no(), node) }
    resume(behind)
    return standing(for: node, variable)
  }

  /// What `try?` gives around more than a wait: the value, or nothing where a part of it throws.
  private func attempted(_ inner: Expression, _ node: Expression) -> Expression {
    let (variable, error) = (variable(""), variable(""))
    let start = open()
    let (body, handler, behind) = (block(in: start), block(in: start), block())
    finish(.attempt(body: body, handler: handler, error: error, behind: behind), statement)
    // Known around, so that it is known behind.
    emit(.declare(.bind(variable), nil, nil), in: start)
    fill(body, then: .jump(behind)) {
      let tried = coveringOperands(of: inner).tryingWaits
      set(variable, to: node.replaced(by: .attempt(.plain, tried)), node)
    }
    fill(handler, then: .jump(behind)) {
      let (clause, end) = (block(in: open()), block())
      finish(
        .match(
          Match(
            subject: standing(for: node, error),
            clauses: [Match.Clause(items: [], location: node.location, target: clause)],
            hasUnknownDefault: false, behind: end)), statement)
      fill(clause, then: .jump(end)) {
        set(variable, to: node.replaced(by: .absent, wordedAs: "nil"), node)
      }
      resume(end)
    }
    resume(behind)
    return standing(for: node, variable)
  }

  private func set(_ variable: Variable, to value: Expression, _ node: Expression) {
    let value = suspending(value)
    let place = standing(for: node, variable)
    emit(.evaluate(node.replaced(by: .assign(place, op: "=", value))))
  }
}

extension Expression {
  /// - Parameter change: What is put in place of a part, by the place of that among all.
  fileprivate func mapChildren(_ change: (Int, Expression) -> Expression) -> Expression {
    var index = 0
    return mapChildren { child in
      defer { index += 1 }
      return change(index, child)
    }
  }

  /// The expression with a `try` before each `await` in it that has none.
  fileprivate var tryingWaits: Expression {
    switch form {
    case .wait: replaced(by: .attempt(.plain, self))
    case .attempt, .closure: self
    default: mapChildren(\.tryingWaits)
    }
  }

  /// Whether an `await` further left covers all that it calls.
  fileprivate var isCovered: Bool {
    !contains { if case .call(let call) = $0.form { !call.isAwaited } else { false } }
  }

  /// Whether it is a call, with nothing but a `try` before it.
  fileprivate var isPlainCall: Bool {
    switch form {
    case .call: true
    case .attempt(.plain, let inner): inner.isPlainCall
    default: false
    }
  }

  /// Whether a chain of calls begins with one of the type's own functions: to make a value is to wait
  /// for nothing.
  fileprivate var startsAtOwnCall: Bool {
    guard case .call(let call) = form else { return false }
    if call.isOnSelf { return call.name.first?.isUppercase == false }
    if case .member(let base, _) = call.callee { return base.startsAtOwnCall }
    return false
  }
}
