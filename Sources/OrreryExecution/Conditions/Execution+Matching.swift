import OrreryProgram

/// Whether a value matches a pattern, and what is known of it then.
extension Execution {
  /// Matches a value; the text of an open answer is empty.
  func match(_ pattern: Pattern, _ value: Value, _ path: Path) -> Answer {
    let value = pattern.isIrrefutable ? value : asked(value)
    var path = pattern.isIrrefutable ? path : asking(of: value, path)
    switch pattern {
    case .any: return .known(path, true)
    case .bind(let variable):
      path.declare(variable, value.worded(variable.name))
      return .known(path, true)
    case .enumCase(let name, let values): return match(name, values, value, path)
    case .tuple(let elements):
      return match(elements, elements.indices.map { path.field("\($0)", of: value) }, path)
    case .some(let inner): return match("some", [.init(nil, inner)], value, path)
    case .absent: return matchAbsent(value, path)
    case .bool(let wanted): return matchBool(wanted, value, path)
    case .literal(let text):
      if case .literal(let value) = value, let isSame = Value.areSame(value, text) {
        return .known(path, isSame)
      }
      return match(literal: text, value, path)
    case .type(let name, let inner): return match(type: name, inner, value, path)
    case .opaque(let bindings):
      var yes = path
      for variable in bindings { yes.declare(variable, fresh(variable.name, yes)) }
      return .open(yes: yes, no: path, text: "")
    }
  }

  /// Notes that what a path does from here on depends on what the state is.
  func asking(of value: Value, _ path: Path) -> Path {
    if calls.isSparing { return path }
    if let symbol = value.unknown?.symbol, symbols.root(of: symbol) == .probe {
      findings.asksState = true
    }
    // Of a tuple each part that a pattern asks for comes here by itself.
    guard value.isStart else { return path }
    findings.asksState = true
    guard !path.asksStart else { return path }
    var path = path
    path.asksStart = true
    return path
  }

  /// What conditions may ask: of what an initializer of a type that is not known has made, neither the
  /// case is told nor whether there is one.
  func asked(_ value: Value) -> Value {
    guard case .enumCase(let made) = value, let version = made.version else { return value }
    let place = made.location.map { "\($0.line):\($0.column)" } ?? ""
    let symbol = symbols.symbol(.text(made.text + place, version: version, scope: 0))
    return .unknown(Unknown(symbol, text: made.text))
  }

  private func match(type name: String, _ inner: Pattern, _ value: Value, _ path: Path) -> Answer {
    if let event = value.caseValue, event.type == CaseValue.typeEvent {
      guard event.name == name else { return .known(path, false) }
      return match(inner, .unknown(Unknown(.event, text: "event")), path)
    }
    let own = isEvent(value) ? value.type : value.caseValue?.type
    if let own, let wanted = key(named: name, path, near: own) {
      if own == wanted { return match(inner, value, path) }
      if type(wanted)?.kind != .protocol { return .known(path, false) }
    }
    return match(.opaque(bindings: inner.variables), value, path)
  }

  private func match(
    _ name: String, _ values: [Pattern.Element]?, _ value: Value, _ path: Path
  ) -> Answer {
    switch value {
    case .enumCase(let known):
      guard known.isNamed(name) else {
        // A value that is there also matches its own name inside an optional.
        if type(known.type)?.enumCase(name) != nil { return .known(path, false) }
        if name == "some", let inner = values?.first { return match(inner.pattern, value, path) }
        if name == "some", known.name != "none", !isDeclared(name, by: known.type) {
          return .known(path, true)
        }
        if !isDeclared(name, by: known.type) { findings.isCut = true }
        return .known(path, false)
      }
      return match(values ?? [], payload(of: known, name, count: values?.count ?? 0), path)
    case .absent: return .known(path, name == "none")
    case .unknown(let unknown): return match(name, values ?? [], unknown, path)
    default:
      if name == "some" {
        return values?.first.map { match($0.pattern, value, path) } ?? .known(path, true)
      }
      return name == "none" ? .known(path, false) : .open(yes: path, no: path, text: "")
    }
  }

  /// Whether a pattern may name what it does; else the type is taken for another one.
  private func isDeclared(_ name: String, by type: String?) -> Bool {
    guard let info = self.type(type), info.kind == .enum, name != "none" else { return true }
    return info.enumCase(name) != nil
  }

  /// A case's associated values; unknown ones where they were never looked at.
  func payload(of value: CaseValue, _ name: String, count: Int) -> [Value] {
    guard count > 0 else { return [] }
    if value.payload.count == count { return value.payload.map(\.value) }
    if count == 1, value.payload.count > 1 { return [.tuple(value.payload)] }
    let whole = symbols.symbol(.global(value.text))
    return (0..<count).map { index in
      let symbol = symbols.symbol(.payload(whole, name: name, index: index))
      return .unknown(Unknown(symbol, text: "$\(index)"))
    }
  }

  private func match(
    _ name: String, _ values: [Pattern.Element], _ unknown: Unknown, _ path: Path
  ) -> Answer {
    switch path.facts[unknown.symbol] {
    case .isCase(let known): return match(name, values, .enumCase(known), path)
    case .isNot(let names) where names.contains(name): return .known(path, false)
    default: break
    }
    let question = lastingQuestion(name, values, unknown)
    if let question, case .bool(false)? = path.facts[question] { return .known(path, false) }
    let isWhole = values.allSatisfy(\.pattern.isIrrefutable)
    let known = caseValue(name, values, of: unknown)
    var (yes, no) = (path, path)
    yes.facts[unknown.symbol] = .isCase(known)
    if isPresence(name, of: unknown), isWhole {
      let presence = symbols.symbol(.presence(unknown.symbol))
      yes.facts[presence] = .bool(name == "some")
      no.facts[presence] = .bool(name == "none")
    }
    if isWhole {
      var names: Set = [name]
      if case .isNot(let more)? = path.facts[unknown.symbol] { names.formUnion(more) }
      no.facts[unknown.symbol] = .isNot(names)
      no.isImpossible = isNothing(unknown, without: names)
    } else if let question {
      no.facts[question] = .bool(false)
    }
    switch match(values, known.payload.map(\.value), yes) {
    case .known(let path, true): yes = path
    case .known(_, false): return .known(no, false)
    case .open(let path, _, _): yes = path
    }
    return Answer.open(yes: yes, no: no, text: "").decided
  }

  /// The symbol of whether a value matches a pattern, where what did not match once does not later.
  private func lastingQuestion(
    _ name: String, _ values: [Pattern.Element], _ unknown: Unknown
  ) -> Symbol? {
    guard symbols.isOfConstant(unknown.symbol) else { return nil }
    return Pattern.enumCase(name: name, values: values).name.map {
      symbols.symbol(.match(.symbol(unknown.symbol, stamp: nil), $0))
    }
  }

  /// The case that a value is where it matches a name, with what is known of its associated values.
  private func caseValue(
    _ name: String, _ values: [Pattern.Element], of unknown: Unknown
  ) -> CaseValue {
    let types = payloadTypes(of: name, in: unknown, count: values.count)
    let payload = values.indices.map { index in
      var inner = Unknown(
        symbols.symbol(.payload(unknown.symbol, name: name, index: index)), text: "$\(index)",
        type: types[index]?.key)
      inner.note(types[index])
      inner.isPresent = types[index]?.isPresent ?? false
      inner.domain = types[index].flatMap(Domain.init(of:))
      return Labelled(values[index].label, .unknown(inner))
    }
    return CaseValue(name: name, payload: payload, type: unknown.type, text: ".\(name)")
  }

  /// The types of a case's associated values, as far as they are known.
  func payloadTypes(of name: String, in unknown: Unknown, count: Int) -> [TypeReference?] {
    if let domain = unknown.domain, domain.isOptional, name == "some", count == 1 {
      return [.nominal(key: domain.type, name: type(domain.type)?.name ?? "", arguments: [])]
    }
    guard let values = type(unknown.type ?? unknown.domain?.type)?.enumCase(name)?.values else {
      return Array(repeating: count == 1 ? unknown.partOfResult(name) : nil, count: count)
    }
    return values.count == count ? values.map(\.type) : Array(repeating: nil, count: count)
  }

  /// Whether a case asks whether there is a value, and is none of the enum's own.
  func isPresence(_ name: String, of unknown: Unknown) -> Bool {
    let own = unknown.type ?? (unknown.domain?.isOptional == false ? unknown.domain?.type : nil)
    return ["some", "none"].contains(name) && type(own)?.enumCase(name) == nil
  }

  private func match(_ elements: [Pattern.Element], _ values: [Value], _ path: Path) -> Answer {
    // Where another part decides, the state that the execution has started in is not asked for.
    if values.contains(where: \.isStart),
      zip(elements, values).contains(where: { isOtherCase($1, than: $0.pattern) })
    {
      return .known(path, false)
    }
    var yes = path
    var refused: Path?
    for (element, value) in zip(elements, values) {
      switch match(element.pattern, value, yes) {
      case .known(let asked, false):
        var path = path
        path.asksStart = path.asksStart || asked.asksStart
        return .known(path, false)
      case .known(let path, true): yes = path
      case .open(let path, let no, _):
        yes = path
        refused = refused?.weaker(than: no) ?? no
      }
    }
    guard var no = refused else { return .known(yes, true) }
    no.frames = path.frames
    return .open(yes: yes, no: no, text: "")
  }

  /// Whether a value is known to be another case than the one of a pattern; not asked of the state
  /// that the execution has started in.
  private func isOtherCase(_ value: Value, than pattern: Pattern) -> Bool {
    guard case .enumCase(let known) = asked(value), !known.isStart,
      case .enumCase(let name, _) = pattern, name != "some", isDeclared(name, by: known.type)
    else { return false }
    return !known.isNamed(name)
  }

  /// A literal against a value that is not known; once asked, the answer stays.
  private func match(literal text: String, _ value: Value, _ path: Path) -> Answer {
    guard let unknown = value.unknown, Int(text) != nil || text.isPlainText else {
      return .open(yes: path, no: path, text: "")
    }
    // A comparison asks the same.
    if operand(value, path) != nil {
      return matchBool(true, answer(value, "==", .literal(text), text: text, path), path)
    }
    let symbol = symbols.symbol(.match(.symbol(unknown.symbol, stamp: nil), text))
    return matchBool(true, .unknown(Unknown(symbol, text: text)), path)
  }

  private func matchAbsent(_ value: Value, _ path: Path) -> Answer {
    switch value {
    case .absent: .known(path, true)
    case .unknown(let unknown) where unknown.isPresent: .known(path, false)
    case .unknown: match("none", [], value, path)
    default: .known(path, false)
    }
  }

  private func matchBool(_ wanted: Bool, _ value: Value, _ path: Path) -> Answer {
    if case .bool(let known) = value { return .known(path, known == wanted) }
    guard let unknown = value.unknown else { return .open(yes: path, no: path, text: "") }
    // `true` is matched with what is inside of an optional, and what is none is neither of both.
    if unknown.isSaidOptional { return match(.some(.bool(wanted)), value, path) }
    let symbol = unknown.symbol
    if let known = path.answer(to: symbol) { return .known(path, known == wanted) }
    return Answer.open(yes: path, no: path, text: "")
      .telling(symbol, .bool(wanted), otherwise: .bool(!wanted)).decided
  }
}
