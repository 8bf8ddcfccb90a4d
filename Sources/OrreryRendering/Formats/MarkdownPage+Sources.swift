import OrreryModel

/// A row of a table that tells of a state, and what it says beside.
struct SourceRow {
  var state: String
  /// The cells; two rows that have the same are told as one.
  var cells: [String]
}

extension MarkdownPage {
  /// Rows that say the same of several states, each once; in the order of the first of each.
  func joined(_ rows: [SourceRow]) -> [(sources: String, cells: [String])] {
    struct Key: Hashable {
      var region: Int?
      var cells: [String]
    }
    var positions: [Key: Int] = [:]
    var groups: [(states: [String], cells: [String])] = []
    for row in rows {
      let key = Key(region: territories.region(of: row.state), cells: row.cells)
      if let position = positions[key] {
        guard !groups[position].states.contains(row.state) else { continue }
        groups[position].states.append(row.state)
      } else {
        positions[key] = groups.count
        groups.append(([row.state], row.cells))
      }
    }
    return groups.map { (sources($0.states), $0.cells) }
  }

  /// `any state`, `any state but a`, or the states.
  private func sources(_ states: [String]) -> String {
    guard states.count > 2, let others = territories.exceptions(to: states) else {
      return list(states)
    }
    let region = territories.region(of: states[0]).map { machine.regions[$0].name }
    let isOneOfMany = machine.regions.count > 1
    let any = region.flatMap { isOneOfMany ? "any \(MarkdownText.code($0))" : nil } ?? "any state"
    return others.isEmpty ? any : "\(any) but \(list(others))"
  }

  func list(_ names: [String]) -> String {
    names.map(MarkdownText.code).joined(separator: ", ")
  }
}
