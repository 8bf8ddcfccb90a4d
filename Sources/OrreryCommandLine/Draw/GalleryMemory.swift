import OrreryExtraction
import OrreryModel
import OrreryRendering

/// What machines were rendered as, so that one that is as it was is not rendered again.
struct GalleryMemory {
  /// A machine in one format.
  struct Drawing {
    var content: Gallery.Content
    /// How many transitions the format's hosts would not show.
    var leftOut: Int
  }

  private struct Entry {
    var machine: Machine
    var diagnostics: [Diagnostic]
    var nested: NestedMachines
    var drawings: [Drawing]
  }

  private var entries: [String: Entry] = [:]

  /// The drawings of machines, in order; from `render`, on all cores, where one is another than
  /// before.
  mutating func drawings(
    of machines: [(Machine, [Diagnostic])], _ nested: NestedMachines,
    render: @escaping (Machine, [Diagnostic]) -> [Drawing]
  ) -> [[Drawing]] {
    let known = entries
    let current = machines.concurrentMap { machine, diagnostics in
      if let entry = known[machine.id], entry.machine == machine, entry.diagnostics == diagnostics,
        entry.nested == nested
      {
        return entry
      }
      return Entry(
        machine: machine, diagnostics: diagnostics, nested: nested,
        drawings: render(machine, diagnostics))
    }
    for entry in current { entries[entry.machine.id] = entry }
    return current.map(\.drawings)
  }

  mutating func forget(allBut machines: [Machine]) {
    let ids = Set(machines.map(\.id))
    entries = entries.filter { ids.contains($0.key) }
  }
}
