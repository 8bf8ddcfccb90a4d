import Foundation

extension Reading {
  /// Reads what `orrery extract --format json` prints.
  public init(json: Data, from name: String) throws(Failure) {
    do {
      let model = try JSONDecoder().decode(ModelRecord.self, from: json)
      self.init(
        machines: model.machines.map(\.machine),
        messages: (model.diagnostics ?? []).map { "\($0.file): \($0.id): \($0.message)" })
    } catch {
      throw Failure("\(name) is not the JSON of 'orrery extract': \(error)")
    }
  }
}

extension MachineRecord {
  var machine: Machine {
    let flat = Self.rows(of: transitions, in: nil)
    let inRegions = regions.flatMap { Self.rows(of: $0.transitions, in: $0.name) }
    let together = Self.together(flat + inRegions)
    let rows = (flat + inRegions).map { $0.row(together: together) } + actions.map(\.row)
    return Machine(id: id, home: "\(file): \(name)", rows: rows, facts: facts)
  }

  private var facts: [Machine.Fact: [String]] {
    let places = regions.map { (prefix: "\($0.name).", region: $0) }
    let named =
      states.map { ($0.name, $0) }
      + places.flatMap { place in
        place.region.states.map { (place.prefix + $0.name, $0) }
      }
    let starts =
      [initial].compactMap(\.self)
      + places.compactMap { place in place.region.initial.map { place.prefix + $0 } }
    return [
      .states: named.map(\.0),
      .events: events.map(\.text),
      .initial: starts,
      .marks: named.flatMap { name, state in state.marks.map { "\(name) is \($0)" } }
        + events.filter { $0.private == true }.map { "\($0.text) is private" },
      .children: children.map(\.text),
      .notes: unresolved.map(\.why),
    ]
  }

  // MARK: - Rows

  /// A transition and the region that it belongs to.
  fileprivate struct Placed {
    var region: String?
    var record: TransitionRecord
  }

  private static func rows(of records: [TransitionRecord], in region: String?) -> [Placed] {
    records.map { Placed(region: region, record: $0) }
  }

  /// The regions that answer in each step.
  ///
  /// The number of a step is left aside: it moves with any row before it.
  private static func together(_ rows: [Placed]) -> [Int: Set<String>] {
    rows.reduce(into: [:]) { regions, row in
      guard let step = row.record.step, let region = row.region else { return }
      regions[step, default: []].insert(region)
    }
  }
}

extension MachineRecord.Placed {
  fileprivate func row(together: [Int: Set<String>]) -> Row {
    var row = Row(region: region, from: record.from, event: record.event, to: record.to)
    row.origin = record.origin
    row.guard = record.guard
    row.when = (record.when ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key) is \($0.value.joined(separator: " or "))" }
    let others = record.step.flatMap { together[$0] } ?? []
    row.together = others.filter { $0 != region }.sorted()
    row.effects = record.effects
    row.effectTree = effectText(record.effectTree, forwards: record.forwards)
    row.kind = record.kind
    row.certainty = record.certainty
    row.place = Row.Place(
      file: record.file, line: record.line, column: record.column ?? 1, wildcard: record.wildcard)
    return row
  }
}

extension ActionRecord {
  /// The row, whose target is what is written.
  fileprivate var row: Row {
    let written = writes.map { "\($0.path) \($0.op) \($0.value)" }
    var row = Row(
      from: nil, event: action, to: written.isEmpty ? nil : written.joined(separator: "; "))
    row.properties = writes.map { "\($0.path) \($0.op)" }
    row.origin = origin
    row.guard = self.guard
    row.effects = effects
    row.effectTree = effectText(effectTree, forwards: forwards)
    row.certainty = certainty ?? "exact"
    row.kind = row.certainty == Row.unknown ? Row.unknown : "action"
    row.place = Row.Place(file: file, line: line, column: column ?? 1)
    return row
  }
}

private func effectText(_ tree: EffectRecord?, forwards: String?) -> String {
  [tree?.text, forwards.map { "forwards \($0)" }].compactMap(\.self).joined(separator: ", ")
}

// MARK: - Facts

extension StateRecord {
  fileprivate var marks: [String] {
    [initial ? "initial" : nil, stable ? nil : "passing", final ? "final" : nil]
      .compactMap(\.self)
  }
}

extension EventRecord {
  fileprivate var text: String { origin == "input" ? name : "\(name) (\(origin))" }
}

extension ChildRecord {
  fileprivate var text: String {
    [machine, via, path].compactMap(\.self).joined(separator: ", ")
  }
}
