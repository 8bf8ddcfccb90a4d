import OrreryProgram

/// Lists whose elements are not all known: what is added is there, and what is emptied is empty.
extension Execution {
  /// A list after a method has changed it; nothing where that is not told.
  func list(
    _ value: Value, at place: Place, after name: String, _ values: [Labelled], _ path: Path
  ) -> Value? {
    if case .array(let items) = value { return changed(items, by: name, values).map { .array($0) } }
    guard isList(at: place, path) else { return nil }
    if values.empties(by: name) { return .array([]) }
    return values.adds(by: name) ? fresh(value.text, path) : nil
  }

  /// A list after a call of `append`, `insert` or `removeAll`.
  private func changed(_ items: [Value], by name: String, _ values: [Labelled]) -> [Value]? {
    switch (name, values.first?.value) {
    // What each round of a loop adds is told once.
    case ("append", .enumCase(let item)?)
    where calls.furtherRounds > 0
      && items.contains { $0.caseValue.map { $0.location == item.location } ?? false }:
      return items
    case ("append", .array(let more)?) where values.first?.label != nil: return items + more
    case ("append", let item?): return items + [item]
    case ("insert", let item?):
      guard values.count == 2, case .literal("0") = values[1].value else { return items + [item] }
      return [item] + items
    case ("removeAll", nil): return []
    default: return nil
    }
  }

  /// Whether a sequence has an element; where that is not known, what another loop over it finds.
  func hasElements(_ sequence: Expression, _ way: Way) -> Answer {
    let path = way.path
    if let isEmpty = path.emptiness(of: way.value) { return .known(path, !isEmpty) }
    if sequence.hasElements { return .known(path, true) }
    var asked = way.value.unknown.map { path.part("isEmpty", of: $0) }
    if let (first, last) = sequence.openRange {
      let ways = order(first, last, op: "<", text: sequence.text, path)
      if case .bool(let isInOrder)? = ways.first?.value { return .known(path, isInOrder) }
      asked = ways.first?.value.unknown
    }
    guard let asked, !tellsActions, symbols.isSteady(asked.symbol) else {
      return .open(yes: path, no: path, text: sequence.text)
    }
    // Conditions that ask for it are told, be it known here.
    let symbol = symbols.symbol(.presence(asked.symbol))
    return known(.unknown(Unknown(symbol, text: sequence.text)), path, text: sequence.text)
  }

  /// Whether a property is declared as a list or a set of the standard library.
  func isList(at place: Place, _ path: Path) -> Bool {
    let place = path.resolved(place)
    guard let name = place.path.last,
      let property = type(type(at: place.owner, path))?.property(name)
    else { return false }
    return property.type?.isList ?? property.start?.value?.isList ?? false
  }

  /// What a list says of its elements; nothing where that is not known.
  func element(_ name: String, of items: [Value], _ node: Expression) -> Value? {
    guard name == "first" || name == "last" else { return nil }
    guard let end = name == "first" ? items.first : items.last else { return .absent }
    // What may be absent itself says nothing of what is found there.
    guard end.isPresent else { return nil }
    let symbol = symbols.symbol(.text(node.text, version: -1, scope: node.id.number))
    return Value.unknown(Unknown(symbol, text: node.text)).found
  }
}

extension Path {
  /// Notes that a list has an element.
  mutating func fill(_ list: Value) {
    guard case .unknown(let unknown) = list else { return }
    facts[part("isEmpty", of: unknown).symbol] = .bool(false)
    for end in ["first", "last"] { facts[part(end, of: unknown).symbol] = .isNot(["none"]) }
  }

  /// Whether a list is empty, as far as it is written out or was asked for that.
  func emptiness(of list: Value) -> Bool? {
    guard case .unknown(let unknown) = list else { return list.isKnownEmpty }
    if let known = answer(to: part("isEmpty", of: unknown).symbol) { return known }
    for end in ["first", "last"] {
      switch facts[part(end, of: unknown).symbol] {
      case .isCase(let found): return found.name == "none"
      case .isNot(let names) where names.contains("none"): return false
      default: continue
      }
    }
    return nil
  }
}

extension [Labelled] {
  /// Whether a method that is handed these adds one element at least.
  func adds(by name: String) -> Bool {
    guard first.map({ $0.label == nil }) ?? false else { return false }
    return name == "append" && count == 1 || name == "insert" && count < 3
  }

  fileprivate func empties(by name: String) -> Bool {
    name == "removeAll" && allSatisfy { $0.label == "keepingCapacity" }
  }
}

extension Value {
  /// Whether a list or a text that is written out is empty; nothing for any other value.
  var isKnownEmpty: Bool? {
    switch self {
    case .array(let items): items.isEmpty
    case .literal("\"\""): true
    default: nil
    }
  }
}

extension TypeReference {
  fileprivate var isList: Bool {
    switch self {
    case .array: true
    case .nominal(nil, let name, _): Library.lists.contains(name)
    default: false
    }
  }
}

extension Expression {
  /// `[]`, `[Item]()`, `Set<Item>()`.
  fileprivate var isList: Bool {
    switch form {
    case .array: true
    case .call(let call): Library.lists.contains(call.name)
    default: false
    }
  }
}
