import OrreryModel

/// Writes a document in GitHub's Markdown: everything that a picture cuts or leaves out is in it.
enum MarkdownWriter: Writer {
  static func text(of machine: Machine, options: RenderOptions) -> String {
    MarkdownPage(machine, options).text
  }
}

/// The sections of one machine's document, each a list of lines.
package struct MarkdownPage {
  let machine: Machine
  let vocabulary: Vocabulary
  let options: RenderOptions
  let territories: Territories
  let transitionRows: [MarkdownRow]
  let refusalRows: [MarkdownRow]
  let actionRows: [MarkdownRow]
  let notes: MarkdownNotes
  let sections: [MarkdownSection]
  /// The way to the machine's own file, as the target of a link.
  private let home: String?

  /// - Parameter sections: What is to be written of the page; the notes are those of these sections.
  package init(
    _ machine: Machine, _ options: RenderOptions, sections: [MarkdownSection] = MarkdownSection.page
  ) {
    self.machine = machine
    self.options = options
    self.sections = sections
    vocabulary = Vocabulary(machine)
    let territories = Territories(machine, names: machine.states.map(\.name))
    self.territories = territories
    func rows(_ section: MarkdownSection, _ rows: [MarkdownRow]) -> [MarkdownRow] {
      sections.contains(section) ? MarkdownRow.joined(rows, region: territories.region) : []
    }
    transitionRows = rows(.transitions, Self.transitions(of: machine, options))
    refusalRows = rows(.illegal, Self.refusals(of: machine))
    actionRows = rows(.actions, Self.actions(of: machine))
    notes = MarkdownNotes(transitionRows + actionRows + refusalRows)
    home = Self.path(machine.location.file, from: options.sourceRoot)
  }

  /// The whole document, which ends with a newline.
  package var text: String {
    (heading + [""] + lines).joined(separator: "\n") + "\n"
  }

  var heading: [String] {
    var lines = ["# \(MarkdownText.escaped(machine.name))", ""]
    if let documentation = machine.documentation {
      lines += [MarkdownText.prose(documentation), ""]
    }
    let place = place(machine.location)
    lines.append("\(MarkdownText.code(machine.id)) · \(machine.style.rawValue) · \(place)")
    return lines
  }

  /// Where something is declared: a link where the document knows the way to the source.
  func place(_ location: SourceLocation) -> String {
    link(MarkdownText.code(location.place), location)
  }

  func link(_ text: String, _ location: SourceLocation) -> String {
    let path =
      location.file == machine.location.file
      ? home : Self.path(location.file, from: options.sourceRoot)
    return path.map { "[\(text)](\($0)#L\(location.line))" } ?? text
  }

  private static func path(_ file: String, from root: String?) -> String? {
    guard let root, !file.hasPrefix("/") else { return nil }
    return MarkdownText.path(root == "." ? file : "\(root)/\(file)")
  }

  var states: [String] {
    guard !machine.states.isEmpty else {
      return machine.actions.isEmpty ? ["No states were found."] : []
    }
    let rows = machine.states.map { state in
      [
        MarkdownText.code(state.name), flags(state),
        MarkdownText.code(state.payload.joined(separator: ", ")),
        MarkdownText.prose(state.documentation ?? ""),
        state.location.map(line) ?? "",
      ]
    }
    return ["## States", ""]
      + MarkdownText.table(["State", "Flags", "Payload", "Meaning", "Line"], rows)
  }

  private func flags(_ state: State) -> String {
    let isInitial = machine.initial.map { $0 == state.name } ?? state.isInitial
    let flags = [
      isInitial ? "initial" : "", state.isStable ? "" : "unstable", state.isFinal ? "final" : "",
    ]
    return flags.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  var transitions: [String] {
    guard !transitionRows.isEmpty else { return [] }
    let isCompared = !options.verdicts.isEmpty || !options.counts.isEmpty
    let header =
      ["From", "Event", "Guard", "To", "Effects", "Kind", "Line"] + (isCompared ? ["Run"] : [])
    let rows = transitionRows.map { row in
      [
        sources(row), events(row), notes.condition(row.condition), row.target,
        notes.code(row.effect), row.kind, lines(row),
      ] + (isCompared ? [row.remark] : [])
    }
    return ["## Transitions", ""] + MarkdownText.table(header, rows)
  }

  var actions: [String] {
    guard !actionRows.isEmpty else { return [] }
    let rows = actionRows.map { row in
      [
        events(row), notes.condition(row.condition), writes(row), notes.code(row.effect),
        lines(row),
      ]
    }
    return ["## Actions", ""]
      + MarkdownText.table(["Action", "Guard", "Writes", "Effects", "Line"], rows)
  }

  /// The pairs that are declared to do nothing, or to be illegal.
  var illegal: [String] {
    guard !refusalRows.isEmpty else { return [] }
    let rows = refusalRows.map { row in
      [
        row.kind, sources(row), events(row), notes.condition(row.condition),
        row.remark.isEmpty ? notes.code(row.effect) : row.remark, lines(row),
      ]
    }
    return ["## Ignored and illegal", ""]
      + MarkdownText.table(["Answer", "State", "Events", "Guard", "Remark", "Line"], rows)
  }
}

extension Transition {
  /// Whether the answer is that nothing happens or that nothing may happen.
  var isRefusal: Bool {
    switch kind {
    case .ignore, .reject, .trap, .throw: true
    case .move, .stay, .unresolved: false
    }
  }
}

extension SourceLocation {
  /// `File.swift:12`, as terminals and hosts link it.
  var place: String { "\(file):\(line)" }
}
