import OrreryProgram

/// Dictionaries that the source writes out: the transitions that a machine allows, or its next states.
extension Execution {
  /// More entries than this are data.
  private static let mostEntries = 64

  /// A dictionary whose keys are cases; nothing for another one.
  func table(
    _ entries: [(key: Expression, value: Expression)], _ path: Path, _ type: TypeReference?
  ) -> Value? {
    guard entries.count <= Self.mostEntries else { return nil }
    let (keyType, valueType) = type?.entryTypes ?? (nil, nil)
    var result: [Entry] = []
    for entry in entries {
      guard let key = constant(entry.key, path, keyType), key.caseValue?.payload.isEmpty == true,
        let value = constant(entry.value, path, valueType)
      else { return nil }
      result.append(Entry(key: key, value: value))
    }
    return .table(result)
  }

  /// What is worked out by a call is no table that the source writes out.
  private func constant(_ node: Expression, _ path: Path, _ type: TypeReference?) -> Value? {
    switch node.form {
    case .dictionary(let entries): return table(entries, path, type)
    case .array(let elements):
      let items = elements.compactMap { constant($0, path, type?.elementType) }
      return items.count == elements.count ? .array(items) : nil
    case .member, .implicitMember, .absent:
      let ways = evaluate(node, path, type)
      return ways.count == 1 ? ways[0].value : nil
    default: return nil
    }
  }

  /// `table[key]`, `table[key, default: []]`.
  func element(
    _ base: Expression, _ arguments: [Argument], _ node: Expression, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    if arguments.count == 1, arguments[0].label == "keyPath", let place = place(of: node, path) {
      return [Way(path, path.value(at: place) ?? .void)]
    }
    if let wanted = node.casePath {
      return evaluate(base, path).map { way in
        if case .absent = way.value { return way }
        return carried(by: wanted, way.value, way.path) ?? Way(way.path, fresh(node.text, way.path))
      }
    }
    guard let key = arguments.first, key.label == nil,
      arguments.count == 1 || arguments.count == 2 && arguments[1].label == "default"
    else { return evaluated(arguments.map(\.value), path).map { Way($0, fresh(node.text, $0)) } }
    return evaluate(base, path).flatMap { way -> [Way] in
      if case .absent = way.value, case .chain = base.form { return [Way(way.path, .absent)] }
      guard case .table(let entries) = way.value else {
        return evaluated(arguments.map(\.value), way.path).map { Way($0, fresh(node.text, $0)) }
      }
      let type = entries.first?.key.type.map(TypeReference.init(key:))
      return evaluate(key.value, way.path, type).flatMap { asked in
        lookUp(asked, in: entries, arguments, node, expected)
      }
    }
  }

  private func lookUp(
    _ key: Way, in entries: [Entry], _ arguments: [Argument], _ node: Expression,
    _ expected: TypeReference?
  ) -> [Way] {
    let path = asking(of: key.value, key.path)
    let answers = entries.map { equality($0.key, settled(key.value, path), path) }
    guard let index = answers.firstIndex(of: true) else {
      if answers.contains(nil) { return [Way(path, fresh(node.text, path))] }
      return arguments.count == 2
        ? evaluate(arguments[1].value, path, expected) : [Way(path, .absent)]
    }
    return [Way(path, entries[index].value)]
  }

  /// Whether a list holds a value, as `[.idle, .paused].contains(state)` asks; nothing where that is
  /// not known.
  func holds(_ value: Value, in items: [Value], _ path: Path) -> Bool? {
    guard case .enumCase(let known) = settled(value, path) else { return nil }
    let cases = items.compactMap(\.caseValue)
    if cases.count == items.count, cases.allSatisfy({ $0.payload.isEmpty }) {
      return known.isNamed(oneOf: Set(cases.map(\.name)))
    }
    let answers = items.map { equality($0, value, path) }
    if answers.contains(true) { return true }
    return answers.contains(nil) ? nil : false
  }

  /// `list.contains(target)`, where the target is open: a path for each case that is listed, and one
  /// for the others.
  func membership(of target: Value, in items: [Value], _ path: Path) -> [Way]? {
    if items.isEmpty { return [Way(path, .bool(false))] }
    guard case .unknown(let unknown) = settled(target, path),
      case .parameter = symbols.origin(of: unknown.symbol), let key = watchedType(path)
    else { return nil }
    let cases = items.compactMap { $0.caseValue?.made(of: key, declaredBy: type(key)) }
    guard cases.count == items.count else { return nil }
    var excluded: Set<String> = []
    if case .isNot(let names)? = path.facts[unknown.symbol] { excluded = names }
    let open = cases.filter { !excluded.contains($0.name) }
    let ways = open.map { item in
      var way = path
      way.facts[unknown.symbol] = .isCase(item)
      way.guards.append(Clause(text: "\(unknown.text) == .\(item.name)"))
      return Way(way, .bool(true))
    }
    var rest = path
    rest.facts[unknown.symbol] = .isNot(excluded.union(open.map(\.name)))
    if !open.isEmpty {
      let names = open.map { ".\($0.name)" }.joined(separator: ", ")
      rest.guards.append(Clause(text: "case \(names) = \(unknown.text)", isNegated: true))
    }
    return ways + [Way(rest, .bool(false))]
  }
}

extension CaseValue {
  /// The case as one of a type, where that declares it and it carries nothing.
  fileprivate func made(of key: String, declaredBy info: NominalType?) -> CaseValue? {
    guard payload.isEmpty, type ?? key == key, info?.enumCase(name) != nil else { return nil }
    var value = self
    value.type = key
    return value
  }
}

extension TypeReference {
  fileprivate var entryTypes: (TypeReference?, TypeReference?)? {
    switch self {
    case .dictionary(let key, let value): (key, value)
    case .nominal(nil, "Dictionary", let parts) where parts.count == 2: (parts[0], parts[1])
    case .optional(let inner): inner.entryTypes
    default: nil
    }
  }

  /// The type of the elements of a list or a set.
  fileprivate var elementType: TypeReference? {
    switch self {
    case .array(let element): element
    case .nominal(nil, let name, let parts) where ["Set", "Array"].contains(name): parts.first
    case .optional(let inner): inner.elementType
    default: nil
    }
  }
}
