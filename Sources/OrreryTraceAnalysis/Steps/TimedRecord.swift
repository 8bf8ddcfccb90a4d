import OrreryTrace

/// A record with its place among those of other recordings.
public struct TimedRecord: Hashable, Sendable {
  /// The position of the recording, from zero, in the order in which they were read.
  public var run: Int
  /// Nanoseconds since the first recording began; less than zero where another began before it.
  public var time: Int64
  public var record: Record

  public init(run: Int, time: Int64, record: Record) {
    self.run = run
    self.time = time
    self.record = record
  }
}

extension Record {
  /// Monotonic nanoseconds, where the record tells them.
  public var at: UInt64? {
    switch self {
    case .header(let header): header.mono
    case .instance(let instance): instance.at
    case .step(let step): step.at
    case .effect(let effect): effect.at
    case .machine, .gap: nil
    }
  }

  /// The machine that the record is about.
  public var machineID: String? {
    switch self {
    case .header, .gap: nil
    case .machine(let machine): machine.machine
    case .instance(let instance): instance.machine
    case .step(let step): step.machine
    case .effect(let effect): effect.machine
    }
  }
}

extension RecordedEffect {
  /// The effects that are started, in order.
  public var runs: [(name: String, run: UInt64)] {
    switch self {
    case .run(let name, let run): [(name, run)]
    case .merge(let effects), .concat(let effects): effects.flatMap(\.runs)
    case .cancel: []
    }
  }
}
