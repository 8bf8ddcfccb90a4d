import OrreryLowering
import SwiftSyntax

extension Interpreter {
  func run(
    _ node: SwitchExprSyntax, _ path: Path, value: Bool, expected: String?
  ) -> [Flow] {
    let clauses = clauses(of: node.cases)
    let mark = departures
    let flows = evaluate(node.subject, path, nil).flatMap { path, subject in
      let path = asking(of: subject, path)
      // No clause names what the subject is taken for: then it is something else.
      let subject =
        isForeign(subject.asked, to: clauses) ? fresh(text(of: node.subject), path) : subject
      return run(clauses, node, subject, path, value: value, expected: expected)
    }
    let ended = flows.map { flow in
      if case .broke(label: nil) = flow.exit { return Flow(path: flow.path) }
      return flow
    }
    return merged(ended, from: path, since: mark, at: node)
  }

  /// A clause and the `#if` conditions around it.
  private struct GuardedClause {
    var node: SwitchCaseSyntax
    var conditions: [Clause]
  }

  private func clauses(of list: SwitchCaseListSyntax) -> [GuardedClause] {
    list.flatMap { element -> [GuardedClause] in
      switch element {
      case .switchCase(let node): return [GuardedClause(node: node, conditions: [])]
      case .ifConfigDecl(let node):
        return node.clauses.flatMap { branch -> [GuardedClause] in
          guard case .switchCases(let inner)? = branch.elements else { return [] }
          let text = Clause(text: "#if \(branch.condition.map { self.text(of: $0) } ?? "else")")
          return clauses(of: inner).map {
            GuardedClause(node: $0.node, conditions: [text] + $0.conditions)
          }
        }
      }
    }
  }

  private func isForeign(_ subject: Value, to clauses: [GuardedClause]) -> Bool {
    guard case .enumCase(let known) = subject, known.type != Self.typeEvent else { return false }
    var names: Set<String> = []
    for clause in clauses {
      guard case .case(let label) = clause.node.label else { return false }
      for item in label.caseItems {
        guard case .enumCase(let name, _) = cache.pattern(item.pattern), name != "some" else {
          return false
        }
        names.insert(name)
      }
    }
    return !known.isNamed(oneOf: names)
  }

  private func run(
    _ clauses: [GuardedClause], _ node: SwitchExprSyntax, _ subject: Value, _ path: Path,
    value: Bool, expected: String?
  ) -> [Flow] {
    var words = Subject(
      node.subject, text: wording(of: node.subject, subject, path), subject, cache)
    words.mayBeNew =
      clauses.last?.node.attribute != nil && !isClosed(subject, to: clauses.map(\.node), path)
    words.isLasting = isLasting(node, path)
    let start = path
    var open = [Remainder(path: path)]
    var result: [Flow] = []
    for (index, clause) in clauses.enumerated() {
      var rest: [Remainder] = []
      for remainder in open {
        let (matched, unmatched) = enter(
          clause, remainder, subject, words, isOnly: clauses.count == 1)
        rest += unmatched
        for var path in matched {
          if words.isLasting { path.keepFacts(since: start) }
          result += walk(clauses[index...], path, value: value, expected: expected)
        }
      }
      open = bounded(rest)
      if open.isEmpty { break }
    }
    return result
  }

  /// Walks a clause's body, and the next one's where it falls through.
  private func walk(
    _ clauses: ArraySlice<GuardedClause>, _ path: Path, value: Bool, expected: String?
  ) -> [Flow] {
    guard let clause = clauses.first else { return [Flow(path: path)] }
    var path = path
    path.location = location(of: clause.node, path)
    path.guards += clause.conditions
    path.branch = Branch(items: clause.node.statements, file: path.file)
    return run(block: clause.node.statements, path, value: value, expected: expected).flatMap {
      flow -> [Flow] in
      guard case .fellThrough = flow.exit else { return [flow] }
      return walk(clauses.dropFirst(), flow.path, value: value, expected: expected)
    }
  }

  /// A way that no clause has taken yet, and the patterns that it did not match.
  private struct Remainder {
    var path: Path
    var refused: [(pattern: Pattern, clause: Clause)] = []
    /// Those that are refused whatever else is asked for.
    var whole: [Pattern] = []
    /// The one that it did match, where the condition behind that waited and does not hold.
    var matched: Pattern?
  }

  private func enter(
    _ clause: GuardedClause, _ remainder: Remainder, _ subject: Value, _ words: Subject,
    isOnly: Bool
  ) -> (matched: [Path], unmatched: [Remainder]) {
    guard case .case(let label) = clause.node.label else {
      // What `@unknown` tells of is not among the files.
      if !words.mayBeNew, exhausts(remainder.whole, subject, remainder.path) {
        return ([], [])
      }
      var path = remainder.path
      path.guards += remainder.refused.map(\.clause)
      path.wildcard = location(of: clause.node, path).line
      return ([path], [])
    }
    let isWide = label.caseItems.count > 1
    if let known = subject.caseValue, known.isStart, remainder.refused.isEmpty,
      let names = names(in: label, of: known)
    {
      guard known.isNamed(oneOf: names) else { return ([], [remainder]) }
      var path = remainder.path
      if isWide { path.wildcard = location(of: clause.node, path).line }
      return ([path], [])
    }
    var matched: [Path] = []
    var open = [remainder]
    if isWide, !words.holdsEventBesideOthers,
      let joined = enter(
        together: label.caseItems, remainder, subject, words, isOnly: isOnly)
    {
      return joined
    }
    for item in label.caseItems {
      let pattern = cache.pattern(item.pattern)
      var next: [Remainder] = []
      for remainder in open {
        let (yes, no) = enter(item, pattern, remainder, subject, words)
        matched += yes.map { path in
          var path = path
          if isWide || pattern.isWide {
            path.wildcard = location(of: clause.node, path).line
          }
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
  private func names(in label: SwitchCaseLabelSyntax, of known: CaseValue) -> Set<String>? {
    guard let info = index.info(known.type), info.kind == .enum else { return nil }
    var names: Set<String> = []
    for item in label.caseItems {
      guard item.whereClause == nil,
        case .enumCase(let name, let values) = cache.pattern(item.pattern),
        (values ?? []).allSatisfy(\.pattern.isAny), info.enumCase(name) != nil
      else { return nil }
      names.insert(name)
    }
    return names
  }

  /// Alternatives of which none is known to match or not to match are one way with one condition.
  private func enter(
    together items: SwitchCaseItemListSyntax, _ remainder: Remainder, _ subject: Value,
    _ words: Subject, isOnly: Bool
  ) -> (matched: [Path], unmatched: [Remainder])? {
    var rest = remainder.path
    var first: Path?
    var patterns: [(pattern: Pattern, syntax: PatternSyntax)] = []
    for item in items {
      let pattern = cache.pattern(item.pattern)
      guard item.whereClause == nil else { return nil }
      switch match(pattern, subject, rest) {
      case .known(_, true): return nil
      case .known(let path, false): rest = path
      case .open(let yes, var no, _):
        if words.mayBeNew { no.isImpossible = false }
        // Which state the value is one of shows in the state that it becomes.
        if first != nil, isState(subject, yes, besides: remainder.path) { return nil }
        first = first ?? yes
        rest = no
        patterns.append((pattern, item.pattern))
      }
    }
    guard var path = first, patterns.count > 1, remainder.matched == nil else { return nil }
    let condition = Clause(
      text: words.condition(anyOf: patterns), choice: choice(patterns.map(\.pattern), of: subject)
    ).lasting(words.isLasting)
    let conditions = patterns.map {
      Clause(text: words.condition($0.syntax, $0.pattern)).lasting(words.isLasting)
    }
    path.facts = remainder.path.facts
    let others = othersThan(patterns.map(\.pattern), of: subject)
    // Another clause says that something is left: the value may be absent.
    let isWhole =
      (rest.isImpossible && remainder.refused.isEmpty) || (isOnly && others?.isEmpty ?? true)
    if let id = subject.unknown?.id, let others, !isWhole { path.facts[id] = .isNot(others) }
    path.guards += remainder.refused.filter { refused in
      !patterns.allSatisfy { $0.pattern.isDisjoint(from: refused.pattern) }
    }.map(\.clause)
    if !isWhole { path.guards.append(condition) }
    path.frames[path.depth - 1].variables = loosened(path, since: remainder.path)
    let refused = zip(patterns, conditions).map { ($0.pattern, $1.negated) }
    if isWhole || rest.isImpossible { return ([path], []) }
    return (
      [path],
      [
        Remainder(
          path: rest, refused: remainder.refused + refused,
          whole: remainder.whole + patterns.map(\.pattern))
      ]
    )
  }

  /// Whether a pattern has found out of some value, or of a part of it, which state it is.
  private func isState(_ subject: Value, _ matched: Path, besides base: Path) -> Bool {
    matched.facts.contains { id, fact in
      base.facts[id] == nil && subject.holds(id) && tellsState(fact, base)
    }
  }

  /// Whether a fact says which state some value is.
  func tellsState(_ fact: Fact, _ path: Path) -> Bool {
    guard case .isCase(let known) = fact, let type = watchedType(path) else { return false }
    return known.type == type
      || known.type == nil && index.info(type)?.enumCase(known.name) != nil
  }

  /// The cases that a value is one of if it matches one of some patterns.
  private func choice(_ patterns: [Pattern], of subject: Value) -> Clause.Choice? {
    guard let id = subject.unknown?.id else { return nil }
    let names = patterns.compactMap { pattern -> String? in
      guard case .enumCase(let name, let values) = pattern,
        (values ?? []).allSatisfy(\.pattern.isIrrefutable)
      else { return nil }
      return name
    }
    return names.count == patterns.count ? Clause.Choice(value: id, names: Set(names)) : nil
  }

  /// The cases that a value is not if it matches one of some patterns.
  private func othersThan(_ patterns: [Pattern], of subject: Value) -> Set<String>? {
    let names = patterns.compactMap { pattern -> String? in
      guard case .enumCase(let name, let values) = pattern,
        (values ?? []).allSatisfy(\.pattern.isIrrefutable)
      else { return nil }
      return name
    }
    guard names.count == patterns.count, let info = index.info(subject.type) else { return nil }
    return Set(info.cases.map(\.name)).subtracting(names)
  }

  /// The bindings of alternatives: the same name for one of several values.
  private func loosened(_ path: Path, since old: Path) -> [String: Value] {
    let before = old.frames[old.depth - 1].variables
    return Dictionary(
      uniqueKeysWithValues: path.frames[path.depth - 1].variables.map { name, value in
        guard before[name] == nil else { return (name, value) }
        return (name, fresh(name, path, type: value.type))
      })
  }

  private func enter(
    _ item: SwitchCaseItemSyntax, _ pattern: Pattern, _ remainder: Remainder, _ subject: Value,
    _ words: Subject
  ) -> (yes: [Path], no: [Remainder]) {
    if remainder.matched?.isDisjoint(from: pattern) ?? false { return ([], [remainder]) }
    lazy var condition = words.condition(item.pattern, pattern)
    switch match(pattern, subject, remainder.path) {
    case .known(let path, false):
      return ([], [Remainder(path: path, refused: remainder.refused, whole: remainder.whole)])
    case .known(let path, true):
      // Only the clauses before leave nothing else: what this one asks for is a condition too.
      let isLeft = remainder.refused.contains { pattern.isDisjoint(from: $0.pattern) }
      let clause = isLeft ? Clause(text: condition).lasting(words.isLasting) : nil
      return filter(item, pattern, remainder, path, clause, no: [])
    case .open(let left, var right, _):
      if words.mayBeNew { right.isImpossible = false }
      let clause = Clause(text: condition, choice: choice([pattern], of: subject))
      let refusal = (pattern, Clause(text: condition, isNegated: true).lasting(words.isLasting))
      let rest = Remainder(
        path: right, refused: remainder.refused + [refusal], whole: remainder.whole + [pattern])
      let others = right.isImpossible ? [] : [rest]
      if left.isImpossible { return ([], others) }
      return filter(item, pattern, remainder, left, clause.lasting(words.isLasting), no: others)
    }
  }

  /// The ways into a clause whose pattern matches, and those that its `where` turns away.
  ///
  /// - Parameter no: What is left where the pattern does not match.
  private func filter(
    _ item: SwitchCaseItemSyntax, _ pattern: Pattern, _ remainder: Remainder, _ path: Path,
    _ clause: Clause?, no: [Remainder]
  ) -> (yes: [Path], no: [Remainder]) {
    var path = path
    // A pattern that cannot match together with this one need not be said not to match.
    path.guards += remainder.refused.filter { !pattern.isDisjoint(from: $0.pattern) }.map(\.clause)
    if let clause { path.guards.append(clause) }
    guard let filter = item.whereClause else { return ([path], no) }
    let answers = truth(filter.condition, path)
    if hasChanged(answers, since: path)
      || answers.contains(where: { $0.path.segment != path.segment })
    {
      return waited(answers, pattern, remainder, no: no)
    }
    if let clause, answers.count == 1, case .open(var holds, let fails, let text) = answers[0] {
      // Pattern and condition are refused together: whichever failed, the rest is one way.
      holds.guards.append(Clause(text: text))
      let both = Clause.conjunction([clause, Clause(text: text)])
      let refusal = (pattern, Clause(text: both, isNegated: true))
      var rest = no.first.map { fails.weaker(than: $0.path) } ?? fails
      (rest.guards, rest.frames) = (remainder.path.guards, remainder.path.frames)
      return (
        holds.isRefused ? [] : [holds],
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

  /// The ways on behind a condition that waits or changes something: those that it turns away go on
  /// from there.
  private func waited(
    _ answers: [Answer], _ pattern: Pattern, _ remainder: Remainder, no: [Remainder]
  ) -> (yes: [Path], no: [Remainder]) {
    var (yes, rest): ([Path], [Remainder]) = ([], no)
    for answer in answers {
      switch answer {
      case .known(let path, true): yes.append(path)
      case .known(let path, false):
        rest.append(Remainder(path: path, whole: remainder.whole, matched: pattern))
      case .open(let left, let right, let text):
        let (holds, fails) = apart(left, right, text)
        yes.append(holds)
        rest.append(Remainder(path: fails, whole: remainder.whole, matched: pattern))
      }
    }
    return (yes, rest)
  }

  /// The way on behind a pattern that may match and a condition that does not hold: the one way,
  /// whatever the pattern; nothing where the condition may hold.
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
    case .known(let path, false):
      var path = path
      path.guards = remainder.path.guards
      path.frames = remainder.path.frames
      no.append(Remainder(path: path, refused: remainder.refused, whole: remainder.whole))
    case .open(var left, var right, let text):
      left.guards.append(Clause(text: text))
      if !left.isRefused { yes.append(left) }
      if right.isRefused { return }
      right.guards = remainder.path.guards
      right.frames = remainder.path.frames
      let both = Clause.conjunction([clause, Clause(text: text)].compactMap { $0 })
      let refusal = (pattern, Clause(text: both, isNegated: true))
      no.append(
        Remainder(path: right, refused: remainder.refused + [refusal], whole: remainder.whole))
    }
  }
}
