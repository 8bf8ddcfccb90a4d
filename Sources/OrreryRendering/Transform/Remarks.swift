import OrreryModel

extension Diagram {
  /// What the source does not tell, and what the machine is built from.
  static func notes(_ machine: Machine) -> [Note] {
    let children = machine.children.map { child in
      "\(child.machine) (\(child.via.rawValue) \(child.path))"
    }
    var notes: [Note] = []
    if !machine.unresolved.isEmpty {
      notes.append(Note(.doubt, "Not resolved", machine.unresolved.map(\.reason)))
    }
    if !children.isEmpty { notes.append(Note(.composition, "Built from", children)) }
    return notes
  }

  /// How many transitions the picture leaves out, and why.
  static func caption(_ omissions: [Omission], scope: Neighbourhood) -> [String] {
    let parts = Omission.allCases.compactMap { reason -> String? in
      let count = omissions.count { $0 == reason }
      return count > 0 ? "\(count) \(reason.words)" : nil
    }
    var caption = parts.isEmpty ? [] : ["Not drawn: " + parts.joined(separator: ", ")]
    if let focus = scope.focus { caption.append("Around \(focus.printable.cut(to: 60))") }
    if let missing = scope.missing {
      caption.append("No state is called \(missing.printable.cut(to: 60)): all states are drawn")
    }
    return caption
  }
}

extension Diagram.Note {
  /// At most ten lines, cut and cleaned.
  init(_ kind: Kind, _ title: String, _ entries: [String]) {
    let shown = entries.prefix(10).map { $0.printable.cut(to: 160) }
    let rest = entries.count - shown.count
    self.init(
      kind: kind, title: title,
      lines: rest == 0 ? shown : shown + ["… and \(rest) more"])
  }
}

extension Diagram.Legend {
  /// An entry for each verdict, each change and each stroke that is not the plain one.
  static func entries(
    _ styles: [EdgeStyle], _ capabilities: Capabilities, states: [PartChange]
  ) -> [Self] {
    var entries: [Self] = []
    for verdict in EdgeVerdict.allCases {
      guard let style = styles.first(where: { $0.verdict == verdict }) else { continue }
      entries.append(Self(style: style, mark: verdict.mark, meaning: verdict.meaning))
    }
    for change in PartChange.allCases {
      guard states.contains(change) || styles.contains(where: { $0.change == change }) else {
        continue
      }
      var style = EdgeStyle(origin: .input, kind: .move, certainty: .exact)
      style.change = change
      entries.append(Self(style: style, mark: change.mark, meaning: change.rawValue))
    }
    for origin in [Event.Origin.ioResult, .internal, .child] {
      let style = EdgeStyle(origin: origin, kind: .move, certainty: .exact)
      guard styles.contains(where: { $0.origin == origin }) else { continue }
      entries.append(Self(style: style, mark: style.marks(capabilities), meaning: origin.words))
    }
    for (kind, meaning) in [(Transition.Kind.reject, "rejected"), (.ignore, "ignored")] {
      guard styles.contains(where: { $0.kind == kind }) else { continue }
      let style = EdgeStyle(origin: .input, kind: kind, certainty: .exact)
      entries.append(Self(style: style, mark: style.marks(capabilities), meaning: meaning))
    }
    if styles.contains(where: { $0.certainty == .inferred }) {
      let style = EdgeStyle(origin: .input, kind: .move, certainty: .inferred)
      entries.append(Self(style: style, mark: style.marks(capabilities), meaning: "inferred"))
    }
    return entries
  }
}

extension Omission {
  fileprivate var words: String {
    switch self {
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .trapped: "trapped"
    case .thrown: "thrown"
    case .outsideFocus: "outside the focus"
    case .overLimit: "over the limit of the format"
    }
  }
}

extension Event.Origin {
  /// Where the event comes from, in a few words.
  var words: String {
    switch self {
    case .input: "input"
    case .ioResult: "result of an effect"
    case .internal: "of the machine itself"
    case .child: "of a nested machine"
    }
  }
}
