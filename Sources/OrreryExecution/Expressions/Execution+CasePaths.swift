import OrreryProgram

/// What a case carries, asked for and changed by the name of the case: the case stays, and any other is
/// left alone.
extension Execution {
  /// `state.modify(\.open) { $0.count += 1 }`, `state.is(\.open)`; nothing for any other call.
  func casePath(
    _ name: String, of value: Value, at place: Place?, _ call: Call, _ node: Expression,
    _ path: Path
  ) -> [Way]? {
    guard let first = call.arguments.first, first.label == nil,
      case .keyPath(let names?) = first.value.form, let wanted = names.last
    else { return nil }
    switch (name, call.arguments.count) {
    case ("is", 1) where names.count == 1 || names == ["some", wanted]:
      if case .absent = value { return names.count == 2 ? [Way(path, .bool(false))] : nil }
      guard let known = self.case(of: value, naming: wanted, path) else { return nil }
      return [Way(asking(of: value, path), .bool(known.isNamed(wanted)))]
    case ("modify", 2) where names.count == 1:
      guard let place, case .closure(let closure) = call.arguments[1].value.form,
        let known = self.case(of: value, naming: wanted, path)
      else { return nil }
      let start = asking(of: .enumCase(known), path)
      guard known.isNamed(wanted) else { return [Way(start, .void)] }
      return lend(known.payload.first?.value ?? .void, to: closure, node, start).map { way in
        var path = way.path
        change(known, to: way.value, at: place, by: node.text, &path)
        return Way(path, .void)
      }
    default: return nil
    }
  }

  /// `state[case: \.open]?.count = 1`, `state.open?.count = 1`; nothing for any other place.
  func assign(inCase target: Expression, _ value: Expression, _ path: Path) -> [Way]? {
    for (base, wanted) in target.chainedCases {
      guard let place = place(of: base, path),
        let known = path.value(at: place).flatMap({ self.case(of: $0, naming: wanted, path) }),
        type(known.type)?.getters.contains(where: { $0.name == wanted }) == false
      else { continue }
      let path = asking(of: .enumCase(known), path)
      guard known.isNamed(wanted) else { return [Way(path, .void)] }
      return evaluate(value, path).map { way in
        var path = way.path
        change(known, to: nil, at: place, by: target.text, &path)
        return Way(path, .void)
      }
    }
    return nil
  }

  /// What a case carries, asked by its name: `state.open`, `state[case: \.open]`; nothing where the
  /// value is not known, or declares such a member itself.
  func carried(by wanted: String, _ value: Value, _ path: Path) -> Way? {
    guard let known = self.case(of: value, naming: wanted, path), let info = type(known.type),
      let item = info.enumCase(wanted),
      !info.getters.contains(where: { $0.name == wanted && !$0.isStatic })
    else { return nil }
    let path = asking(of: value, path)
    guard known.isNamed(wanted) else { return Way(path, .absent) }
    let payload = known.payload
    guard payload.count == item.values.count, let first = payload.first else {
      return Way(path, .void)
    }
    if payload.count > 1 { return Way(path, .tuple(payload)) }
    return Way(path, item.values[0].type.isPresent ? first.value.found : first.value)
  }

  /// The case that a value is known to be, of an enum that has a case of some name.
  private func `case`(of value: Value, naming wanted: String, _ path: Path) -> CaseValue? {
    guard case .enumCase(let known) = settled(value, path), known.version == nil,
      type(known.type)?.enumCase(wanted) != nil
    else { return nil }
    return known
  }

  private func change(
    _ known: CaseValue, to payload: Value?, at place: Place, by text: String, _ path: inout Path
  ) {
    var values = known.payload
    if !values.isEmpty { values[0].value = payload ?? fresh(text, path) }
    let new = CaseValue(
      name: known.name, payload: values, type: known.type, text: known.text,
      location: path.trail.location)
    store(.enumCase(new), path.write(text, op: "mutate"), at: place, &path)
  }
}

extension Expression {
  /// The case that an element is asked for by: `\.open` of `state[case: \.open]`.
  var casePath: String? {
    guard case .element(_, let arguments) = form, arguments.count == 1,
      arguments[0].label == "case", case .keyPath(let names?) = arguments[0].value.form,
      names.count == 1
    else { return nil }
    return names[0]
  }

  /// The enums and cases that a chain may go on in: `state[case: \.open]?`, `state.open?`.
  fileprivate var chainedCases: [(base: Expression, name: String)] {
    withBases.compactMap { node in
      guard case .chain(let inner) = node.form else { return nil }
      switch inner.form {
      case .member(let base, let name): return (base, name)
      case .element(let base, _): return inner.casePath.map { (base, $0) }
      default: return nil
      }
    }
  }
}
