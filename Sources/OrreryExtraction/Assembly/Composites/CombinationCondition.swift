/// Which combinations of the states of several parts something is for, among all that there are.
struct CombinationCondition {
  typealias Combination = ComposedStates.Combination

  /// How one place of the combinations is asked for.
  enum Place: Hashable {
    /// The state of a part.
    case part(String)
    /// Which of several parts of one type has sent the event.
    case sender

    fileprivate func text(of values: [String]) -> String {
      switch self {
      case .part(let name): "\(name) is " + values.map { ".\($0)" }.joined(separator: " or ")
      case .sender: "it comes from " + values.joined(separator: " or ")
      }
    }
  }

  private let places: [Place]
  /// The places, in the order in which they are left out where they do not matter.
  private let order: [Int]

  /// More alternatives than this tell a reader nothing.
  private static let mostTerms = 4
  /// What is said then: others may be told the same.
  static let untold = "the states of the parts decide"

  /// - Parameter last: The place that is asked for only where no other tells the same.
  init(_ places: [Place], last: Int? = nil) {
    self.places = places
    order = [last].compactMap(\.self) + places.indices.filter { $0 != last }
  }

  /// The condition, as Swift would ask; nothing where it is for all.
  func text(of some: [Combination], among all: [Combination]) -> String? {
    guard some.count < all.count else { return nil }
    let code = CombinationCode(all, places: places.count)
    let (own, every) = (Set(some.map(code.number)), all.map(code.number))
    let terms = terms(of: own, among: every, code)
    if let terms, terms.count == 1 { return text(of: terms, code) }
    let others = self.terms(of: Set(every).subtracting(own), among: every, code)
    if let others, others.count < terms?.count ?? .max { return "!(\(text(of: others, code)))" }
    return terms.map { text(of: $0, code) } ?? Self.untold
  }

  private func text(of terms: [Term], _ code: CombinationCode) -> String {
    terms.map { term in
      let asked = term.sorted { $0.key < $1.key }.map { place, values in
        places[place].text(of: values.map { code.values[place][$0] })
      }
      let text = asked.joined(separator: " && ")
      return terms.count > 1 && asked.count > 1 ? "(\(text))" : text
    }.joined(separator: " || ")
  }

  /// What is asked at some places, all of which has to hold.
  private typealias Term = [Int: [Int]]

  /// Terms of which one holds for what is asked for, and none for the rest; nothing where they are many.
  private func terms(
    of some: Set<Int>, among all: [Int], _ code: CombinationCode
  ) -> [Term]? {
    let own = all.filter(some.contains)
    let values = places.indices.map { place in own.map { code.digit(of: $0, at: place) }.distinct }
    var box = Dictionary(uniqueKeysWithValues: zip(places.indices, values))
    func isExact(_ term: Term) -> Bool {
      let count = all.count { number in
        term.allSatisfy { $0.value.contains(code.digit(of: number, at: $0.key)) }
      }
      return count == own.count
    }
    if isExact(box) {
      for place in order {
        let known = box.removeValue(forKey: place)
        if !isExact(box) { box[place] = known }
      }
      return [box]
    }
    let splits = places.indices.map { code.groups(of: own, by: $0, values[$0]) }
    // What is no box differs in some place.
    guard
      let place = splits.indices.filter({ splits[$0].count > 1 })
        .min(by: { splits[$0].count < splits[$1].count })
    else { return nil }
    var result: [Term] = []
    for values in splits[place] {
      let rest = all.filter { values.contains(code.digit(of: $0, at: place)) }
      guard let found = terms(of: some, among: rest, code) else { return nil }
      result += found.map { $0.merging([place: values]) { own, _ in own } }
      if result.count > Self.mostTerms { return nil }
    }
    return result
  }
}

/// Combinations as numbers, with a digit for each place.
private struct CombinationCode {
  /// What the digits of each place stand for.
  let values: [[String]]
  private let weights: [Int]

  init(_ all: [ComposedStates.Combination], places: Int) {
    values = (0..<places).map { place in all.map { $0[place] }.distinct }
    weights = values.reduce(into: [1]) { weights, values in
      weights.append((weights.last ?? 1) * max(1, values.count))
    }
  }

  func number(_ combination: ComposedStates.Combination) -> Int {
    zip(values.indices, combination).reduce(0) { number, known in
      number + (values[known.0].firstIndex(of: known.1) ?? 0) * weights[known.0]
    }
  }

  func digit(of number: Int, at place: Int) -> Int { number % weights[place + 1] / weights[place] }

  /// The values at a place, those together that stand beside the same.
  func groups(of numbers: [Int], by place: Int, _ values: [Int]) -> [[Int]] {
    var groups: [(beside: Set<Int>, values: [Int])] = []
    let beside = Dictionary(grouping: numbers) { digit(of: $0, at: place) }
    for value in values {
      let rest = Set((beside[value] ?? []).map { $0 - value * weights[place] })
      if let known = groups.firstIndex(where: { $0.beside == rest }) {
        groups[known].values.append(value)
      } else {
        groups.append((rest, [value]))
      }
    }
    return groups.map(\.values)
  }
}
