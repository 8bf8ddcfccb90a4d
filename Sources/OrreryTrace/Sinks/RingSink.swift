/// Keeps the last steps of a recording in memory, for who asks what happened just before: a test that
/// failed, a report of an error.
///
/// What it tells is a log of its own: it begins with the machines, and with the state in which each
/// instance was before the first step that is kept.
///
/// ```swift
/// let ring = RingSink(capacity: 100)
/// TraceRecorder.shared.attach(ring)
/// …
/// try ring.log.write(toFile: "last.jsonl", atomically: true, encoding: .utf8)
/// ```
public final class RingSink: TraceSink {
  private struct State {
    var header: Record?
    var machines: [Record] = []
    /// The instances that are alive, as they were before what is kept.
    var instances: [UInt64: InstanceRecord] = [:]
    /// Steps, effects and instances, in a ring.
    var kept: [Record] = []
    var oldest = 0
  }

  private let state = Lock(State())
  private let capacity: Int

  /// - Parameter capacity: How many records of steps, effects and instances are kept; one at the least.
  public init(capacity: Int = 200) {
    self.capacity = max(capacity, 1)
  }

  /// The log of what is kept.
  ///
  /// - Complexity: O(*n*) in what is kept, and in the instances that are alive.
  public var records: [Record] {
    state.withLock { state in
      let instances = state.instances.values.sorted { $0.instance < $1.instance }
      return [state.header].compactMap(\.self) + state.machines + instances.map { .instance($0) }
        + state.kept[state.oldest...] + state.kept[..<state.oldest]
    }
  }

  /// The same as lines of text.
  public var log: String { records.map { RecordEncoder.line($0) }.joined() }

  public func write(_ record: Record) {
    state.withLock { state in
      switch record {
      case .header: state.header = record
      case .machine: state.machines.append(record)
      case .instance, .step, .effect, .gap: keep(record, &state)
      }
    }
  }

  public func close() {}

  private func keep(_ record: Record, _ state: inout State) {
    guard state.kept.count == capacity else { return state.kept.append(record) }
    forget(state.kept[state.oldest], &state)
    state.kept[state.oldest] = record
    state.oldest = (state.oldest + 1) % capacity
  }

  /// Notes what a record that is dropped says of instances.
  private func forget(_ record: Record, _ state: inout State) {
    switch record {
    case .instance(var instance):
      let ends = instance.phase == .ended
      instance.phase = .snapshot
      state.instances[instance.instance] = ends ? nil : instance
    case .step(let step):
      state.instances[step.instance] = InstanceRecord(
        phase: .snapshot, machine: step.machine, instance: step.instance, parent: step.parent,
        state: step.to, at: step.at)
    case .header, .machine, .effect, .gap: break
    }
  }
}
