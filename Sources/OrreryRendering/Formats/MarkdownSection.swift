import OrreryModel

/// A part of a machine's document in Markdown.
public enum MarkdownSection: String, CaseIterable, Sendable {
  case states
  case transitions
  case effects
  case actions
  case events
  case illegal
  case composition
  case unresolved
  /// What a review of the source says.
  case remarks
  /// The long texts that tables refer to by number.
  case notes

  /// The parts of a whole document, in order: what is a view of another part is left out.
  static let page: [Self] = [
    .states, .transitions, .actions, .events, .illegal, .composition, .unresolved, .remarks,
    .notes,
  ]

  /// The part as lines below a heading of the second level; empty where the machine has nothing of
  /// it.
  ///
  /// - Complexity: O(*n*) in the size of the machine.
  public func text(of machine: Machine, options: RenderOptions = RenderOptions()) -> String {
    MarkdownPage(machine, options, sections: [self]).lines.map { $0 + "\n" }.joined()
  }

  /// The machine's doc comment and where it is declared, as two paragraphs.
  public static func introduction(of machine: Machine, options: RenderOptions) -> String {
    MarkdownPage(machine, options).introduction.map { $0 + "\n" }.joined()
  }

  /// Text that Markdown shows as it is, in a paragraph, a heading or a cell of a table.
  public static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }

  /// A sentence in which names stand between backticks, and nothing else means anything.
  public static func sentence(_ text: String) -> String { MarkdownText.prose(text) }
}

extension MarkdownPage {
  /// The machine's doc comment and where it is declared.
  package var introduction: [String] { Array(heading.dropFirst(2)) }

  /// The lines of a part, of which each is one line whatever the machine's names are.
  package func lines(of section: MarkdownSection) -> [String] {
    switch section {
    case .states: states
    case .transitions: transitions
    case .effects: effects
    case .actions: actions
    case .events: matrix
    case .illegal: illegal
    case .composition: composition
    case .unresolved: unresolved
    case .remarks: remarks
    case .notes: notes.lines
    }
  }

  /// The parts that were asked for, with the notes that they refer to.
  package var lines: [String] {
    let parts = sections.contains(.notes) ? sections : sections + [.notes]
    return Array(parts.map(lines).filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Each effect with the edges that start it.
  private var effects: [String] {
    var names: [String] = []
    var starts: [String: [String]] = [:]
    func add(_ effect: Effect?, _ start: String) {
      for name in effect?.names ?? [] {
        if starts[name] == nil { names.append(name) }
        if starts[name]?.contains(start) != true { starts[name, default: []].append(start) }
      }
    }
    for transition in machine.transitions {
      add(
        transition.effect,
        "\(MarkdownText.code(transition.from)) on "
          + MarkdownText.code(vocabulary.name(transition.event)))
    }
    for action in machine.actions {
      add(action.effect, MarkdownText.code(vocabulary.name(action.event)))
    }
    guard !names.isEmpty else { return [] }
    let rows = names.map { [MarkdownText.code($0), (starts[$0] ?? []).joined(separator: "<br>")] }
    return ["## Effects", ""] + MarkdownText.table(["Effect", "Started by"], rows)
  }
}
