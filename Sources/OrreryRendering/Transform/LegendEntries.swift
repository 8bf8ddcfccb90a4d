import OrreryModel

extension Diagram.Legend {
  /// What the signs mean, as far as they occur; with the strokes and shapes where it is whole.
  static func entries(_ builder: Builder, _ capabilities: Capabilities, isWhole: Bool) -> [Self] {
    let uses = builder.edges.map {
      Use(style: $0.style, strokes: $0.isInside ? [] : capabilities.strokes)
    }
    let all =
      verdicts(uses) + changes(uses, builder.nodes.compactMap(\.change)) + origins(uses)
      + answers(uses) + inferred(uses)
      + (isWhole ? shapes(builder.nodes) : [])
    return isWhole ? all : all.filter { !$0.mark.isEmpty }
  }

  /// A style as it occurs, with what its target's strokes say of it.
  private struct Use {
    var style: EdgeStyle
    var strokes: Set<Capabilities.Stroke>
  }

  private static func verdicts(_ uses: [Use]) -> [Self] {
    EdgeVerdict.allCases.compactMap { verdict in
      guard let use = uses.first(where: { $0.style.verdict == verdict }) else { return nil }
      return Self(style: use.style, mark: verdict.mark, meaning: verdict.meaning)
    }
  }

  private static func changes(_ uses: [Use], _ states: [PartChange]) -> [Self] {
    PartChange.allCases.filter { change in
      states.contains(change) || uses.contains { $0.style.change == change }
    }
    .map { change in
      var style = EdgeStyle(origin: .input, kind: .move, certainty: .exact)
      style.change = change
      return Self(style: style, mark: change.mark, meaning: change.rawValue)
    }
  }

  private static func origins(_ uses: [Use]) -> [Self] {
    [Event.Origin.ioResult, .internal, .child].compactMap { origin in
      entry(
        EdgeStyle(origin: origin, kind: .move, certainty: .exact), origin.words,
        uses.filter { $0.style.origin == origin })
    }
  }

  private static func answers(_ uses: [Use]) -> [Self] {
    [(Transition.Kind.reject, "rejected"), (.ignore, "ignored")].compactMap { kind, meaning in
      entry(
        EdgeStyle(origin: .input, kind: kind, certainty: .exact), meaning,
        uses.filter { $0.style.kind == kind })
    }
  }

  private static func inferred(_ uses: [Use]) -> [Self] {
    let style = EdgeStyle(origin: .input, kind: .move, certainty: .inferred)
    return [entry(style, "inferred", uses.filter { $0.style.certainty == .inferred })]
      .compactMap(\.self)
  }

  /// The entry with its sign where one of the uses needs it.
  private static func entry(_ style: EdgeStyle, _ meaning: String, _ uses: [Use]) -> Self? {
    guard !uses.isEmpty else { return nil }
    let marks = uses.map { style.marks($0.strokes) }
    return Self(style: style, mark: marks.first { !$0.isEmpty } ?? "", meaning: meaning)
  }

  /// Where edges enter and leave nested machines.
  static func points(_ nodes: [Diagram.Node]) -> [Self] {
    [(Diagram.Node.Kind.entry, "○", "entry point"), (.exit, "⊗", "exit point")].compactMap {
      kind, mark, meaning in
      nodes.contains { $0.kind == kind } ? Self(style: nil, mark: mark, meaning: meaning) : nil
    }
  }

  private static func shapes(_ nodes: [Diagram.Node]) -> [Self] {
    let states = nodes.filter { $0.kind == .state }
    let shapes: [(Bool, String, String)] = [
      (states.contains(where: \.isInitial), "●→", "initial"),
      (states.contains(where: \.isFinal), "double border", "final"),
      (states.contains { !$0.isStable }, "dashed border", "unstable: waits for its own effect"),
      (nodes.contains { !$0.submachines.isEmpty }, "▸", "a machine that runs in the state"),
      (nodes.contains { $0.kind == .any }, "any", "every state except the target"),
      (nodes.contains { $0.kind == .choice }, "◇", "choice by conditions"),
      (nodes.contains { $0.kind == .unknown }, "?", "the source does not tell the target"),
      (nodes.contains { $0.kind == .trap }, "trap", "the program stops"),
    ]
    return shapes.filter(\.0).map { Self(style: nil, mark: $0.1, meaning: $0.2) }
  }
}
