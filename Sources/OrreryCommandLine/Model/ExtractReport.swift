import OrreryModel

/// What an extraction found, for people; the errors of the source are said elsewhere.
struct ExtractReport {
  private let extract: Extract
  private let fileCount: Int

  init(_ model: SourceModel) {
    extract = model.extract
    fileCount = model.fileCount
  }

  var unresolvedCount: Int { extract.machines.reduce(0) { $0 + $1.openCount } }

  var lines: [Styled] {
    var lines = extract.machines.flatMap(lines(of:))
    let remarks = extract.diagnostics.filter { $0.severity != .error && !$0.isOfReading }
    if !remarks.isEmpty { lines += remarks.map(\.line) + [""] }
    return lines + [total]
  }

  private func lines(of machine: Machine) -> [Styled] {
    let place = "\(machine.location.file):\(machine.location.line)"
    var lines: [Styled] = [
      "\(machine.id, .bold)  \(machine.style.rawValue)  \(place, .dim)", "  \(counts(machine))",
    ]
    lines += machine.unresolved.map { unresolved in
      "  \("?", .yellow) \("\(unresolved.location.file):\(unresolved.location.line)"): "
        + "\(unresolved.reason)"
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
