import OrreryTrace

extension MachineDiff.Change: CustomStringConvertible {
  /// The difference as a sentence without its full stop: edge `loading –failed→ error` removed.
  public var description: String {
    switch self {
    case .stateAdded(let name): "state `\(name)` added"
    case .stateRemoved(let name): "state `\(name)` removed"
    case .stateRenamed(let old, let new): "state `\(old)` renamed to `\(new)`, by likeness"
    case .stateChanged(let name, let trait, let holds):
      "state `\(name)` is \(holds ? "now" : "no longer") \(trait.rawValue)"
    case .eventAdded(let event): "event `\(event.description)` added"
    case .eventRemoved(let event): "event `\(event.description)` removed"
    case .eventRenamed(let old, let new):
      "event `\(old.description)` renamed to `\(new.description)`, by likeness"
    case .edgeAdded(let edge) where edge.kind == .ignore:
      "`\(edge.event.description)` is now ignored in `\(edge.from)`\(edge.circumstances)"
    case .edgeRemoved(let edge) where edge.kind == .ignore:
      "`\(edge.event.description)` is no longer ignored in `\(edge.from)`\(edge.circumstances)"
    case .edgeAdded(let edge): "edge `\(edge.arrow)` added\(edge.circumstances)"
    case .edgeRemoved(let edge): "edge `\(edge.arrow)` removed\(edge.circumstances)"
    case .edgeChanged(let old, let new, .target) where old.kind == .move && new.isLoop:
      "edge `\(old.arrow)` removed: `\(old.from)` now stays"
    case .edgeChanged(let old, let new, let aspect):
      "\(aspect.rawValue) of `\(old.arrow)` changed from \(old.part(aspect)) "
        + "to \(new.part(aspect))"
    case .actionAdded(let action): "action `\(action.label)` added"
    case .actionRemoved(let action): "action `\(action.label)` removed"
    case .actionChanged(let old, let new, let aspect):
      "\(aspect.rawValue) of action `\(old.label)` changed from \(old.part(aspect)) "
        + "to \(new.part(aspect))"
    case .regionAdded(let region): "property \(region.summary) added"
    case .regionRemoved(let region): "property \(region.summary) removed"
    case .regionRenamed(let old, let new): "property `\(old)` renamed to `\(new)`, by likeness"
    case .projectionChanged(let old, let new):
      "projection changed from \(quoted(old.joined(separator: ", "))) "
        + "to \(quoted(new.joined(separator: ", ")))"
    }
  }
}

extension Region {
  /// The name, and the values that it has: `isPinned` (false, true).
  fileprivate var summary: String {
    let values = states.map { Naming.properties(ofState: $0).first?.value ?? $0 }
    return "`\(name)` (\(values.joined(separator: ", ")))"
  }
}

extension Event.ID: CustomStringConvertible {
  /// The name, with the origin before it unless it is an input.
  public var description: String { origin == .input ? name : "\(origin.rawValue).\(name)" }
}

extension Transition {
  /// Whether the state is left as it is, whatever is done.
  var isLoop: Bool { to == from && (kind == .stay || kind == .ignore) }

  /// The edge as an arrow: `loading –failed→ error`; an open target is `?`.
  public var arrow: String {
    let target =
      switch kind {
      case .reject, .trap, .throw: kind.rawValue
      case .move, .stay, .ignore, .unresolved: to ?? "?"
      }
    return "\(from) –\(event.name)→ \(target)"
  }

  /// What the edge asks for: of other regions, and in its guard.
  var condition: String {
    [whenText, self.guard?.whiteSpaceFolded].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: " && ")
  }

  fileprivate var circumstances: String {
    let parts = [
      condition.isEmpty ? nil : "guard \(quoted(condition))",
      effect.map { "effects \(quoted($0.description))" },
    ].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  fileprivate func part(_ aspect: MachineDiff.Aspect) -> String {
    switch aspect {
    case .guard: quoted(condition)
    case .effects: quoted(effect?.description ?? "")
    case .kind: quoted(kind.rawValue)
    case .target: quoted(to ?? (kind == .unresolved ? "?" : kind.rawValue))
    case .writes: quoted("")
    }
  }
}

extension Action {
  fileprivate var label: String {
    self.guard.map { "\(event) [\($0.whiteSpaceFolded)]" } ?? event.description
  }

  fileprivate func part(_ aspect: MachineDiff.Aspect) -> String {
    switch aspect {
    case .guard: quoted(self.guard?.whiteSpaceFolded ?? "")
    case .effects: quoted(effect?.description ?? "")
    case .writes: quoted(writes.map(\.description).joined(separator: "; "))
    case .kind, .target: quoted("")
    }
  }
}

/// The text in code marks, or the word for there being none.
private func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "`\(text)`" }
