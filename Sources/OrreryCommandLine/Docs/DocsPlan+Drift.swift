import OrreryModel

extension DocsPlan {
  /// The blocks and pages that are not as they should be.
  var drifts: [Drift] {
    entries.compactMap(drift)
      + newPages.map { page in
        Drift(
          file: page.name, problem: .missing, machine: page.machine?.id, remedy: "`orrery docs`")
      }
  }

  /// How the machines of blocks that differ do something else than their blocks tell; each machine
  /// once.
  var changes: [DriftReport.MachineChange] {
    var told: Set<String> = []
    return entries.compactMap { entry in
      guard [.outdated, .edited].contains(entry.state), let machine = entry.machine,
        let old = Facts.machine(in: block(entry)?.lines ?? [], like: machine)
      else { return nil }
      let change = DriftReport.MachineChange(from: old, to: machine)
      return change.facts.isEmpty || !told.insert(machine.id).inserted ? nil : change
    }
  }

  private func block(_ entry: Entry) -> BlockDocument.Block? {
    entry.document.map { set.documents[$0].content.blocks[entry.block] }
  }

  private func drift(_ entry: Entry) -> Drift? {
    guard let position = entry.document, let block = block(entry),
      let problem = entry.state.problem
    else { return nil }
    var drift = Drift(
      file: set.documents[position].content.name, line: block.line, problem: problem,
      machine: entry.machine?.id ?? block.begin.machineName)
    drift.remedy =
      switch problem {
      case .edited: "`orrery docs --force`"
      // What else is in the file is somebody's: only they know what becomes of it.
      case .stale where !isNothingButPage(position): "removing the block"
      default: "`orrery docs`"
      }
    drift.detail = [block.begin.machineName, block.begin.format.rawValue].compactMap(\.self)
      .joined(separator: " as ")
    if problem != .stale, problem != .missing {
      // The facts are for programs; what they say stands in the sentences.
      let (old, new) = (Facts.removed(from: block.lines), Facts.removed(from: entry.wanted))
      drift.diff =
        UnifiedDiff(
          old, new, oldKeys: Masking.lines(ofBlock: old, block.begin.format),
          newKeys: Masking.lines(ofBlock: new, block.begin.format)
        ).lines
    }
    return drift
  }
}

extension DocsPlan.Entry.State {
  fileprivate var problem: Drift.Problem? {
    switch self {
    case .current, .hidden: nil
    case .missing: .missing
    case .outdated: .outdated
    case .edited: .edited
    case .stale: .stale
    }
  }
}
