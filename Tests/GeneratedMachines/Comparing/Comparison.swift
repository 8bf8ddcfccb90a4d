import OrreryModel

/// The runs of a machine held against the model that was extracted from it.
public struct Comparison: Sendable {
  public var machine: GeneratedMachine
  public var runs: [Run]
  /// The events that were not run in all ways.
  public var unfinished: Set<String>
  public var model: Machine

  public init(
    machine: GeneratedMachine, runs: [Run], unfinished: Set<String> = [], model: Machine
  ) {
    self.machine = machine
    self.runs = runs
    self.unfinished = unfinished
    self.model = model
  }

  /// A state and an event.
  private struct Place: Hashable, Comparable {
    var from: String
    var event: String

    static func < (left: Self, right: Self) -> Bool {
      (left.from, left.event) < (right.from, right.event)
    }
  }

  /// What they disagree on, by state and event.
  public var differences: [Difference] {
    machine.form.isStepwise ? stepDifferences : callDifferences
  }

  private var callDifferences: [Difference] {
    let reached = reachedStates
    // Of an event that never writes the model need not tell.
    let told = Set(model.transitions.map(\.event.name))
    let places = Dictionary(grouping: runs) { Place(from: $0.from, event: $0.event) }
    return places.sorted { $0.key < $1.key }.flatMap { place, runs -> [Difference] in
      guard reached.contains(place.from), told.contains(place.event) else { return [] }
      let rows = model.transitions.filter {
        $0.event.name == place.event && $0.from == place.from
      }
      return missing(runs, among: rows) + untrue(rows, given: runs)
    }
  }

  /// The states that runs come to from the first one.
  ///
  /// Of the others the model may tell what it likes: nobody sees it.
  private var reachedStates: Set<String> {
    var reached: Set<String> = ["a"]
    while true {
      let more = Set(runs.filter { reached.contains($0.from) }.map(\.to))
      if more.isSubset(of: reached) { return reached }
      reached.formUnion(more)
    }
  }

  private func missing(_ runs: [Run], among rows: [Transition]) -> [Difference] {
    // The model says itself that it does not know.
    guard !rows.contains(where: \.isOpen) else { return [] }
    return runs.filter { run in
      !(rows.isEmpty && run.isQuiet) && !rows.contains { tells($0, run) }
    }.map { run in
      Difference(
        kind: .missing, seed: machine.seed, from: run.from, event: run.event, to: run.to,
        outcome: run.throwsError ? "throw" : "return", effect: run.act,
        example: "e.g. " + run.example)
    }
  }

  private func untrue(_ rows: [Transition], given runs: [Run]) -> [Difference] {
    rows.filter { row in
      row.certainty == .exact && !row.isOpen && !namesHelper(row)
        && !runs.contains { tells(row, $0) }
    }.map { row in
      Difference(
        kind: .false, seed: machine.seed, from: row.from, event: row.event.name,
        to: row.to ?? row.from, outcome: row.kind.rawValue, effect: row.effect?.description,
        guard: row.guard, example: "line \(row.location.line)")
    }
  }

  /// Whether the row's guard calls a helper that may throw: such a call is named and not followed.
  func namesThrowingHelper(_ row: Transition) -> Bool {
    guard let asked = row.guard else { return false }
    return machine.throwingHelpers.contains { asked.contains($0 + "(") }
  }
}

/// What a row says of a run.
extension Comparison {
  /// Whether the row is what a run did.
  func tells(_ row: Transition, _ run: Run) -> Bool {
    guard (row.to ?? row.from) == run.to else { return false }
    guard run.throwsError else {
      return row.kind != .throw
        && (row.effect?.names.first == run.act || mayAnswer(row, run.act))
    }
    // An error after a write is told as a move.
    let mayAskNothing = row.effect == nil || mayAnswer(row, nil)
    return row.kind == .throw || mayAskNothing && (run.to != run.from || row.kind == .stay)
  }

  /// Whether the row's guard asks for the answer of a helper that the model names and does not follow:
  /// of one that has nothing to do with the state.
  func namesHelper(_ row: Transition) -> Bool {
    guard let asked = row.guard else { return false }
    return asked.contains("help") || machine.helperAnswers.contains(where: asked.names)
  }

  /// Whether the row's effect is an act, or what a helper answers that is named and not followed.
  ///
  /// A row that stands for many names all of their acts, each with the sign of what may be left out.
  func mayAnswer(_ row: Transition, _ act: String?) -> Bool {
    let names = row.effect?.names ?? []
    if names.contains(where: { $0.hasPrefix("help") || machine.helperAnswers.contains($0) }) {
      return true
    }
    guard let act else { return !names.isEmpty && names.allSatisfy { $0.hasSuffix("?") } }
    return names.contains { $0 == act || $0 == act + "?" }
  }
}

extension String {
  /// Whether a name stands in it, and not as a part of another one.
  fileprivate func names(_ name: String) -> Bool {
    split { !$0.isLetter && !$0.isNumber }.contains(name[...])
  }
}

extension Run {
  /// Whether nobody can see that it took place.
  fileprivate var isQuiet: Bool { !throwsError && act == nil && to == from }
}

extension Transition {
  /// Whether the row leaves open what happens.
  var isOpen: Bool {
    kind == .unresolved || certainty != .exact && certainty != .inferred
  }
}
