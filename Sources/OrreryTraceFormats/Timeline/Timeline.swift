import OrreryTrace
import OrreryTraceAnalysis

/// When each instance was in which state.
///
/// Its memory grows with the number of moves, up to a limit.
public struct Timeline: Hashable, Sendable {
  struct Band: Hashable, Sendable {
    var state: String
    var start: Int64
    var end: Int64
  }

  struct Row: Hashable, Sendable {
    var machine: String
    var name: String
    var bands: [Band] = []
    /// Where an event was rejected, and which.
    var rejected: [Mark] = []
    var isOpen = true
  }

  struct Mark: Hashable, Sendable {
    var time: Int64
    var label: String
  }

  private struct Key: Hashable {
    var run: Int
    var instance: UInt64
  }

  /// What a picture can hold.
  static let rowLimit = 100
  static let bandLimit = 20_000

  private(set) var rows: [Row] = []
  private(set) var omittedRows = 0
  private(set) var omittedBands = 0
  /// The first and the last time.
  private(set) var span: ClosedRange<Int64>?
  private var positions: [Key: Int] = [:]
  private var bands = 0

  public init() {}

  public var isEmpty: Bool { rows.isEmpty }

  /// Adds what a record tells.
  public mutating func add(_ record: TimedRecord) {
    switch record.record {
    case .instance(let instance):
      note(record.time)
      let key = Key(run: record.run, instance: instance.instance)
      guard instance.phase != .ended else { return end(key, at: record.time) }
      _ = row(key, instance.machine, instance.state, at: record.time)
    case .step(let step):
      note(record.time)
      let key = Key(run: record.run, instance: step.instance)
      guard let row = row(key, step.machine, step.from, at: record.time) else { return }
      take(step, row, at: record.time)
    case .effect: note(record.time)
    case .header, .machine, .gap: break
    }
  }

  /// Ends the bands of what is still alive.
  public mutating func finish() {
    guard let end = span?.upperBound else { return }
    for row in rows.indices where rows[row].isOpen { close(row, at: end) }
  }

  private mutating func note(_ time: Int64) {
    span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
  }

  private mutating func row(
    _ key: Key, _ machine: String, _ state: String, at time: Int64
  ) -> Int? {
    if let known = positions[key] { return rows.indices.contains(known) ? known : nil }
    guard rows.count < Self.rowLimit else {
      omittedRows += 1
      positions[key] = -1
      return nil
    }
    rows.append(Row(machine: machine, name: "\(machine)[\(key.instance)]"))
    positions[key] = rows.count - 1
    rows[rows.count - 1].bands = [Band(state: state, start: time, end: time)]
    return rows.count - 1
  }

  private mutating func take(_ step: StepRecord, _ row: Int, at time: Int64) {
    if step.verdict == .rejected, rows[row].rejected.count < 1000 {
      rows[row].rejected.append(Mark(time: time, label: "\(step.event) rejected in \(step.from)"))
    }
    guard step.from != step.to else { return }
    guard bands < Self.bandLimit else {
      omittedBands += 1
      return
    }
    bands += 1
    close(row, at: time)
    rows[row].bands.append(Band(state: step.to, start: time, end: time))
  }

  private mutating func end(_ key: Key, at time: Int64) {
    guard let row = positions[key], rows.indices.contains(row) else { return }
    close(row, at: time)
    rows[row].isOpen = false
  }

  private mutating func close(_ row: Int, at time: Int64) {
    guard let last = rows[row].bands.indices.last else { return }
    rows[row].bands[last].end = max(time, rows[row].bands[last].start)
  }
}
