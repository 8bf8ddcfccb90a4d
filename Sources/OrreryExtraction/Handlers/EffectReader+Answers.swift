import OrreryExecution
import OrreryModel

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
