import OrreryExecution

/// What a way knows that stands for several.
///
/// A way knows facts, and conjunctions of facts that do not hold together: a formula in conjunctive
/// normal form, of which each fact is a clause of its own.
extension Path {
  /// Fewer conditions than this are remembered of ways that are told as one.
  private static let mostRefusals = 24
  /// Facts that are refused together; of more the next question seldom decides.
  private static let mostFacts = 4

  /// Whether facts were found of which not all hold.
  var contradictsItself: Bool {
    refusals.contains { refused in
      refused.allSatisfy { id, fact in facts[id]?.implies(fact) ?? true }
        && refused.allSatisfy { id, fact in facts[id] != nil || compares(id, fact) }
    }
  }

  /// Notes that code has run that is not walked: of what was refused before, that holds on which is
  /// about what no code can have changed.
  mutating func meetStranger() {
    strangers += 1
    if !refusals.isEmpty {
      refusals = refusals.filter { $0.keys.allSatisfy(\.isOfConstant) }
    }
  }

  /// Whether no run takes the way.
  var isRefused: Bool { isImpossible || contradictsItself }

  /// Whether what a number was compared with before gives the answer to another comparison.
  private func compares(_ id: String, _ fact: Fact) -> Bool {
    guard case .bool(let wanted) = fact, let asked = Comparison(id) else { return false }
    var range = NumberRange()
    for (id, fact) in facts {
      // Of what is no number neither order holds: a denial tells nothing.
      guard case .bool(true) = fact, id.hasPrefix(asked.left), let known = Comparison(id),
        known.left == asked.left
      else { continue }
      range.narrow(known.op, known.number, holds: true)
    }
    return range.answer(asked.op, asked.number) == wanted
  }

  /// What both of two ways have refused.
  func commonRefusals(with other: Path) -> [[String: Fact]] {
    zip(refusals, other.refusals).prefix { a, b in
      a.count == b.count && a.allSatisfy { id, fact in b[id]?.agrees(with: fact) ?? false }
    }.map(\.0)
  }

  /// The way, knowing no more than what holds on it or on another one.
  func weaker(than other: Path) -> Path {
    var path = self
    path.asksStart = asksStart || other.asksStart
    if other.isImpossible { return path }
    if isImpossible {
      (path.facts, path.refusals, path.isImpossible) = (other.facts, other.refusals, false)
      return path
    }
    path.facts = facts.filter { id, fact in other.facts[id]?.agrees(with: fact) ?? false }
    path.refusals = commonRefusals(with: other)
    let (mine, theirs) = (refused(beside: other), other.refused(beside: self))
    for a in mine {
      for b in theirs where path.refusals.count < Self.mostRefusals {
        if let both = Self.both(a, b) { path.refusals.append(both) }
      }
    }
    return path
  }

  /// The way that stands for a condition's two, on which a value tells them apart.
  func told(apartFrom no: Path, by value: String) -> Path {
    var path = weaker(than: no)
    guard !path.refusals.contains(where: { $0.keys.contains(value) }) else { return path }
    path.define(value, is: true, by: refused(beside: no))
    path.define(value, is: false, by: no.refused(beside: self))
    return path
  }

  private mutating func define(
    _ value: String, is answer: Bool, by consequences: [[String: Fact]]
  ) {
    for refused in consequences where refusals.count < Self.mostRefusals {
      if let both = Self.both(refused, [value: .bool(answer)]) { refusals.append(both) }
    }
  }

  /// What cannot be on this way and may be on another one.
  private func refused(beside other: Path) -> [[String: Fact]] {
    let own = facts.filter { id, fact in
      !(other.facts[id]?.agrees(with: fact) ?? false) && id.isSteady
    }
    let opposites = own.sorted { $0.key < $1.key }.compactMap { id, fact in
      fact.opposite.map { [id: $0] }
    }
    return opposites + refusals.dropFirst(commonRefusals(with: other).count)
  }

  /// Two conjunctions as one; nothing where that holds nowhere, or is long.
  private static func both(_ a: [String: Fact], _ b: [String: Fact]) -> [String: Fact]? {
    var result = a
    for (id, fact) in b {
      guard result[id]?.agrees(with: fact) ?? true else { return nil }
      result[id] = fact
    }
    return result.count > mostFacts ? nil : result
  }

  /// Forgets what was found out about some values.
  mutating func forget(where isForgotten: (String) -> Bool) {
    facts = facts.filter { id, _ in !isForgotten(id.ofValue) }
    if !refusals.isEmpty {
      refusals = refusals.filter { refused in !refused.keys.contains { isForgotten($0.ofValue) } }
    }
  }
}

/// A question of what a value is beside a number, as its id says it.
private struct Comparison {
  var left: Substring
  var op: String
  var number: Double

  init?(_ id: String) {
    let parts = id.split(separator: " ")
    guard parts.count > 2, let number = Double(parts[parts.count - 1]) else { return nil }
    (self.number, op) = (number, String(parts[parts.count - 2]))
    left = id[..<parts[parts.count - 3].endIndex]
  }
}

extension String {
  /// The id of the value that the id of its presence is made of.
  fileprivate var ofValue: String { hasSuffix("?") ? String(dropLast()) : self }

  /// Whether the id is of a parameter or an associated value.
  fileprivate var isOfConstant: Bool {
    ["parameter.", "$event", "$state."].contains(where: hasPrefix)
  }

  /// Whether the value of the id is the same however often it is asked for: neither a call nor a
  /// member of a type gives it, such as `Task.isCancelled`.
  fileprivate var isSteady: Bool {
    guard first?.isUppercase == false else { return false }
    var previous: Character = " "
    for character in self {
      if character == "(", previous.isLetter || previous.isNumber || "_)>?!".contains(previous) {
        return false
      }
      previous = character
    }
    return true
  }
}

extension Fact {
  /// Whether the other holds wherever this one does.
  fileprivate func implies(_ other: Fact) -> Bool {
    switch (self, other) {
    case (.isNot(let a), .isNot(let b)): a.isSuperset(of: b)
    case (.isCase(let a), .isNot(let b)):
      !b.contains(a.name) && b.isDisjoint(with: Self.presences)
        && !Self.presences.contains(a.name)
    default: agrees(with: other)
    }
  }

  /// What holds where this one does not; nothing where no single fact says that.
  fileprivate var opposite: Fact? {
    switch self {
    case .bool(let value): .bool(!value)
    case .isCase(let value): Self.presences.contains(value.name) ? nil : .isNot([value.name])
    case .isNot(let names):
      names.count == 1 && names.isDisjoint(with: Self.presences)
        ? names.first.map { .isCase(CaseValue(name: $0, payload: [], type: nil, text: ".\($0)")) }
        : nil
    }
  }

  /// Names that an enum's own cases may share with an optional's: of these another fact tells.
  private static let presences: Set = ["some", "none"]
}
