import Foundation

/// The tables that a reader sees.
public enum Report {
  /// What a tally says: machines and rows on one line, then the classes and facts that there are.
  public static func text(_ name: String, _ tally: Tally, details: Bool = true) -> String {
    let head = headline(name, tally)
    return details ? [head, classes(tally), facts(tally)].joined(separator: "\n") : head
  }

  /// What one tree says; of a tree without a difference only its size.
  public static func text(_ tree: TreeComparison) -> String {
    text(tree.name, Tally([tree]), details: !tree.isEqual)
  }

  /// All classes with what they mean.
  public static var tableOfClasses: String {
    let rows = RowClass.allCases.map { [$0.rawValue, $0.verdict.rawValue, $0.meaning] }
    return Columns.text([["class", "verdict", "what its rows are"]] + rows, indent: "")
  }

  // MARK: - Parts

  private static func headline(_ name: String, _ tally: Tally) -> String {
    func count(_ presence: MachineComparison.Presence) -> Int { tally.machines[presence] ?? 0 }
    let notable = [MachineComparison.Presence.renamed, .lost, .gained].filter { count($0) > 0 }
    let parts =
      ["\(count(.matched) + count(.renamed) + count(.lost)) machines"]
      + notable.map { "\(count($0)) \($0.rawValue)" }
      + [
        "\(tally.equalMachines) wholly equal", "\(tally.total.old) rows",
        "\(percent(tally.equalOrBetter)) equal or better",
      ]
    return "\(name): " + parts.joined(separator: ", ")
  }

  private static func classes(_ tally: Tally) -> String {
    let rows = RowClass.allCases.compactMap { kind -> [String]? in
      guard let count = tally.rows[kind] else { return nil }
      return [
        kind.rawValue, String(count.old), String(count.new), percent(tally.share(of: kind)),
        kind.verdict.rawValue,
      ]
    }
    return Columns.text([["class", "old", "new", "share", "verdict"]] + rows)
  }

  private static func facts(_ tally: Tally) -> String {
    let rows = Machine.Fact.allCases.map { kind -> [String] in
      let count = tally.facts[kind] ?? Tally.FactCount()
      return [kind.rawValue, String(count.equal), String(count.lost), String(count.gained)]
    }
    return Columns.text([["besides rows", "equal", "lost", "gained"]] + rows)
  }

  /// A share with two digits; what is not all of it is never rounded to 100 %.
  static func percent(_ share: Double) -> String {
    let percent = share < 1 ? min(share * 100, 99.99) : 100
    return String(format: "%.2f %%", percent)
  }
}
