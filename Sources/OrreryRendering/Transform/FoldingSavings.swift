import OrreryModel

/// Equal answers of several states.
struct FoldingGroup {
  var answer: Folding.Answer
  /// The position of the row of each state.
  var members: [String: Int]
}

/// What is saved by drawing answers once: an arrow or a box counts as two lines of text.
///
/// The aim is that of edge compression, the fewest arrows and boxes that say the same
/// (https://doi.org/10.1109/TVCG.2013.151); nodes for many states are taken by what they save.
struct FoldingSavings {
  static let stroke = 2

  /// Rows that are drawn as one, from a node for these states.
  struct Fold {
    var covers: [String]
    var rows: [Int]
  }

  private let rows: [Bundle]
  private let groups: [FoldingGroup]
  private(set) var chosen: [Fold] = []
  private var folded: Set<Int> = []
  /// How many rows each arrow stands for.
  private var loads: [Arrow: Int] = [:]

  private struct Arrow: Hashable {
    var source: String
    var target: Bundle.Target
    var style: EdgeStyle
  }

  init(_ rows: [Bundle], _ groups: [FoldingGroup]) {
    (self.rows, self.groups) = (rows, groups)
    for arrow in rows.compactMap(Self.arrow) { loads[arrow, default: 0] += 1 }
  }

  /// The rows that are drawn by themselves.
  var kept: [Bundle] { rows.indices.filter { !folded.contains($0) }.map { rows[$0] } }

  /// The sets of states that save most first; the order of the declarations decides nothing.
  ///
  /// - Parameter costs: What the node for each set costs.
  func ranked(_ costs: [[String]: Int]) -> [[String]] {
    costs.map { (gain: gain(folds(from: $0.key)) - $0.value, set: $0.key) }
      .sorted { one, other in
        if one.gain != other.gain { return one.gain > other.gain }
        if one.set.count != other.set.count { return one.set.count > other.set.count }
        return one.set.lexicographicallyPrecedes(other.set)
      }
      .map(\.set)
  }

  /// Draws from a node for these states what they all answer, where that saves more than it costs.
  mutating func fold(_ covers: [String], cost: Int) {
    let folds = folds(from: covers)
    guard gain(folds) > cost else { return }
    for row in folds.flatMap(\.rows) {
      folded.insert(row)
      if let arrow = Self.arrow(rows[row]) { loads[arrow, default: 0] -= 1 }
    }
    chosen += folds
  }

  /// What each of these states answers, and no fold tells yet.
  private func folds(from covers: [String]) -> [Fold] {
    groups.compactMap { group in
      let target: String? =
        if case .end(.state(let name)) = group.answer.target { name } else { nil }
      let sources = covers.filter { $0 != target }
      guard sources.count > 1, sources.count <= group.members.count else { return nil }
      let members = sources.compactMap { group.members[$0] }.filter { !folded.contains($0) }
      return members.count == sources.count ? Fold(covers: covers, rows: members) : nil
    }
  }

  /// How many lines of text less the picture is worth, without the node itself; less than
  /// nothing where there were more arrows than before.
  private func gain(_ folds: [Fold]) -> Int {
    var relieved: [Arrow: Int] = [:]
    var added: Set<Arrow> = []
    for arrow in folds.flatMap(\.rows).compactMap({ Self.arrow(rows[$0]) }) {
      relieved[arrow, default: 0] += 1
      added.insert(Arrow(source: "", target: arrow.target, style: arrow.style))
    }
    let removed = relieved.count { loads[$0.key] == $0.value }
    let lines = folds.reduce(0) { $0 + $1.rows.count - 1 }
    guard removed >= added.count else { return -1 }
    return Self.stroke * (removed - added.count) + lines
  }

  /// The arrow of a row; none where it is a line inside its state.
  private static func arrow(_ row: Bundle) -> Arrow? {
    let from = row.transition.from
    guard row.target != .end(.state(from)), row.target != .end(.untold) else { return nil }
    return Arrow(source: from, target: row.target, style: row.style)
  }
}
