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
  /// The way to the machine's own file, as the target of a link.
  private let home: String?

  package init(_ machine: Machine, _ options: RenderOptions) {
    self.machine = machine
    self.options = options
    vocabulary = Vocabulary(machine)
    territories = Territories(machine, names: machine.states.map(\.name))
    home = Self.path(machine.location.file, from: options.sourceRoot)
  }

  /// The whole document, which ends with a newline.
  package var text: String {
    var text = ""
    for lines in [heading] + MarkdownSection.page.map(lines) where !lines.isEmpty {
      if !text.isEmpty { text += "\n" }
      for line in lines {
        text += line
        text += "\n"
      }
    }
    return text
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
    let text = MarkdownText.code(location.place)
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
        state.location.map(place) ?? "",
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
    let shown = machine.transitions.indices.filter { !machine.transitions[$0].isRefusal }
    guard !shown.isEmpty else { return [] }
    let isCompared = !options.verdicts.isEmpty || !options.counts.isEmpty
    let header =
      ["From", "Event", "Guard", "To", "Effects", "Kind", "Line"]
      + (isCompared ? ["Verdict", "Count"] : [])
    let rows = shown.map { index in
      SourceRow(
        state: machine.transitions[index].from,
        cells: cells(machine.transitions[index])
          + (isCompared
            ? [
              options.verdicts[index].map { "\($0.mark) \($0.meaning)" } ?? "",
              options.counts[index].map { "\($0)" } ?? "",
            ] : []))
    }
    return ["## Transitions", ""]
      + MarkdownText.table(header, joined(rows).map { [$0.sources] + $0.cells })
  }

  private func cells(_ transition: Transition) -> [String] {
    let certainty = transition.certainty == .exact ? "" : ", \(transition.certainty.rawValue)"
    let kind = transition.kind.rawValue + (transition.certaintyIsKind ? "" : certainty)
    return [
      MarkdownText.code(vocabulary.name(transition.event)),
      MarkdownText.code(transition.guard ?? ""), target(transition),
      MarkdownText.code(transition.effect?.description ?? ""), kind,
      place(transition.location),
    ]
  }

  private func target(_ transition: Transition) -> String {
    if transition.kind == .stay { return "stays" }
    if let to = transition.to { return MarkdownText.code(to) }
    switch transition.kind {
    case .trap, .throw: return "–"
    case .stay, .ignore, .reject: return "stays"
    case .move, .unresolved: return "?"
    }
  }

  var actions: [String] {
    guard !machine.actions.isEmpty else { return [] }
    let rows = machine.actions.map { action in
      [
        MarkdownText.code(vocabulary.name(action.event)), MarkdownText.code(action.guard ?? ""),
        action.writes.map { MarkdownText.code($0.text) }.joined(separator: "<br>"),
        MarkdownText.code(action.effect?.description ?? ""),
        place(action.location),
      ]
    }
    return ["## Actions", ""]
      + MarkdownText.table(["Action", "Guard", "Writes", "Effects", "Line"], rows)
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

  fileprivate var certaintyIsKind: Bool { kind == .unresolved && certainty == .unresolved }
}

extension SourceLocation {
  /// `File.swift:12`, as terminals and hosts link it.
  var place: String { "\(file):\(line)" }
}
