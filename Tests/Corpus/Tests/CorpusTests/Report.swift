/// A table of what was found, for the person who reads the log.
struct Report {
  private var model: ModelFile

  init(_ model: ModelFile) {
    self.model = model
  }

  var text: String {
    let rows = [Self.head] + ListedMachine.all.map(row)
    let widths = Self.head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        pad(cell.0, to: cell.1, atEnd: column == 0 || column == Self.head.count - 1)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static let head = ["machine", "states", "moves", "stays", "illegal", "open", "note"]

  private func row(_ listed: ListedMachine) -> [String] {
    guard let machine = model.machine(listed) else {
      let blanks = Array(repeating: "-", count: Self.head.count - 2)
      return [listed.id] + blanks + [model.explanation(of: listed) ?? "NOT FOUND"]
    }
    func count(_ kinds: Set<String>) -> String {
      String(machine.transitions.filter { kinds.contains($0.kind) }.count)
    }
    return [
      listed.id, String(machine.states.count), count(["move"]), count(["stay", "ignore"]),
      count(["trap", "throw", "reject"]), String(machine.unresolved.count),
      machine.initial.map { "starts in \($0)" } ?? "initial state is set elsewhere",
    ]
  }

  private func pad(_ text: String, to width: Int, atEnd: Bool) -> String {
    let blanks = String(repeating: " ", count: width - text.count)
    return atEnd ? text + blanks : blanks + text
  }
}
