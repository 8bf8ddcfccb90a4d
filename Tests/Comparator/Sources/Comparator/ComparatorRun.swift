import Comparing
import Foundation

/// A comparison that goes on, tree by tree.
struct ComparatorRun {
  var old: Source
  /// Nothing where results are only stored.
  var new: Source?
  var store: Store?
  private(set) var compared: [TreeComparison] = []
  private(set) var failures: [Failure] = []

  init(old: Source, new: Source?) {
    self.old = old
    self.new = new
  }

  /// Reads both sides of a tree and prints its table; a tree that cannot be read stops no other one.
  mutating func compare(_ tree: Tree) {
    do throws(Failure) {
      let before = try old.result(for: tree)
      let reading = try Reading(json: before, from: "the old result of \(tree.name)")
      try store?.write(before, for: tree)
      guard let new else {
        let rows = reading.machines.reduce(0) { $0 + $1.rows.count }
        return print("\(tree.name): \(reading.machines.count) machines, \(rows) rows stored")
      }
      let now = try Reading(
        json: new.result(for: tree), from: "the new result of \(tree.name)")
      let comparison = TreeComparison(tree.name, old: reading, new: now)
      compared.append(comparison)
      print(Report.text(comparison))
    } catch {
      failures.append(error)
      print("\(tree.name): not compared: \(error)")
    }
  }
}
