import OrreryExecution
import OrreryModel
import OrreryRecognition

/// Reads a value that a handler returned as a tree of effects.
enum EffectReader {
  /// Names of values that ask for nothing.
  private static let nothing: Set = [
    "none", "nothing", "doNothing", "empty", "noop", "noOp", "noAction", "ignore",
  ]
  /// What a stream says that sends nothing; a case of that name among the files says what it likes.
  private static let silent = "never"
  private static let parallel: Set = ["merge", "parallel", "all", "batch", "combine"]
  private static let serial: Set = ["concat", "concatenate", "sequence", "serial"]

  static func effect(of value: Value) -> Effect? {
    switch value {
    case .absent, .void, .bool: return nil
    case .enumCase(let value): return effect(of: value)
    case .array(let values): return group(values, Effect.merge)
    case .tuple(let elements): return group(elements.map(\.value), Effect.concatenate)
    case .object(let object) where object.fields.values.contains(where: \.isNamedNothing):
      let asked = object.fields.values.filter { !asksNothing($0) }
      return asked.isEmpty ? nil : .run(value.text.callHead)
    case .object(let object) where value.text.callHead == ".init":
      let asked = object.fields.values.filter { !asksNothing($0) }
      guard asked.count == 1, case .enumCase = asked[0] else { return .run(".init") }
      return effect(of: asked[0])
    case .unknown, .object, .literal, .table, .type, .alias, .closure:
      let name = value.text.callHead
      let word = String(name.drop { $0 == "." })
      return nothing.contains(word) || word == silent ? nil : .run(name)
    }
  }

  private static func effect(of value: CaseValue) -> Effect? {
    if isNothing(value) { return nil }
    let values = value.payload.map(\.value)
    if parallel.contains(value.name), !values.isEmpty { return group(values, Effect.merge) }
    if serial.contains(value.name), !values.isEmpty { return group(values, Effect.concatenate) }
    if ["just", "some", "single"].contains(value.name), values.count == 1 {
      return effect(of: values[0])
    }
    // A case of an enum among the files asks for whatever that one means by it.
    if value.name == "cancel", value.type == nil, let id = values.first { return .cancel(id.text) }
    if value.name == "send", value.type == nil, let event = values.first?.caseValue {
      return .run(".send(.\(sent(event)))")
    }
    // Where a type's name is called, that is no case.
    return .run(value.text == value.name ? value.name : ".\(value.name)")
  }

  static func asksNothing(_ value: Value) -> Bool {
    switch value {
    case .absent, .void, .bool(false): true
    case .array(let values): values.allSatisfy(asksNothing)
    default: value.isNamedNothing
    }
  }

  /// Whether a value is a case that says by its name that there is nothing to do.
  fileprivate static func isNothing(_ value: CaseValue) -> Bool {
    value.payload.isEmpty
      && (nothing.contains(value.name) || value.name == silent && value.type == nil)
  }

  /// An effect with its arguments as they are worded, known or not.
  static func wording(of value: Value) -> String {
    switch value {
    case .enumCase(let value):
      "\(value.name)(\(value.payload.map { "\($0.label ?? "_"): \(wording(of: $0.value))" }))"
    case .tuple(let elements): "\(elements.map { wording(of: $0.value) })"
    case .array(let values): "\(values.map(wording(of:)))"
    case .unknown, .closure, .table, .alias: value.text
    default: detail(of: value)
    }
  }

  /// The arguments that are known: of two effects of one name they say what is asked for.
  static func detail(of value: Value) -> String {
    switch value {
    case .enumCase(let value):
      value.payload.isEmpty
        ? value.name : "\(value.name)(\(value.payload.map { detail(of: $0.value) }))"
    case .tuple(let elements): "\(elements.map { detail(of: $0.value) })"
    case .array(let values): "\(values.map(detail(of:)))"
    case .bool(let value): "\(value)"
    case .literal(let text): text
    case .absent: "nil"
    default: "_"
    }
  }

  private static func group(_ values: [Value], _ make: ([Effect]) -> Effect) -> Effect? {
    // `.merge([a, b])` is `.merge(a, b)`.
    let flat = values.flatMap { value -> [Value] in
      if case .array(let items) = value { items } else { [value] }
    }
    let effects = flat.compactMap(effect(of:))
    return effects.count > 1 ? make(effects) : effects.first
  }
}

// Results that hold effects beside other things: `Outcome(effects: [.fetch], outputs: [])`.
extension EffectReader {
  private static let labels: Set = [
    "effect", "effects", "action", "actions", "command", "commands", "output", "outputs", "fx",
    "cmd", "cmds",
  ]

  /// Whether a label says that its argument is what is to be done.
  static func isEffectLabel(_ label: String) -> Bool {
    labels.contains(label) || ["effect", "effects"].contains(where: label.lowercased().hasSuffix)
  }

  /// The effect of what a handler returns: where the labels of a result say which of its parts are
  /// effects, these.
  static func effect(ofAnswer value: Value) -> Effect? {
    guard let parts = parts(of: value) else { return effect(of: value) }
    return effect(of: .array(parts))
  }

  /// The effects in a result that holds a list of them; nothing where it may hold others.
  private static func parts(of value: Value) -> [Value]? {
    var parts: [Labelled]
    switch value {
    case .enumCase(let made) where made.type == nil && isInitializer(made.name):
      parts = made.payload
    case .object(let object):
      parts = object.fields.sorted { $0.key < $1.key }.map { Labelled($0, $1) }
    default: return nil
    }
    parts.removeAll { Library.stateLabels.contains($0.label ?? "") }
    let effects = parts.filter { isEffectLabel($0.label ?? "") }
    let others = parts.filter { !isEffectLabel($0.label ?? "") }
    guard effects.contains(where: { if case .array = $0.value { true } else { false } }),
      others.allSatisfy({ asksNothing($0.value) })
    else { return nil }
    return effects.map(\.value)
  }

  /// An event that is sent, as it is written: its own case, and those that it carries.
  static func sent(_ event: CaseValue) -> String {
    let values = event.payload.map { part -> (label: String?, text: String?) in
      switch part.value {
      case .enumCase(let inner) where !isInitializer(inner.name): (part.label, ".\(sent(inner))")
      case .bool, .absent: (part.label, part.value.text)
      default: (part.label, nil)
      }
    }
    let name = String(event.name.drop { $0 == "." })
    guard values.contains(where: { $0.text != nil }) else { return name }
    let texts = values.map { ($0.label.map { "\($0): " } ?? "") + ($0.text ?? "_") }
    return "\(name)(\(texts.joined(separator: ", ")))"
  }

  private static func isInitializer(_ name: String) -> Bool {
    name == "init" || name.first?.isUppercase ?? false
  }
}

extension Value {
  fileprivate var isNamedNothing: Bool { caseValue.map(EffectReader.isNothing) ?? false }
}
