import OrreryTrace

/// Puts the records of any number of recordings on one axis of time.
///
/// Each process has a monotonic clock of its own; their headers tell the wall clock by which they are
/// compared. A recording without a header begins with its first record. The parts of a log that was
/// cut into parts are one recording.
public struct RunClock: Sendable {
  /// A recording that has begun.
  fileprivate struct Run {
    var number: Int
    /// What is added to monotonic nanoseconds.
    var shift: Int64?
  }

  /// What the clock knows of one log.
  public struct Log: Sendable {
    fileprivate var run: Run?
    fileprivate var last: Int64 = 0

    public init() {}
  }

  private struct Key: Hashable {
    var run: String
    var pid: Int
  }

  private var firstWall: Double?
  private var known: [Key: Run] = [:]
  private var count = 0
  private var log = Log()

  public init() {}

  // MARK: Logs one after the other

  /// Starts another log.
  public mutating func begin() { log = Log() }

  /// The record on the common axis; one without a time has that of the record before it.
  public mutating func place(_ record: Record) -> TimedRecord {
    var log = log
    defer { self.log = log }
    return place(record, in: &log)
  }

  /// The place of monotonic nanoseconds of the log that is being read: its recording and the time.
  package mutating func place(at: UInt64) -> (run: Int, time: Int64) {
    var log = log
    defer { self.log = log }
    return place(at: at, in: &log)
  }

  // MARK: Logs side by side

  /// The next record of a log on the common axis.
  public mutating func place(_ record: Record, in log: inout Log) -> TimedRecord {
    if case .header(let header) = record { start(header, &log) }
    let (run, time) = place(at: record.at, in: &log)
    return TimedRecord(run: run, time: time, record: record)
  }

  private mutating func place(at: UInt64?, in log: inout Log) -> (run: Int, time: Int64) {
    var run = log.run ?? newRun()
    if let at {
      let shift = run.shift ?? -Int64(clamping: at)
      run.shift = shift
      log.last = Self.bounded(Int64(clamping: at).addingReportingOverflow(shift).partialValue)
    }
    log.run = run
    return (run.number, log.last)
  }

  private mutating func start(_ header: Header, _ log: inout Log) {
    let key = Key(run: header.run, pid: header.pid)
    if let same = known[key] {
      log.run = same
      return
    }
    let seconds = header.wall - (firstWall ?? header.wall)
    firstWall = firstWall ?? header.wall
    let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) ?? 0
    var run = newRun()
    run.shift = nanoseconds.subtractingReportingOverflow(Int64(clamping: header.mono)).partialValue
    log.last = Self.bounded(nanoseconds)
    known[key] = run
    log.run = run
  }

  private mutating func newRun() -> Run {
    defer { count += 1 }
    return Run(number: count)
  }

  /// The time, or the nearest of those whose differences a 64-bit number can hold: decades.
  private static func bounded(_ time: Int64) -> Int64 { min(max(time, -(1 << 61)), 1 << 61) }
}
