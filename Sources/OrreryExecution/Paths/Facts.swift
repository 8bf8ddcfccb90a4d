/// What a path has found out about the value of a symbol.
package enum Fact {
  case isCase(CaseValue)
  case isNot(Set<String>)
  case bool(Bool)

  func agrees(with other: Fact) -> Bool {
    switch (self, other) {
    case (.isCase(let a), .isCase(let b)): a.name == b.name
    case (.isNot(let a), .isNot(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    default: false
    }
  }

  /// Whether the other holds wherever this one does.
  func implies(_ other: Fact) -> Bool {
    switch (self, other) {
    case (.isNot(let a), .isNot(let b)): a.isSuperset(of: b)
    case (.isCase(let a), .isNot(let b)):
      !b.contains(a.name) && b.isDisjoint(with: Self.presences)
        && !Self.presences.contains(a.name)
    default: agrees(with: other)
    }
  }

  /// What holds where this one does not; nothing where no single fact says that.
  var opposite: Fact? {
    switch self {
    case .bool(let value): .bool(!value)
    case .isCase(let value): Self.presences.contains(value.name) ? nil : .isNot([value.name])
    case .isNot(let names):
      names.count == 1 && names.isDisjoint(with: Self.presences)
        ? names.first.map { .isCase(CaseValue(name: $0, text: ".\($0)")) } : nil
    }
  }

  /// Names that an enum's own cases may share with an optional's: of these another fact tells.
  private static let presences: Set = ["some", "none"]
}

package typealias Facts = [Symbol: Fact]

/// What a path knows that stands for several: learned clauses.
///
/// A path knows facts, and conjunctions of facts that do not hold together: a formula in conjunctive
/// normal form, of which each fact is a clause of its own.
extension Path {
  /// Fewer conditions than this are remembered of paths that are told as one.
  private static let mostRefusals = 24
  /// Facts that are refused together; of more the next question seldom decides.
  private static let mostFacts = 5

  /// Whether no run takes the path.
  var isRefused: Bool { isImpossible || contradictsItself }

  /// Whether facts were found of which not all hold.
  var contradictsItself: Bool { consequences == nil }

  /// What follows from the facts, by unit propagation; nothing where not all of them hold.
  var consequences: Facts? {
    var path = self
    var hasLearned = !refusals.isEmpty
    while hasLearned {
      hasLearned = false
      for refused in refusals where !refused.contains(where: path.denies) {
        let open = refused.filter { !path.holds($0.key, $0.value) }
        guard let (symbol, fact) = open.first else { return nil }
        guard open.count == 1, let opposite = fact.opposite else { continue }
        path.learn(opposite, of: symbol)
        hasLearned = path.denies(symbol, fact)
      }
    }
    return path.facts
  }

  /// The path with all that follows from its facts.
  private var saturated: Path {
    guard !refusals.isEmpty, let consequences else { return self }
    var path = self
    path.facts = consequences
    return path
  }

  private func holds(_ symbol: Symbol, _ fact: Fact) -> Bool {
    if case .bool(let wanted) = fact { return answer(to: symbol) == wanted }
    return facts[symbol]?.implies(fact) ?? false
  }

  private func denies(_ symbol: Symbol, _ fact: Fact) -> Bool {
    fact.opposite.map { holds(symbol, $0) } ?? false
  }

  /// Whether a fact cannot hold.
  func excludes(_ symbol: Symbol, _ fact: Fact) -> Bool {
    if case .isNot(let names) = fact, case .isCase(let known)? = facts[symbol] {
      return names.contains(known.name)
    }
    return denies(symbol, fact)
  }

  mutating func learn(_ fact: Fact, of symbol: Symbol) {
    guard case .isNot(var names) = fact, case .isNot(let known)? = facts[symbol] else {
      facts[symbol] = fact
      return
    }
    names.formUnion(known)
    facts[symbol] = .isNot(names)
  }

  /// What holds on both of two paths, be it for different reasons.
  func commonFacts(with other: Path) -> Facts {
    let (own, others) = (saturated.facts, other.saturated.facts)
    return own.filter { id, fact in others[id]?.agrees(with: fact) ?? false }
  }

  /// What both of two paths have refused.
  func commonRefusals(with other: Path) -> [Facts] {
    zip(refusals, other.refusals).prefix { a, b in
      a.count == b.count && a.allSatisfy { id, fact in b[id]?.agrees(with: fact) ?? false }
    }.map(\.0)
  }

  /// The path, knowing no more than what holds on it or on another one.
  func weaker(than other: Path) -> Path {
    var path = common(with: other)
    path.refuseBoth(saturated, other.saturated)
    return path
  }

  /// The path that stands for a condition's two, on which a value tells them apart.
  func told(apartFrom no: Path, by value: Symbol) -> Path {
    var path = common(with: no)
    let (yes, no) = (saturated, no.saturated)
    if !path.refusals.contains(where: { $0.keys.contains(value) }) {
      path.refuseBoth(yes.refused(beside: no), [[value: .bool(true)]])
      path.refuseBoth(no.refused(beside: yes), [[value: .bool(false)]])
    }
    path.refuseBoth(yes, no)
    return path
  }

  /// What two paths have in common: all of one of them where no run takes the other.
  private func common(with other: Path) -> Path {
    var path = self
    path.asksStart = asksStart || other.asksStart
    if other.isImpossible { return path }
    if isImpossible {
      (path.facts, path.refusals, path.isImpossible) = (other.facts, other.refusals, false)
      path.progress = other.progress
      return path
    }
    path.progress.join(other.progress)
    (path.facts, path.refusals) = (commonFacts(with: other), commonRefusals(with: other))
    return path
  }

  /// Notes what is refused on one of two paths together with what is on the other one.
  private mutating func refuseBoth(_ one: Path, _ other: Path) {
    if one.isImpossible || other.isImpossible { return }
    refuseBoth(one.refused(beside: other), other.refused(beside: one))
  }

  /// Notes what facts alone refuse on each of two paths that are told as one, where they differ in few.
  mutating func refuseFactsOfBoth(_ one: Path, _ other: Path) {
    if one.isImpossible || other.isImpossible { return }
    let (mine, theirs) = (one.opposites(beside: other), other.opposites(beside: one))
    if mine.count * theirs.count <= Self.mostFacts { refuseBoth(mine, theirs) }
  }

  private mutating func refuseBoth(_ mine: [Facts], _ theirs: [Facts]) {
    for a in mine {
      for b in theirs {
        if let both = Self.both(a, b) { refuse(both) }
      }
    }
  }

  /// Notes that some facts do not hold together, where that does not follow from one refusal alone.
  mutating func refuse(_ facts: Facts) {
    guard refusals.count < Self.mostRefusals else { return }
    let isKnown = refusals.contains { known in
      known.allSatisfy { symbol, fact in facts[symbol]?.agrees(with: fact) ?? false }
    }
    if !isKnown { refusals.append(facts) }
  }

  /// What cannot be on this path and may be on another one.
  private func refused(beside other: Path) -> [Facts] {
    opposites(beside: other) + refusals.dropFirst(commonRefusals(with: other).count)
  }

  /// What cannot be on this path by a single fact, and may be on another one.
  private func opposites(beside other: Path) -> [Facts] {
    let own = facts.filter { symbol, fact in
      !(other.facts[symbol]?.agrees(with: fact) ?? false) && symbols.isSteady(symbol)
    }
    return own.sorted { $0.key.isBefore($1.key) }.compactMap { symbol, fact in
      fact.opposite.map { [symbol: $0] }
    }
  }

  /// Two conjunctions as one; nothing where that holds nowhere, or is long.
  private static func both(_ a: Facts, _ b: Facts) -> Facts? {
    var result = a
    for (id, fact) in b {
      guard result[id]?.agrees(with: fact) ?? true else { return nil }
      result[id] = fact
    }
    return result.count > mostFacts ? nil : result
  }

  /// Notes that code has run that is not interpreted: of what was refused before, that holds on which
  /// is about what no code can have changed.
  mutating func meetStranger() {
    clock.strangers += 1
    guard !refusals.isEmpty else { return }
    facts = consequences ?? facts
    let symbols = self.symbols
    refusals = refusals.filter { $0.keys.allSatisfy(symbols.isOfConstant) }
  }

  /// Forgets what was found out about some values; what that told of others stays.
  mutating func forget(where isForgotten: @escaping (Symbol) -> Bool) {
    facts = consequences ?? facts
    let symbols = self.symbols
    let forgets = { (symbol: Symbol) in
      if case .presence(let value) = symbols.origin(of: symbol) { return isForgotten(value) }
      return isForgotten(symbol)
    }
    facts = facts.filter { symbol, _ in !forgets(symbol) }
    guards = guards.map { $0.forgetting(where: forgets) }
    if !refusals.isEmpty { refusals = refusals.filter { !$0.keys.contains(where: forgets) } }
  }
}

/// What comparisons tell of each other.
extension Path {
  /// What was found out about an answer, be it by other comparisons of the same value.
  ///
  /// - Parameter least: What the value that is compared is at least.
  func answer(to symbol: Symbol, from least: Int? = nil) -> Bool? {
    if case .bool(let known)? = facts[symbol] { return known }
    guard case .relation(let left, let op, let right) = symbols.origin(of: symbol) else {
      return nil
    }
    let isOrdered = symbols.isOrdered(symbol)
    // Of what is no number neither order holds.
    if let inverse = Self.inverses[op],
      case .bool(let known)? = facts[symbols.symbol(.relation(left, inverse, right))],
      known || isOrdered || !Self.orders.contains(op)
    {
      return !known
    }
    guard case .text(let text) = right else { return nil }
    let same = found(equalTo: left)
    if op == "==", areOther(same, than: text) { return false }
    return Double(text).flatMap { number in
      range(of: same, from: least, isOrdered: isOrdered).answer(op, number)
    }
  }

  /// A value, and those that were compared with it and found to be equal.
  private func found(equalTo operand: Operand) -> Set<Operand> {
    var same: Set = [operand]
    for (symbol, fact) in facts {
      guard case .bool(true) = fact,
        case .relation(let left, "==", .symbol(let id, let stamp)) = symbols.origin(of: symbol)
      else { continue }
      let right = Operand.symbol(id, stamp: stamp)
      if left == operand { same.insert(right) } else if right == operand { same.insert(left) }
    }
    return same
  }

  private static let orders: Set = ["<", "<=", ">", ">="]
  private static let inverses = [
    "==": "!=", "!=": "==", "===": "!==", "!==": "===", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
  ]

  /// Whether one of some equal values was found to be another literal than one.
  private func areOther(_ same: Set<Operand>, than text: String) -> Bool {
    facts.contains { symbol, fact in
      guard case .bool(true) = fact,
        case .relation(let operand, "==", .text(let known)) = symbols.origin(of: symbol)
      else { return false }
      return same.contains(operand) && Value.areSame(known, text) == false
    }
  }

  /// The numbers that equal values may be, by what they were compared with.
  private func range(of same: Set<Operand>, from least: Int?, isOrdered: Bool) -> NumberRange {
    var range = NumberRange()
    if let least { range.narrow(">=", Double(least), holds: true) }
    for (symbol, fact) in facts {
      guard case .bool(let holds) = fact, holds || isOrdered,
        case .relation(let operand, let op, .text(let text)) = symbols.origin(of: symbol),
        same.contains(operand), let number = Double(text)
      else { continue }
      range.narrow(op, number, holds: holds)
    }
    return range
  }
}

extension SymbolTable {
  /// Whether a symbol is of what a handler is handed, which stays what it is.
  func isOfConstant(_ symbol: Symbol) -> Bool {
    let origin = origin(of: symbol)
    if case .presence(let value) = origin { return isOfConstant(value) }
    if let compared = origin.compared { return compared.allSatisfy(isOfConstant) }
    switch root(of: symbol) {
    case .parameter, .event, .start: return true
    default: return false
    }
  }

  /// Whether a symbol is of the state that a handler has found, or of what was asked about that.
  func isOfStart(_ symbol: Symbol) -> Bool {
    origin(of: symbol).compared?.contains(where: isOfStart) ?? (root(of: symbol) == .start)
  }

  /// Whether the value is the same however often it is asked for: neither a call nor a member of a type
  /// gives it, such as `Task.isCancelled`.
  func isSteady(_ symbol: Symbol) -> Bool {
    if let compared = origin(of: symbol).compared { return compared.allSatisfy(isSteady) }
    switch root(of: symbol) {
    case .text(let text, _, _): return !text.isCall && text.first?.isUppercase == false
    case .global(let name): return name.first?.isUppercase == false
    default: return true
    }
  }
}

extension String {
  /// Whether something is called in the text of an expression.
  var isCall: Bool {
    var (before, previous): (Character, Character) = (" ", " ")
    for character in self {
      // `!(…)` denies what it stands before, `make!(…)` calls.
      let last = previous == "!" ? before : previous
      if character == "(", last.isLetter || last.isNumber || "_)>?!".contains(last) { return true }
      (before, previous) = (previous, character)
    }
    return false
  }
}
