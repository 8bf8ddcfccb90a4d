import OrreryModel

/// How a line is broken up.
enum Dash: String {
  case solid, dashed, dotted
}

extension Theme {
  /// The colour of the line: that of the change or the verdict where there is one, else the answer's
  /// or the origin's.
  func color(of style: EdgeStyle) -> String {
    if let change = style.change { return color(of: change) }
    switch style.verdict {
    case .confirmed: return confirmed
    case .neverSeen: return unseen
    case .undeclared: return alarm
    case .explained: return explained
    case nil: break
    }
    switch style.kind {
    case .trap, .throw: return alarm
    case .unresolved: return doubt
    case .ignore, .reject: return unseen
    case .move, .stay: return style.origin == .ioResult ? accent : border
    }
  }

  /// The colour of what changed between two versions.
  func color(of change: PartChange) -> String {
    switch change {
    case .added: confirmed
    case .removed: alarm
    case .changed: explained
    }
  }
}

extension EdgeStyle {
  /// Dashed where the edge is gone, answers an effect or leads nowhere known, dotted where it is
  /// inferred.
  var dash: Dash {
    if change == .removed { return .dashed }
    if certainty == .inferred || kind == .ignore || kind == .reject { return .dotted }
    if origin == .ioResult || kind == .unresolved { return .dashed }
    return .solid
  }

  /// Whether the line is drawn strongly: what must not be overlooked.
  var isStrong: Bool { verdict == .undeclared || change != nil }

  /// The signs before a label: the change and the verdict, which no colour says alone, and what
  /// strokes cannot say.
  func marks(_ strokes: Set<Capabilities.Stroke>) -> String {
    var marks = (change?.mark ?? "") + (verdict?.mark ?? "")
    if kind == .reject { marks += "⊘" }
    if kind == .ignore { marks += "∅" }
    switch origin {
    case .input: break
    case .ioResult: marks += strokes.contains(.result) ? "" : "↩"
    case .internal: marks += strokes.contains(.internal) ? "" : "⟳"
    case .child: marks += strokes.contains(.child) ? "" : "↳"
    }
    if certainty == .inferred, !strokes.contains(.inferred) { marks += "≈" }
    return marks
  }
}

extension EdgeVerdict {
  /// The sign before the label of an edge.
  var mark: String {
    switch self {
    case .confirmed: "✓"
    case .neverSeen: "○"
    case .undeclared: "✗"
    case .explained: "◇"
    }
  }

  /// What the verdict means, in a few words.
  var meaning: String {
    switch self {
    case .confirmed: "declared and seen"
    case .neverSeen: "declared, never seen"
    case .undeclared: "seen, not declared"
    case .explained: "seen, explained by an unresolved edge"
    }
  }
}

extension PartChange {
  /// The sign before the label of an edge or a state.
  var mark: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .changed: "Δ"
    }
  }
}
