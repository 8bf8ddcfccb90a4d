import OrreryProgram

/// The answer to a condition on one path.
enum Answer {
  case known(Path, Bool)
  /// Not known: the path where it holds, the path where it does not, and the condition as written.
  case open(yes: Path, no: Path, text: String)

  /// The answer without a path that contradicts what is known: the condition is told nevertheless.
  var decided: Answer {
    guard case .open(var yes, var no, let text) = self else { return self }
    yes.isImpossible = yes.isRefused
    no.isImpossible = no.isRefused
    return .open(yes: yes, no: no, text: text)
  }

  /// The answer, where it also tells something of a value.
  func telling(_ symbol: Symbol, _ fact: Fact, otherwise: Fact) -> Answer {
    guard case .open(var yes, var no, let text) = self else { return self }
    yes.facts[symbol] = fact
    no.facts[symbol] = otherwise
    return .open(yes: yes, no: no, text: text)
  }

  /// The same answer to a question that is worded otherwise.
  func worded(_ text: String) -> Answer {
    guard case .open(let yes, let no, _) = self else { return self }
    return .open(yes: yes, no: no, text: text)
  }

  /// The paths on which it was given.
  var paths: [Path] {
    switch self {
    case .known(let path, _): [path]
    case .open(let yes, let no, _): [yes, no]
    }
  }

  /// The paths on which a run may come to an answer.
  func paths(_ wanted: Bool) -> [Path] {
    switch self {
    case .known(let path, let value): value == wanted ? [path] : []
    case .open(let yes, let no, _): [wanted ? yes : no].filter { !$0.isRefused }
    }
  }

  func inverted(text: String) -> Answer {
    switch self {
    case .known(let path, let value): .known(path, !value)
    case .open(let yes, let no, _): .open(yes: no, no: yes, text: text)
    }
  }
}

extension Execution {
  /// The paths where all conditions hold, and those where one does not.
  ///
  /// Of a list that changes nothing, the failing paths are one: `!(a && b)`.
  ///
  /// - Parameter isSpared: Whether they only spare the write of what is there already: that is no
  ///   question about the state.
  func branch(
    _ conditions: [Condition], _ path: Path, isSpared: Bool = false
  ) -> (yes: [Path], no: [Path]) {
    let kept = calls.isSparing
    calls.isSparing = isSpared || kept
    defer { calls.isSparing = kept }
    var yes = [path]
    var no: [Path] = []
    var open: [Clause] = []
    var isLinear = true
    for condition in conditions {
      var next: [Path] = []
      for path in yes {
        let answers = answer(condition, path)
        isLinear =
          isLinear && answers.count == 1 && yes.count == 1
          && (conditions.count == 1 || !hasChanged(answers, since: path))
        let lasts = setting.isSuspending && lasts(condition, path)
        for answer in answers {
          sort(answer, to: condition, from: path, lasts: lasts, yes: &next, no: &no, open: &open)
        }
      }
      yes = next
      if yes.isEmpty { break }
    }
    if isLinear, open.count > 1, let first = no.first {
      var rest = no.dropFirst().reduce(first) { $0.weaker(than: $1) }
      rest.guards = path.guards + (yes.isEmpty ? [] : [Clause.denial(of: open)])
      no = [rest]
    }
    return (bounded(yes), bounded(narrowed(no)))
  }

  private func sort(
    _ answer: Answer, to condition: Condition, from path: Path, lasts: Bool, yes: inout [Path],
    no: inout [Path], open: inout [Clause]
  ) {
    switch answer {
    case .known(let path, true): yes.append(path)
    case .known(let path, false): no.append(path)
    case .open(let left, let right, let text):
      let text = path.retold(text, of: condition.variables)
      var patterns: [Pattern] = []
      if case .matches(let pattern, _, _) = condition { patterns = [pattern] }
      let standing = standing(left, right, lasts: lasts)
      let clause = Clause(text: text, patterns: patterns).standing(standing)
      open.append(clause)
      if !left.isRefused { yes.append(left.under(clause)) }
      let denial = Clause(text: text, isNegated: true, patterns: patterns).standing(standing)
      if !right.isRefused { no.append(right.under(denial)) }
    }
  }

  /// How a value that is matched is worded: a state that was set to something else by what it was set
  /// to, since its own name tells what it was before.
  func wording(of node: Expression, _ value: Value, _ path: Path) -> String {
    // In a getter `self` is what that was asked of.
    if case .selfValue = node.form, path.depth > 1, case .unknown(let unknown) = value {
      return unknown.text
    }
    guard path.trail.writeLocation != nil, setting.state.structType == nil,
      let watched = setting.state.place,
      case .unknown(let unknown) = value,
      case .parameter = symbols.origin(of: unknown.symbol),
      place(of: node, path).map(path.resolved) == path.resolved(watched),
      let given = path.value(at: watched)
    else { return path.inCallersWords(node.text, of: node.variables) }
    return given.text
  }

  private func answer(_ condition: Condition, _ path: Path) -> [Answer] {
    switch condition {
    case .holds(let expression): return truth(expression, path).map { worded($0, expression) }
    case .matches(let pattern, let text, let subject):
      return evaluate(subject, path).map { way in
        let asked = wording(of: subject, way.value, way.path)
        return match(pattern, way.value, way.path)
          .worded(asked.isEmpty ? "case \(text.text)" : "case \(text.text) = \(asked)")
      }
    case .binds(let pattern, let value, let text):
      if case .bind(let variable) = pattern, let place = machine(named: value, path) {
        return [.known(path.declaring(variable, .alias(place)), true)]
      }
      let ways = answering(value) { evaluate(value, path) }
      return answers(ways, from: path, text: text) { bind(pattern, $0, text: text) }
    case .unknown(let text): return [.open(yes: path, no: path, text: text)]
    }
  }

  private func bind(_ pattern: Pattern, _ way: Way, text: String) -> Answer {
    let path = asking(of: way.value, way.path)
    var holds = path
    if case .bind(let variable) = pattern { holds.declare(variable, inside(way.value)) }
    return presence(of: asked(way.value), holds: holds, fails: path, text: text)
  }

  /// What an optional holds, where it holds something: `.none` of an enum with such a case is not the
  /// optional's.
  private func inside(_ value: Value) -> Value {
    guard case .unknown(var unknown) = value.found,
      type(unknown.domain?.type)?.enumCase("none") != nil
    else { return value.found }
    unknown.symbol = symbols.symbol(.payload(unknown.symbol, name: "some", index: 0))
    return .unknown(unknown)
  }

  /// Whether an optional holds a value, on paths of which one is taken where it does.
  func presence(of value: Value, holds: Path, fails: Path, text: String) -> Answer {
    if case .absent = value { return .known(fails, false) }
    guard case .unknown(let unknown) = value, !unknown.isPresent else { return .known(holds, true) }
    switch fails.facts[unknown.symbol] {
    case .isCase(let value) where value.name == "none": return .known(fails, false)
    case .isCase: return .known(holds, true)
    case .isNot(let names) where names.contains("none"): return .known(holds, true)
    case .isNot(let names) where names.contains("some"): return .known(fails, false)
    default:
      let presence = symbols.symbol(.presence(unknown.symbol))
      return Answer.open(yes: holds, no: fails, text: text)
        .telling(unknown.symbol, .isNot(["none"]), otherwise: .isNot(["some"]))
        .telling(presence, .bool(true), otherwise: .bool(false)).decided
    }
  }

  // MARK: - Truth

  func truth(_ expression: Expression, _ path: Path) -> [Answer] {
    switch expression.form {
    case .not(let inner):
      return truth(inner, path).map { $0.inverted(text: expression.text) }
    case .and(let left, let right):
      return truth(left, path).flatMap { join($0, right, decisive: false) }
    case .or(let left, let right):
      return truth(left, path).flatMap { join($0, right, decisive: true) }
    case .equal(let left, let right, let op) where ["==", "!="].contains(op):
      return equal(left, right, op, expression.text, path)
    default:
      let ways = answering(expression) { evaluate(expression, path) }
      return answers(ways, from: path, text: expression.text) {
        known($0.value, $0.path, text: expression.text)
      }
    }
  }

  private func equal(
    _ left: Expression, _ right: Expression, _ op: String, _ text: String, _ path: Path
  ) -> [Answer] {
    if right.isAbsent || left.isAbsent {
      return evaluate(right.isAbsent ? left : right, path).map { way in
        presence(of: way.value, way.path, isWanted: op == "!=", text: text)
      }
    }
    guard op == "!=" else { return isEqual(left, right, text: text, path) }
    // The opposite of `==`, so that what one has found answers the other.
    return isEqual(left, right, text: "\(left.text) == \(right.text)", path)
      .map { $0.inverted(text: text) }
  }

  /// Whether an optional holds a value.
  func presence(of value: Value, _ path: Path, isWanted: Bool, text: String) -> Answer {
    let path = asking(of: value, path)
    let answer = presence(
      of: settled(asked(value), path), holds: path, fails: path, text: text)
    return isWanted ? answer : answer.inverted(text: text)
  }

  /// The answer that a value gives, where it is one.
  func known(_ value: Value, _ path: Path, text: String) -> Answer {
    if case .bool(let value) = value { return .known(path, value) }
    guard let symbol = value.unknown?.symbol else { return .open(yes: path, no: path, text: text) }
    if let value = path.answer(to: symbol) {
      guard case .told = symbols.origin(of: symbol) else { return .known(path, value) }
      var (yes, no) = (path, path)
      (yes.isImpossible, no.isImpossible) = (!value, value)
      return .open(yes: yes, no: no, text: text)
    }
    return Answer.open(yes: path, no: path, text: text)
      .telling(symbol, .bool(true), otherwise: .bool(false)).decided
  }

  /// The answers to `a && b` or `a || b`, of which the first side has been asked.
  ///
  /// - Parameter decisive: The answer by which one side decides the whole: `false` for `&&`.
  private func join(_ left: Answer, _ right: Expression, decisive: Bool) -> [Answer] {
    switch left {
    case .known(let path, let holds): return holds == decisive ? [left] : truth(right, path)
    case .open(let yes, let no, let text):
      let (decided, open) = decisive ? (yes, no) : (no, yes)
      let answers = truth(right, open)
      if hasChanged(answers, since: open) {
        let (holds, fails) = apart(yes, no, text)
        return decisive
          ? holds.answering(true) + truth(right, fails)
          : fails.answering(false) + truth(right, holds)
      }
      return answers.map { answer in
        switch answer {
        case .known(let path, decisive): .known(decided.weaker(than: path), decisive)
        case .known(let path, true): .open(yes: path, no: decided, text: text)
        case .known(let path, false): .open(yes: decided, no: path, text: text)
        case .open(let right, let neither, let more) where decisive:
          .open(yes: decided.weaker(than: right), no: neither, text: "\(text) || \(more)")
        case .open(let both, let right, let more):
          .open(
            yes: both, no: decided.weaker(than: right),
            text: Clause.conjunction([Clause(text: text), Clause(text: more)]))
        }
      }
    }
  }

  /// Whether what is asked has changed the state, or a variable as far as that is known, or started a
  /// task: then it matters whether it was asked.
  func hasChanged(_ answers: [Answer], since path: Path) -> Bool {
    answers.flatMap(\.paths).contains { way in
      way.trail.writeLocation != path.trail.writeLocation
        || !way.progress.hasStartedSame(as: path.progress)
        || !way.progress.isPostponingSame(path.progress)
        || !keepsValues(way, since: path)
    }
  }

  /// The two paths of an open answer, each with the condition in its guard.
  ///
  /// - Parameter variables: Those that the condition refers to.
  func apart(
    _ yes: Path, _ no: Path, _ text: String, of variables: [Variable] = []
  ) -> (Path, Path) {
    let text = no.inCallersWords(text, of: variables)
    let standing = standing(yes, no)
    return (
      yes.under(Clause(text: text).standing(standing)),
      no.under(Clause(text: text, isNegated: true).standing(standing))
    )
  }

  /// The answer to a condition that is used as a value: both paths go on as one where it is not known.
  func asValue(_ answer: Answer) -> Way {
    switch answer {
    case .known(let path, let holds): return Way(path, .bool(holds))
    case .open(let yes, let no, let text):
      let symbol = freshSymbol(text, yes)
      return Way(yes.told(apartFrom: no, by: symbol), .unknown(Unknown(symbol, text: text)))
    }
  }
}

/// Conditions that are asked by another name: a property or a function that answers them.
extension Execution {
  /// What the ways of a condition answer.
  private func answers(
    _ ways: [Way], from path: Path, text: String, _ answer: (Way) -> Answer
  ) -> [Answer] {
    question(ways, from: path, text: text, answer).map { [$0] } ?? ways.map(answer)
  }

  /// One answer for the paths of a condition of which the state does not decide all: as it is written,
  /// whatever stands behind it.
  private func question(
    _ ways: [Way], from path: Path, text: String, _ answer: (Way) -> Answer
  ) -> Answer? {
    guard ways.count > 1, ways.contains(where: { $0.path.guards.count > path.guards.count }),
      ways.allSatisfy({ $0.value.isAnswer && isSilent($0.path, since: path, loosely: true) })
    else { return nil }
    let answers = ways.map(answer)
    let (yes, no) = (answers.flatMap { $0.paths(true) }, answers.flatMap { $0.paths(false) })
    if no.isEmpty, !yes.isEmpty { return .known(agreed(yes, from: path), true) }
    if yes.isEmpty { return .known(agreed(no.isEmpty ? ways.map(\.path) : no, from: path), false) }
    return .open(yes: agreed(yes, from: path), no: agreed(no, from: path), text: text)
  }

  /// One value for the paths of a choice between values of which nothing is known: which one it was
  /// shows in nothing but the value.
  func settledOnOne(_ ways: [Way], _ node: Expression, _ path: Path) -> [Way] {
    guard ways.count > 1, case .conditional = node.form, !isAskedAgain(node),
      ways.allSatisfy({ isOpaque($0.value) && isSilent($0.path, since: path) })
    else { return ways }
    let types = Set(ways.map(\.value.type))
    let one = agreed(ways.map(\.path), from: path)
    return [Way(one, fresh(node.text, one, type: types.count == 1 ? types.first ?? nil : nil))]
  }

  /// Whether the function that is executed asks for something elsewhere that a choice asks for.
  private func isAskedAgain(_ node: Expression) -> Bool {
    guard let body = calls.innermost?.body else { return false }
    let own = node.names
    var others: [String: Int] = [:]
    body.visit { for name in $0.ownNames { others[name, default: 0] += 1 } }
    return own.contains { name, count in others[name, default: 0] > count }
  }

  private func isOpaque(_ value: Value) -> Bool {
    guard case .unknown(let unknown) = value else { return false }
    return unknown.keyPath == nil && type(unknown.type)?.kind != .enum
  }

  /// Whether a path has done nothing, nor found out of some value which state it is.
  ///
  /// - Parameter loosely: Whether it may have asked others for something, and changed what nobody knew.
  private func isSilent(_ way: Path, since path: Path, loosely: Bool = false) -> Bool {
    guard sameOutcome(way, path, loosely: loosely), way.guards.starts(with: path.guards) else {
      return false
    }
    return !way.facts.contains { symbol, fact in
      path.facts[symbol] == nil && tellsState(fact, path)
    }
  }

  /// The start with what all of some paths from it have found out, and what they may have asked others
  /// for.
  private func agreed(_ ways: [Path], from path: Path) -> Path {
    let areSilent = ways.allSatisfy { isSilent($0, since: path) }
    var result = ways.dropFirst().reduce(ways[0]) {
      areSilent ? $0.weaker(than: $1) : join($0, $1, base: path)
    }
    (result.guards, result.decided) = (path.guards, path.decided)
    result.trail.branch = path.trail.branch
    return loosened(result, by: ways)
  }

  /// Whether a fact says which state some value is.
  func tellsState(_ fact: Fact, _ path: Path) -> Bool {
    guard case .isCase(let known) = fact, let type = watchedType(path) else { return false }
    return known.type == type
      || known.type == nil && self.type(type)?.enumCase(known.name) != nil
  }
}

extension Path {
  /// The answer that is known on a path; nothing where no run takes it.
  fileprivate func answering(_ holds: Bool) -> [Answer] {
    isImpossible ? [] : [.known(self, holds)]
  }
}

extension Value {
  fileprivate var isAnswer: Bool {
    switch self {
    case .bool, .unknown, .absent: true
    default: false
    }
  }
}

extension Expression {
  /// The names in it, each with how often it stands there.
  fileprivate var names: [String: Int] {
    var found: [String: Int] = [:]
    visit { for name in $0.ownNames { found[name, default: 0] += 1 } }
    return found
  }

  fileprivate var ownNames: [String] {
    switch form {
    case .variable(let variable): [variable.name]
    case .name(let name): [name]
    case .member(let base, let name):
      if case .selfValue = base.form { [name] } else { [] }
    default: []
    }
  }

  var isAbsent: Bool { if case .absent = form { true } else { false } }
}

extension Condition {
  /// The variables that it refers to.
  fileprivate var variables: [Variable] { expression?.variables ?? [] }
}

extension Expression {
  /// The variables that it refers to.
  var variables: [Variable] {
    var found: [Variable] = []
    visit { if case .variable(let variable) = $0.form { found.append(variable) } }
    return found
  }
}
