import OrreryProgram

/// `switch`: the first clause that matches, and what those before it have refused.
extension Execution {
  /// A path that no clause has taken yet, and the patterns that it did not match.
  private struct Remainder {
    var path: Path
    var refused: [(pattern: Pattern, clause: Clause)] = []
    /// Those that are refused whatever else is asked for.
    var whole: [Pattern] = []
    /// The one that it did match, where the condition behind that changed something and does not hold.
    var matched: Pattern?
  }

  func run(_ match: Match, of body: Body, _ path: Path) -> [Flow] {
    let mark = departed.mark
    let flows = evaluate(match.subject, path).flatMap { way in
      let path = asking(of: way.value, way.path)
      // No clause names what the subject is taken for: then it is something else.
      let isForeign = isForeign(asked(way.value), to: match.clauses)
      let subject = isForeign ? fresh(match.subject.text, path) : way.value
      return run(match, of: body, subject, path)
    }
    return merged(
      flows, at: match.behind, of: body, from: path, since: mark, keepsBindings: true)
  }

  private func isForeign(_ subject: Value, to clauses: [Match.Clause]) -> Bool {
    guard case .enumCase(let known) = subject else { return false }
    var names: Set<String> = []
    for clause in clauses {
      guard !clause.items.isEmpty else { return false }
      for item in clause.items {
        guard case .enumCase(let name, _) = item.pattern, name != "some" else { return false }
        names.insert(name)
      }
    }
    return !known.isNamed(oneOf: names)
  }

  private func run(
    _ match: Match, of body: Body, _ subject: Value, _ path: Path
  ) -> [Flow] {
    var words = SubjectWording(match.subject, subject) { wording(of: $0, $1, path) }
    words.standing.isLasting =
      setting.isSuspending && lasts(match.subject, path)
      && match.clauses.allSatisfy { $0.items.allSatisfy { $0.filter == nil } }
    words.mayBeNew = match.hasUnknownDefault && !isClosed(subject, to: match.clauses, path)
    var open = [Remainder(path: path)]
    var result: [Flow] = []
    for (position, clause) in match.clauses.enumerated() {
      if position == match.clauses.count - 1, !words.mayBeNew {
        // What `@unknown` tells of is not among the files.
        open.removeAll { exhausts($0.whole, subject, $0.path) }
      }
      var rest: [Remainder] = []
      for remainder in open {
        let (matched, unmatched) = enter(
          clause, remainder, subject, words, isOnly: match.clauses.count == 1)
        rest += unmatched
        result += matched.flatMap { run(clause, of: match, body, $0) }
      }
      open = bounded(rest)
      if open.isEmpty { break }
    }
    return result
  }

  /// Executes a clause, and the next one where it falls through.
  private func run(
    _ clause: Match.Clause, of match: Match, _ body: Body, _ path: Path
  ) -> [Flow] {
    var path = path
    path.trail.location = clause.location
    return run(clause.target, of: body, [path]).flatMap { flow -> [Flow] in
      guard case .arrives(let target) = flow.exit, target != match.behind,
        let next = match.clauses.first(where: { $0.target == target })
      else { return [leaving(flow, at: [match.behind], path)] }
      return run(next, of: match, body, flow.path)
    }
  }

  private func enter(
    _ clause: Match.Clause, _ remainder: Remainder, _ subject: Value, _ words: SubjectWording,
    isOnly: Bool
  ) -> (matched: [Path], unmatched: [Remainder]) {
    guard !clause.items.isEmpty else {
      var path = remainder.path
      path.guards += remainder.refused.map(\.clause)
      path.trail.wildcard = clause.location.line
      return ([path], [])
    }
    let isWide = clause.items.count > 1
    if let known = subject.caseValue, known.isStart, remainder.refused.isEmpty,
      let names = names(in: clause, of: known)
    {
      guard known.isNamed(oneOf: names) else { return ([], [remainder]) }
      var path = remainder.path
      if isWide { path.trail.wildcard = clause.location.line }
      return ([path], [])
    }
    if isWide, !words.holdsEventBesideOthers,
      let joined = enter(together: clause.items, remainder, subject, words, isOnly: isOnly)
    {
      return joined
    }
    return enter(oneByOne: clause, remainder, subject, words)
  }

  private func enter(
    oneByOne clause: Match.Clause, _ remainder: Remainder, _ subject: Value,
    _ words: SubjectWording
  ) -> (matched: [Path], unmatched: [Remainder]) {
    var matched: [Path] = []
    var open = [remainder]
    for item in clause.items {
      var next: [Remainder] = []
      for remainder in open {
        let (yes, no) = enter(item, remainder, subject, words)
        matched += yes.map { path in
          guard clause.items.count > 1 || item.pattern.isWide else { return path }
          var path = path
          path.trail.wildcard = clause.location.line
          return path
        }
        next += no
      }
      open = next
    }
    return (matched, open)
  }

  /// The cases of which a clause asks for no more than that a value is one of them: which one it is
  /// makes no difference then.
  private func names(in clause: Match.Clause, of known: CaseValue) -> Set<String>? {
    guard let info = type(known.type), info.kind == .enum else { return nil }
    var names: Set<String> = []
    for item in clause.items {
      guard item.filter == nil, case .enumCase(let name, let values) = item.pattern,
        (values ?? []).allSatisfy(\.pattern.isAny), info.enumCase(name) != nil
      else { return nil }
      names.insert(name)
    }
    return names
  }

  /// Alternatives of which none is known to match or not to match are one path with one condition.
  private func enter(
    together items: [Match.Item], _ remainder: Remainder, _ subject: Value,
    _ words: SubjectWording, isOnly: Bool
  ) -> (matched: [Path], unmatched: [Remainder])? {
    guard items.allSatisfy({ $0.filter == nil }), remainder.matched == nil,
      let (first, rest, open) = alternatives(items, remainder, subject, words), open.count > 1
    else { return nil }
    var (path, words) = (first, words)
    words.standing = standing(first, rest, lasts: words.standing.isLasting)
    let patterns = open.map(\.pattern)
    path.facts = remainder.path.facts
    let others = othersThan(patterns, of: subject)
    // Another clause says that something is left: the value may be absent.
    let isWhole =
      (rest.isImpossible && remainder.refused.isEmpty) || (isOnly && others?.isEmpty ?? true)
    if let symbol = subject.unknown?.symbol, let others, !isWhole {
      path.facts[symbol] = .isNot(others)
    }
    path.guards += remainder.refused.filter { refused in
      !patterns.allSatisfy { $0.isDisjoint(from: refused.pattern) }
    }.map(\.clause)
    if !isWhole {
      path.guards.append(words.clause(anyOf: open, choice: choice(patterns, of: subject)))
    }
    path = loosened(patterns, path)
    if isWhole || rest.isImpossible { return ([path], []) }
    let refused = open.map {
      ($0.pattern, words.clause($0.text, $0.pattern, isNegated: true))
    }
    return (
      [path],
      [
        Remainder(
          path: rest, refused: remainder.refused + refused, whole: remainder.whole + patterns)
      ]
    )
  }

  /// The path into the first of some alternatives, that past all of them, and those that are open;
  /// nothing where one surely matches, or which one it is shows in the state.
  private func alternatives(
    _ items: [Match.Item], _ remainder: Remainder, _ subject: Value, _ words: SubjectWording
  ) -> (first: Path, rest: Path, open: [Match.Item])? {
    var rest = remainder.path
    var first: Path?
    var open: [Match.Item] = []
    for item in items {
      switch match(item.pattern, subject, rest) {
      case .known(_, true): return nil
      case .known(let path, false): rest = path
      case .open(let yes, var no, _):
        if words.mayBeNew { no.isImpossible = false }
        if first != nil, isState(subject, yes, besides: remainder.path) { return nil }
        first = first ?? yes
        rest = no
        open.append(item)
      }
    }
    return first.map { ($0, rest, open) }
  }

  /// Whether a pattern has found out of some value, or of a part of it, which state it is.
  private func isState(_ subject: Value, _ matched: Path, besides base: Path) -> Bool {
    matched.facts.contains { symbol, fact in
      base.facts[symbol] == nil && subject.holds(symbol) && tellsState(fact, base)
    }
  }

  /// The cases that a value is one of if it matches one of some patterns.
  private func choice(_ patterns: [Pattern], of subject: Value) -> Clause.Choice? {
    guard let symbol = subject.unknown?.symbol else { return nil }
    let names = patterns.compactMap(\.wholeCase)
    return names.count == patterns.count
      ? Clause.Choice(value: "\(symbol)", names: Set(names)) : nil
  }

  /// The cases that a value is not if it matches one of some patterns.
  private func othersThan(_ patterns: [Pattern], of subject: Value) -> Set<String>? {
    let names = patterns.compactMap(\.wholeCase)
    guard names.count == patterns.count, let info = type(subject.type) else { return nil }
    return Set(info.cases.map(\.name)).subtracting(names)
  }

  /// The bindings of alternatives: the same name for one of several values.
  private func loosened(_ patterns: [Pattern], _ path: Path) -> Path {
    var path = path
    for variable in patterns.first?.variables ?? [] {
      let type = path.place(of: variable).flatMap(path.value)?.type
      path.declare(variable, fresh(variable.name, path, type: type))
    }
    return path
  }

  private func enter(
    _ item: Match.Item, _ remainder: Remainder, _ subject: Value, _ words: SubjectWording
  ) -> (yes: [Path], no: [Remainder]) {
    let pattern = item.pattern
    if remainder.matched?.isDisjoint(from: pattern) ?? false { return ([], [remainder]) }
    switch match(pattern, subject, remainder.path) {
    case .known(let path, false):
      return ([], [Remainder(path: path, refused: remainder.refused, whole: remainder.whole)])
    case .known(let path, true):
      // Only the clauses before leave nothing else: what this one asks for is a condition too.
      let isLeft = remainder.refused.contains { pattern.isDisjoint(from: $0.pattern) }
      let clause = isLeft ? words.clause(item.text, pattern) : nil
      return filter(item, remainder, path, clause, no: [])
    case .open(let left, var right, _):
      if words.mayBeNew { right.isImpossible = false }
      var words = words
      words.standing = standing(left, right, lasts: words.standing.isLasting)
      let clause = words.clause(item.text, pattern, choice: choice([pattern], of: subject))
      let refusal = (pattern, words.clause(item.text, pattern, isNegated: true))
      let rest = Remainder(
        path: right, refused: remainder.refused + [refusal], whole: remainder.whole + [pattern])
      let others = right.isImpossible ? [] : [rest]
      if left.isImpossible { return ([], others) }
      return filter(item, remainder, left, clause, no: others)
    }
  }

  /// The paths into a clause whose pattern matches, and those that its `where` turns away.
  ///
  /// - Parameter no: What is left where the pattern does not match.
  private func filter(
    _ item: Match.Item, _ remainder: Remainder, _ path: Path, _ clause: Clause?, no: [Remainder]
  ) -> (yes: [Path], no: [Remainder]) {
    var path = path
    let pattern = item.pattern
    // A pattern that cannot match together with this one need not be said not to match.
    path.guards += remainder.refused.filter { !pattern.isDisjoint(from: $0.pattern) }.map(\.clause)
    if let clause { path.guards.append(clause) }
    guard let filter = item.filter else { return ([path], no) }
    let answers = truth(filter, path).map { answer in
      guard case .open(_, let fails, let text) = answer else { return answer }
      return answer.worded(fails.retold(text, of: filter.variables))
    }
    if hasChanged(answers, since: path) { return changed(answers, pattern, remainder, no: no) }
    if let clause, answers.count == 1, case .open(let holds, let fails, let text) = answers[0] {
      // Pattern and condition are refused together: whichever failed, the rest is one path.
      let more = Clause(text: text).standing(standing(holds, fails))
      let refusal = (pattern, Clause.denial(of: [clause, more]))
      var rest = no.first.map { fails.weaker(than: $0.path) } ?? fails
      (rest.guards, rest.frames) = (remainder.path.guards, remainder.path.frames)
      return (
        holds.isRefused ? [] : [holds.under(more)],
        [Remainder(path: rest, refused: remainder.refused + [refusal], whole: remainder.whole)]
      )
    }
    if clause != nil, let path = refused(answers, remainder.path) {
      return ([], [Remainder(path: path, refused: remainder.refused, whole: remainder.whole)])
    }
    var (yes, rest): ([Path], [Remainder]) = ([], no)
    for answer in answers { apply(answer, pattern, clause, remainder, yes: &yes, no: &rest) }
    return (yes, rest)
  }

  /// The paths on behind a condition that changes something: those that it turns away go on from there.
  private func changed(
    _ answers: [Answer], _ pattern: Pattern, _ remainder: Remainder, no: [Remainder]
  ) -> (yes: [Path], no: [Remainder]) {
    var (yes, rest): ([Path], [Remainder]) = ([], no)
    for (path, holds) in answers.flatMap({ sides(of: $0) }) {
      if holds {
        yes.append(path)
      } else {
        rest.append(Remainder(path: path, whole: remainder.whole, matched: pattern))
      }
    }
    return (yes, rest)
  }

  /// The path on behind a pattern that may match and a condition that does not hold; nothing where the
  /// condition may hold.
  private func refused(_ answers: [Answer], _ start: Path) -> Path? {
    var path = start
    for answer in answers {
      guard case .known(let asked, false) = answer else { return nil }
      path.asksStart = path.asksStart || asked.asksStart
    }
    return path
  }

  private func apply(
    _ answer: Answer, _ pattern: Pattern, _ clause: Clause?, _ remainder: Remainder,
    yes: inout [Path], no: inout [Remainder]
  ) {
    switch answer {
    case .known(let path, true): yes.append(path)
    case .known(var path, false):
      (path.guards, path.frames) = (remainder.path.guards, remainder.path.frames)
      no.append(Remainder(path: path, refused: remainder.refused, whole: remainder.whole))
    case .open(let left, var right, let text):
      let more = Clause(text: text).standing(standing(left, right))
      if !left.isRefused { yes.append(left.under(more)) }
      if right.isRefused { return }
      (right.guards, right.frames) = (remainder.path.guards, remainder.path.frames)
      let refusal = (pattern, Clause.denial(of: [clause, more].compactMap(\.self)))
      no.append(
        Remainder(path: right, refused: remainder.refused + [refusal], whole: remainder.whole))
    }
  }
}

/// What `@unknown default` is left.
extension Execution {
  /// Whether a subject is of enums that its module declares, which have no cases beside those that
  /// are read: `@unknown` tells of what other modules may add.
  private func isClosed(_ subject: Value, to clauses: [Match.Clause], _ path: Path) -> Bool {
    let patterns = clauses.flatMap { $0.items.map(\.pattern) }
    guard patterns.allSatisfy(\.isFlat) else { return false }
    guard case .tuple(let elements) = subject else { return isOwn(subject, path) }
    return elements.enumerated().allSatisfy { offset, element in
      isOwn(element.value, path) || patterns.allSatisfy { $0.asksNoCase(at: offset) }
    }
  }

  private func isOwn(_ value: Value, _ path: Path) -> Bool {
    let info = type(value.unknown?.domain?.type ?? value.type)
    return info?.kind == .enum && info?.module == setting.module
  }
}

extension Pattern {
  /// The case that it takes, whatever that carries.
  fileprivate var wholeCase: String? {
    guard case .enumCase(let name, let values) = self,
      (values ?? []).allSatisfy(\.pattern.isIrrefutable)
    else { return nil }
    return name
  }

  /// Whether it asks for no more than cases: what is inside may be of other modules.
  fileprivate var isFlat: Bool {
    switch self {
    case .tuple(let elements): elements.allSatisfy(\.pattern.isFlat)
    case .enumCase(_, let values): values?.allSatisfy(\.pattern.isIrrefutable) ?? true
    case .some(let inner): inner.isFlat
    default: true
    }
  }

  /// Whether it asks for no more than true or false at a place of a tuple.
  fileprivate func asksNoCase(at place: Int) -> Bool {
    guard case .tuple(let elements) = self, elements.indices.contains(place) else {
      return isIrrefutable
    }
    if case .bool = elements[place].pattern { return true }
    return elements[place].pattern.isIrrefutable
  }
}
