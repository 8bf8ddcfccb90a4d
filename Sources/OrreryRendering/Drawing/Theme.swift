import OrreryModel

/// The colours and strokes of every picture.
///
/// The hues are those of Okabe and Ito, which stay apart for colour-blind readers, darkened where
/// text needs contrast; no meaning rests on colour alone.
enum Theme {
  static let ink = "#1F2933"
  static let muted = "#616E7C"
  static let paper = "#FFFFFF"
  static let fill = "#F3F6F9"
  static let border = "#52606D"
  static let accent = "#0B69A3"
  static let accentFill = "#E3F1FA"
  static let alarm = "#B8430B"
  static let alarmFill = "#FCEBE3"
  static let doubt = "#8D6100"
  static let doubtFill = "#FFF6DC"
  static let confirmed = "#00785A"
  static let unseen = "#8B97A3"
  static let explained = "#8A3F77"
}

/// How a line is broken up.
enum Dash: String {
  case solid, dashed, dotted
}

extension EdgeStyle {
  /// The colour of the line: that of the change or the verdict where there is one, else the answer's
  /// or the origin's.
  var color: String {
    if let change { return change.color }
    switch verdict {
    case .confirmed: return Theme.confirmed
    case .neverSeen: return Theme.unseen
    case .undeclared: return Theme.alarm
    case .explained: return Theme.explained
    case nil: break
    }
    switch kind {
    case .trap, .throw: return Theme.alarm
    case .unresolved: return Theme.doubt
    case .ignore, .reject: return Theme.unseen
    case .move, .stay: return origin == .ioResult ? Theme.accent : Theme.border
    }
  }

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

  /// The signs before a label: the change and the verdict, which no colour says alone, and what strokes cannot say.
  func marks(_ capabilities: Capabilities) -> String {
    var marks = (change?.mark ?? "") + (verdict?.mark ?? "")
    if kind == .reject { marks += "⊘" }
    if kind == .ignore { marks += "∅" }
    let strokes = capabilities.strokes
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
  var color: String {
    switch self {
    case .added: Theme.confirmed
    case .removed: Theme.alarm
    case .changed: Theme.explained
    }
  }

  /// The sign before the label of an edge or a state.
  var mark: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .changed: "Δ"
    }
  }
}
