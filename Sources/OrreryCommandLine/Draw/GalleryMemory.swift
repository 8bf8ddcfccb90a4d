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

  /// The drawings of a machine, from `render` where it is another one than before.
  mutating func drawings(
    of machine: Machine, _ diagnostics: [Diagnostic], _ nested: NestedMachines,
    render: () -> [Drawing]
  ) -> [Drawing] {
    if let known = entries[machine.id], known.machine == machine, known.diagnostics == diagnostics,
      known.nested == nested
    {
      return known.drawings
    }
    let drawings = render()
    entries[machine.id] = Entry(
      machine: machine, diagnostics: diagnostics, nested: nested, drawings: drawings)
    return drawings
  }

  mutating func forget(allBut machines: [Machine]) {
    let ids = Set(machines.map(\.id))
    entries = entries.filter { ids.contains($0.key) }
  }
}
