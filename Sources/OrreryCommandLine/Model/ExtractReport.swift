import OrderedCollections
import OrreryModel

/// What an extraction found, for people; the errors of the source are said elsewhere.
///
/// The machines that do most come first. Notes are counted; what is only odd is listed, each sentence
/// once.
struct ExtractReport {
  private let extract: Extract
  private let fileCount: Int
  private let showsNotes: Bool

  init(_ model: SourceModel, showsNotes: Bool = false) {
    extract = model.extract
    fileCount = model.fileCount
    self.showsNotes = showsNotes
  }

  var unresolvedCount: Int { extract.machines.reduce(0) { $0 + $1.openCount } }

  var lines: [Styled] {
    let machines = extract.machines.sorted { ($0.weight, $1.id) > ($1.weight, $0.id) }
    var lines = machines.flatMap(lines(of:))
    let remarks = extract.diagnostics.filter { $0.severity != .error && !$0.isOfReading }
    let notes = remarks.filter { $0.severity == .note }
    let shown = showsNotes ? remarks : remarks.filter { $0.severity != .note }
    if !shown.isEmpty { lines += shown.map(\.line) + [""] }
    lines.append(total)
    if !showsNotes, !notes.isEmpty {
      let those = notes.count == 1 ? "it" : "them"
      lines.append("\(Quantity.text(notes.count, "note")); --verbose shows \(those)")
    }
    return lines
  }

  private func lines(of machine: Machine) -> [Styled] {
    let place = "\(machine.location.file):\(machine.location.line)"
    var lines: [Styled] = [
      "\(machine.id, .bold)  \(machine.style.rawValue)  \(place, .dim)", "  \(counts(machine))",
    ]
    lines += Unresolved.grouped(machine.unresolved).map { group in
      let places = group.places
      let first = places[0]
      let others = places.dropFirst().map { ", \($0.place(beside: first))" }.joined()
      return
        "  \("?", .yellow) \("\(first.file):\(first.line)")\(others): \(group.reason(naming: 3))"
    }
    return lines + [""]
  }

  private func counts(_ machine: Machine) -> Styled {
    if machine.states.isEmpty, machine.events.isEmpty, !machine.children.isEmpty {
      let names = machine.children.map(\.machine).joined(separator: ", ")
      return Styled("made of \(Quantity.text(machine.children.count, "machine")): \(names)")
    }
    var parts: [Styled] = [
      Styled(Quantity.text(machine.states.count, "state")),
      Styled(Quantity.text(machine.events.count, "event")),
      Styled(Quantity.text(machine.transitions.count, "transition")),
    ]
    if !machine.actions.isEmpty {
      parts.append(Styled(Quantity.text(machine.actions.count, "action")))
    }
    let open = machine.openCount
    parts.append(Styled("\(open) unresolved", open > 0 ? .yellow : nil))
    return parts.joined(separator: ", ")
  }

  private var total: Styled {
    let states = extract.machines.reduce(0) { $0 + $1.states.count }
    let transitions = extract.machines.reduce(0) { $0 + $1.transitions.count }
    guard !extract.machines.isEmpty else {
      return "no state machine in \(Quantity.text(fileCount, "file"))"
    }
    return """
      \(Quantity.text(extract.machines.count, "machine")) in \(Quantity.text(fileCount, "file")): \
      \(Quantity.text(states, "state")), \(Quantity.text(transitions, "transition")), \
      \(unresolvedCount) unresolved
      """
  }
}

extension Machine {
  /// How many parts are not resolved: those that are listed, or open edges where there are more.
  var openCount: Int {
    max(unresolved.count, transitions.count { $0.kind == .unresolved })
  }
}

extension Machine {
  /// How much a machine does: first how many states it leaves for others, or how many properties it
  /// changes, then its events and its effects.
  fileprivate var weight: Weight {
    let moves = Set(transitions.filter { $0.kind == .move }.map(\.from)).count
    let writes = Set(actions.flatMap(\.writes).map(\.path)).count
    let effects = transitions.compactMap(\.effect) + actions.compactMap(\.effect)
    return Weight(
      moves: max(moves, writes), events: events.count,
      effects: Set(effects.flatMap(\.names)).count)
  }

  fileprivate struct Weight: Comparable {
    var moves: Int
    var events: Int
    var effects: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.moves, a.events, a.effects) < (b.moves, b.events, b.effects)
    }
  }
}
