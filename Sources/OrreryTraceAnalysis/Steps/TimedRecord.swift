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

/// Puts the records of any number of recordings on one axis of time.
///
/// Each process has a monotonic clock of its own; their headers tell the wall clock by which they are
/// compared. A recording without a header begins with its first record.
public struct RunClock: Sendable {
  private var firstWall: Double?
  private var run = -1
  /// What is added to monotonic nanoseconds.
  private var shift: Int64?
  private var last: Int64 = 0
  /// Whether a header may still belong to the log that has begun.
  private var isFresh = false

  public init() {}

  /// Starts another log.
  public mutating func begin() {
    run += 1
    isFresh = true
    shift = nil
  }

  /// The record on the common axis; one without a time has that of the record before it.
  public mutating func place(_ record: Record) -> TimedRecord {
    if run < 0 { begin() }
    if case .header(let header) = record { start(header) }
    isFresh = false
    if let at = record.at {
      let origin = shift ?? -Int64(clamping: at)
      shift = origin
      last = Self.bounded(Int64(clamping: at).addingReportingOverflow(origin).partialValue)
    }
    return TimedRecord(run: run, time: last, record: record)
  }

  private mutating func start(_ header: Header) {
    if !isFresh { run += 1 }
    let seconds = header.wall - (firstWall ?? header.wall)
    firstWall = firstWall ?? header.wall
    let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) ?? 0
    shift = nanoseconds.subtractingReportingOverflow(Int64(clamping: header.mono)).partialValue
    last = Self.bounded(nanoseconds)
  }

  /// The time, or the nearest of those whose differences a 64-bit number can hold: decades.
  private static func bounded(_ time: Int64) -> Int64 { min(max(time, -(1 << 61)), 1 << 61) }
}

extension [TimedRecord] {
  /// The records of several recordings as one, by time; those of one recording keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  public func merged() -> [TimedRecord] {
    let zero = map(\.time).min() ?? 0
    return enumerated().sorted {
      ($0.element.time, $0.element.run, $0.offset) < ($1.element.time, $1.element.run, $1.offset)
    }.map {
      TimedRecord(run: $0.element.run, time: $0.element.time - zero, record: $0.element.record)
    }
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
