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
    case .edgeAdded(let edge): "edge `\(edge.arrow)` added\(edge.circumstances)"
    case .edgeRemoved(let edge): "edge `\(edge.arrow)` removed\(edge.circumstances)"
    case .edgeChanged(let old, let new, let aspect):
      "\(aspect.rawValue) of `\(old.arrow)` changed from \(old.part(aspect)) "
        + "to \(new.part(aspect))"
    case .actionAdded(let action): "action `\(action.label)` added"
    case .actionRemoved(let action): "action `\(action.label)` removed"
    case .actionChanged(let old, let new, let aspect):
      "\(aspect.rawValue) of action `\(old.label)` changed from \(old.part(aspect)) "
        + "to \(new.part(aspect))"
    case .projectionChanged(let old, let new):
      "projection changed from \(quoted(old.joined(separator: ", "))) "
        + "to \(quoted(new.joined(separator: ", ")))"
    }
  }
}

extension Event.ID: CustomStringConvertible {
  /// The name, with the origin before it unless it is an input.
  public var description: String { origin == .input ? name : "\(origin.rawValue).\(name)" }
}

extension Transition {
  /// The edge as an arrow: `loading –failed→ error`; an open target is `?`.
  public var arrow: String {
    let target =
      switch kind {
      case .reject, .trap, .throw: kind.rawValue
      case .move, .stay, .ignore, .unresolved: to ?? "?"
      }
    return "\(from) –\(event.name)→ \(target)"
  }

  fileprivate var circumstances: String {
    let parts = [
      self.guard.map { "guard \(quoted($0.whiteSpaceFolded))" },
      effect.map { "effects \(quoted($0.description))" },
    ].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  fileprivate func part(_ aspect: MachineDiff.Aspect) -> String {
    switch aspect {
    case .guard: quoted(self.guard?.whiteSpaceFolded ?? "")
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
