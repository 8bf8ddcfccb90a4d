import OrreryModel

struct TransitionRecord: Decodable {
  var from: String
  var origin: Event.Origin
  var event: String
  var `guard`: String?
  var to: String?
  var effectTree: EffectRecord?
  var file: String
  var line: Int
  var column: Int?
  var kind: Transition.Kind
  var certainty: Transition.Certainty
  var wildcard: Int?
  var forwards: String?
  var when: [String: [String]]?
  var step: Int?
  var late: Bool?

  init(_ transition: Transition) {
    from = transition.from
    origin = transition.event.origin
    event = transition.event.name
    self.guard = transition.guard
    to = transition.to
    effectTree = transition.effect.map(EffectRecord.init)
    file = transition.location.file
    line = transition.location.line
    column = transition.location.column
    kind = transition.kind
    certainty = transition.certainty
    wildcard = transition.wildcard
    forwards = transition.forwards
    if !transition.when.isEmpty {
      when = Dictionary(transition.when.map { ($0.region, $0.values) }) { first, _ in first }
    }
    step = transition.step
    late = transition.isLate ? true : nil
  }

  var transition: Transition {
    var transition = Transition(
      from: from, event: Event.ID(origin, event), guard: self.guard, to: to,
      effect: effectTree?.effect,
      location: SourceLocation(file: file, line: line, column: column ?? 1), kind: kind,
      certainty: certainty, wildcard: wildcard, forwards: forwards)
    transition.when = (when ?? [:]).sorted { $0.key < $1.key }.map {
      .init(region: $0.key, values: $0.value)
    }
    transition.step = step
    transition.isLate = late ?? false
    return transition
  }

  /// `{"isOn": ["true"]}`, by the regions' names.
  private var whenJSON: JSONText {
    guard let when else { return .null }
    return .object(
      when.sorted { $0.key < $1.key }.map {
        JSONText.Member(key: $0.key, value: .strings($0.value))
      })
  }

  /// The events of the machine that it raises, which the tree has among its effects.
  private var raisesJSON: JSONText {
    let raised = effectTree?.effect.raised ?? []
    return raised.isEmpty ? .null : .strings(raised)
  }

  var json: JSONText {
    let fixed: JSONText = [
      "from": .string(from), "origin": .string(origin.rawValue), "event": .string(event),
      "guard": .text(self.guard), "to": .text(to),
      "effects": .strings(effectTree?.effect.names ?? []),
      "effectTree": effectTree?.json ?? .null, "file": .string(file), "line": .number(line),
      "kind": .string(kind.rawValue), "certainty": .string(certainty.rawValue),
      "wildcard": .count(wildcard),
    ]
    let details: JSONText = [
      "column": .count(column), "forwards": .text(forwards), "raises": raisesJSON,
      "when": whenJSON, "step": .count(step), "late": late.map(JSONText.bool) ?? .null,
    ]
    return fixed + details.withoutNulls
  }
}

struct ActionRecord: Decodable {
  struct WriteRecord: Decodable {
    var path: String
    var op: String
    var value: String
  }

  var action: String
  var origin: Event.Origin
  var `guard`: String?
  var writes: [WriteRecord]
  var effectTree: EffectRecord?
  var file: String
  var line: Int
  var column: Int?
  var certainty: Transition.Certainty?
  var forwards: String?

  init(_ action: Action) {
    self.action = action.event.name
    origin = action.event.origin
    self.guard = action.guard
    writes = action.writes.map { WriteRecord(path: $0.path, op: $0.op, value: $0.value) }
    effectTree = action.effect.map(EffectRecord.init)
    file = action.location.file
    line = action.location.line
    column = action.location.column
    certainty = action.certainty
    forwards = action.forwards
  }
}

extension ActionRecord {
  /// The model's action.
  var model: Action {
    Action(
      event: Event.ID(origin, action), guard: self.guard,
      writes: writes.map { Action.Write(path: $0.path, op: $0.op, value: $0.value) },
      effect: effectTree?.effect,
      location: SourceLocation(file: file, line: line, column: column ?? 1),
      certainty: certainty ?? .exact, forwards: forwards)
  }

  var json: JSONText {
    let fixed: JSONText = [
      "action": .string(action), "origin": .string(origin.rawValue), "guard": .text(self.guard),
      "writes": .array(
        writes.map {
          ["path": .string($0.path), "op": .string($0.op), "value": .string($0.value)]
        }),
      "effects": .strings(effectTree?.effect.names ?? []),
      "effectTree": effectTree?.json ?? .null, "file": .string(file), "line": .number(line),
    ]
    let details: JSONText = [
      "certainty": .text(certainty?.rawValue), "column": .count(column),
      "forwards": .text(forwards),
    ]
    return fixed + details.withoutNulls
  }
}
