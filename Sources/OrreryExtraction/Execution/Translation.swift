import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import SwiftSyntax

/// What an execution asks of the state that it has started in.
struct ReadFootprint {
  let properties = AskedFields()
  let cases = Questions()

  /// Notes it for a state.
  func note(for state: Value) {
    switch state {
    case .object(let object): object.asked?.formUnion(properties)
    case .enumCase(let known): known.parts.questions?.formUnion(cases)
    default: break
    }
  }
}

/// Values of walks as values of executions, and back.
struct Translation {
  let program: LoweredProgram
  let symbols: SymbolTable
  /// The state that the handler has found.
  let start: Value
  /// What an execution asks of the state, which counts only where its report is kept.
  let footprint = ReadFootprint()
  /// The names of the handler's parameters, in the order of their slots.
  let names: [String]

  // MARK: - Into an execution

  func place(_ place: Place) -> OrreryExecution.Place? {
    if place.name == "self" {
      return OrreryExecution.Place(frame: place.frame, .me, path: place.path)
    }
    return names.firstIndex(of: place.name).map { slot in
      .init(frame: place.frame, .variable(slot: slot, name: place.name), path: place.path)
    }
  }

  func value(_ value: Value) -> OrreryExecution.Value? {
    switch value {
    case .unknown(let unknown): return .unknown(self.unknown(unknown))
    case .enumCase(let known): return enumCase(known)
    case .object(let object):
      var fields: [String: OrreryExecution.Value] = [:]
      for (name, field) in object.fields { fields[name] = self.value(field) }
      var made = OrreryExecution.ObjectValue(base: unknown(object.base), fields: fields)
      made.asked = object.asked.map { _ in footprint.properties }
      return .object(made)
    case .bool(let value): return .bool(value)
    case .literal(let text): return .literal(text)
    case .absent: return .absent
    case .void: return .void
    default: return nil
    }
  }

  private func enumCase(_ known: CaseValue) -> OrreryExecution.Value {
    let parts = known.parts
    let payload = parts.payload.map { argument in
      Labelled(argument.label, value(argument.value) ?? .void)
    }
    let made = OrreryExecution.CaseValue(
      name: parts.name, payload: payload, type: known.type, text: known.text,
      location: known.location)
    return .enumCase(parts.questions.map { _ in made.asked(footprint.cases) } ?? made)
  }

  private func unknown(_ unknown: Unknown) -> OrreryExecution.Unknown {
    var result = OrreryExecution.Unknown(
      symbols.symbol(origin(of: unknown.id)), text: unknown.text, type: unknown.type)
    (result.declared, result.made) = (unknown.declared, unknown.made)
    (result.isPresent, result.isFloat) = (unknown.isPresent, unknown.isFloat)
    (result.isOrdered, result.atLeast) = (unknown.isOrdered, unknown.atLeast)
    (result.isFixed, result.keyPath) = (unknown.isFixed, unknown.keyPath)
    result.domain = unknown.domain.map { .init(type: $0.type, isOptional: $0.isOptional) }
    return result
  }

  private func origin(of id: String) -> Origin {
    let parts = id.split(separator: ".").map(String.init)
    switch (parts.first, parts.count) {
    case ("self", 1): return .me
    case ("self", 2): return .member(symbols.symbol(.me), parts[1])
    case (Interpreter.stateID, 1): return .start
    case (Interpreter.eventID, 1): return .event
    case (Interpreter.probeID, 1): return .probe
    case (Interpreter.originID, 1): return .origin
    case ("parameter", 2): return .parameter(parts[1])
    case (Interpreter.eventID, 2):
      return .payload(symbols.symbol(.event), name: "", index: Int(parts[1]) ?? 0)
    case (Interpreter.stateID, 2): return .member(symbols.symbol(.start), parts[1])
    case ("$some", 2): return .payload(symbols.symbol(.start), name: parts[1], index: -1)
    case (Interpreter.stateID, 3):
      return .payload(symbols.symbol(.start), name: parts[1], index: Int(parts[2]) ?? 0)
    default: return .global(id)
    }
  }

  /// How what follows a wait begins.
  ///
  /// - Parameter event: What has come, where it waits for one of several events.
  func resumption(_ resumption: Resumption, event: Value?) -> Execution.Resumption? {
    guard let state = value(resumption.state) else { return nil }
    let isAny = resumption.origin.unknown?.id == Interpreter.originID
    return Execution.Resumption(
      succeeds: resumption.succeeds, state: state,
      origin: isAny ? nil : value(resumption.origin), event: event.flatMap(value),
      open: Set(resumption.open.map { .init(call: $0.call, name: $0.name) }))
  }

  // MARK: - Out of it

  /// Nothing for what no walk gives.
  func value(_ value: OrreryExecution.Value) -> Value? {
    switch value {
    case .unknown(let unknown): return .unknown(self.unknown(unknown))
    case .enumCase(let known): return enumCase(known)
    case .object(let object):
      var result = ObjectValue(base: unknown(object.base))
      if object.isNew { result.base.id = "new.\(symbols.name(of: object.base.symbol))" }
      result.writes = object.writes.map(write)
      for (name, field) in object.fields {
        guard let field = self.value(field) else { return nil }
        result.fields[name] = field
      }
      return .object(result)
    case .tuple(let elements): return arguments(elements).map { .tuple($0) }
    case .bool(let value): return .bool(value)
    case .literal(let text): return .literal(text)
    case .array(let values):
      let found = values.compactMap { self.value($0) }
      return found.count == values.count ? .array(found) : nil
    case .closure, .table, .alias: return .unknown(Unknown(id: value.text, text: value.text))
    case .type(let key, let name): return .type(key: key, name: name)
    case .absent: return .absent
    case .void: return .void
    }
  }

  func write(_ write: OrreryExecution.Write) -> Write {
    Write(
      path: write.path, op: write.op, value: write.value, isWhole: write.isWhole,
      location: write.location, depth: write.depth, isOneOfSeveral: write.isOneOfSeveral,
      choice: write.choice.map {
        Write.Choice(condition: $0.condition, yes: $0.yes, no: $0.no)
      })
  }

  private func arguments(_ elements: [Labelled]) -> [Argument]? {
    let found = elements.compactMap { element in
      value(element.value).map { Argument(label: element.label, value: $0) }
    }
    return found.count == elements.count ? found : nil
  }

  private func enumCase(_ known: OrreryExecution.CaseValue) -> Value? {
    if known.isStart { return start }
    guard let payload = arguments(known.payload) else { return nil }
    var made = CaseValue(
      name: known.name, payload: payload, type: known.type, text: known.text,
      location: known.location)
    made.version = known.version
    return .enumCase(made)
  }

  private func unknown(_ unknown: OrreryExecution.Unknown) -> Unknown {
    var result = Unknown(id: id(of: unknown.symbol), text: unknown.text, type: unknown.type)
    (result.declared, result.made) = (unknown.declared, unknown.made)
    (result.isPresent, result.isFloat) = (unknown.isPresent, unknown.isFloat)
    (result.isOrdered, result.atLeast) = (unknown.isOrdered, unknown.atLeast)
    result.domain = unknown.domain.map { .init(type: $0.type, isOptional: $0.isOptional) }
    return result
  }

  private func id(of symbol: Symbol) -> String {
    switch symbols.origin(of: symbol) {
    case .me: "self"
    case .start: Interpreter.stateID
    case .event: Interpreter.eventID
    case .probe: Interpreter.probeID
    case .origin: Interpreter.originID
    case .awaited: Interpreter.awaitedID
    case .parameter(let name): "parameter.\(name)"
    case .payload(let whole, let name, let index):
      switch symbols.origin(of: whole) {
      case .event: "\(Interpreter.eventID).\(index)"
      case .start where index < 0: "$some.\(name)"
      default: "\(id(of: whole)).\(name).\(index)"
      }
    case .member(let whole, let name): "\(id(of: whole)).\(name)"
    case .text(let text, let version, _): "\(text)@\(version)"
    default: symbols.name(of: symbol)
    }
  }

  /// What is known of values when an execution starts.
  func facts(_ known: [String: Fact]) -> Facts {
    var result: Facts = [:]
    for (id, fact) in known {
      let symbol = symbols.symbol(origin(of: id))
      switch fact {
      case .isCase(let value):
        if case .enumCase(let value) = enumCase(value) as OrreryExecution.Value {
          result[symbol] = .isCase(value)
        }
      case .isNot(let names): result[symbol] = .isNot(names)
      case .bool(let value): result[symbol] = .bool(value)
      }
    }
    return result
  }

  /// What was found out about values, as far as walks ask for it.
  func facts(_ path: OrreryExecution.Path) -> [String: Fact] {
    var result: [String: Fact] = [:]
    for (symbol, fact) in path.facts {
      switch fact {
      case .isCase(let known):
        guard case .enumCase(let known)? = enumCase(known) else { continue }
        result[id(of: symbol)] = .isCase(known)
      case .isNot(let names): result[id(of: symbol)] = .isNot(names)
      case .bool(let value): result[id(of: symbol)] = .bool(value)
      }
    }
    return result
  }

  func clause(_ clause: OrreryExecution.Clause) -> Clause {
    if clause.isNegated { return self.clause(clause.negated).negated }
    return Clause(
      text: clause.text, isNegated: clause.isNegated,
      choice: clause.choice.map { .init(value: $0.value, names: $0.names) },
      ways: clause.ways.map { $0.map(self.clause) })
  }

  func branch(_ place: BranchPlace) -> Branch? {
    program.branch(place.id).map { Branch(items: $0.items, file: $0.file) }
  }
}
