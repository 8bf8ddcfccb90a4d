import OrreryTrace
import OrreryTraceAnalysis

extension RecordedRuns {
  /// Calls `body` for the records of all logs by time.
  ///
  /// Several are read side by side, each as far as its time has come, so that no more than a piece of
  /// each is in memory. Those of one log keep their order.
  /// - Throws: As ``forEach(_:in:begin:_:)``.
  static func forEachByTime(
    _ paths: [String], in context: Context, _ body: (TimedRecord) throws -> Void
  ) throws(Failure) {
    guard try TraceInput.all(paths, in: context.project).count > 1 else {
      var clock = RunClock()
      return try forEach(paths, in: context) { try body(clock.place($0)) }
    }
    var logs = try SideBySide(TraceInput.all(paths, in: context.project), on: context.console)
    do {
      while let next = try logs.next() { try body(next) }
    } catch {
      if error is Enough { return }
      throw error as? Failure ?? Failure("cannot read the traces: \(error)")
    }
  }
}

/// The records of several logs by time.
private struct SideBySide {
  /// A log, and its next record.
  private final class Reading {
    let log: OpenLog
    let cursor: RecordCursor
    var clock = RunClock.Log()
    var head: TimedRecord?
    /// The time of the head, or of a record before it that was later.
    var time = Int64.min

    init(_ input: TraceInput) throws(Failure) {
      log = try OpenLog(input)
      do { cursor = try RecordCursor(path: log.path) } catch { throw log.failure(error) }
    }

    deinit { log.close() }
  }

  private let console: Console
  private var clock = RunClock()
  /// Those with a next record, the one whose turn it is last.
  private var waiting: [Reading] = []
  /// The time of the first record of all.
  private var zero: Int64 = 0

  init(_ inputs: [TraceInput], on console: Console) throws(Failure) {
    self.console = console
    for input in inputs {
      let reading = try Reading(input)
      try advance(reading)
      if reading.head != nil { waiting.append(reading) }
    }
    zero = waiting.map(\.time).min() ?? 0
    // Sorting is stable, and the first of those with the same time is to come out first.
    waiting = waiting.reversed().sorted { $0.time > $1.time }
  }

  mutating func next() throws(Failure) -> TimedRecord? {
    guard let reading = waiting.popLast(), let head = reading.head else { return nil }
    try advance(reading)
    if reading.head != nil { waiting.insert(reading, at: place(of: reading.time)) }
    return TimedRecord(run: head.run, time: head.time - zero, record: head.record)
  }

  /// Behind those that come later or at the same time, so that a log goes on before another does.
  private func place(of time: Int64) -> Int {
    var range = waiting.startIndex..<waiting.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        waiting[middle].time >= time
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  private mutating func advance(_ reading: Reading) throws(Failure) {
    do {
      guard let record = try reading.cursor.next() else {
        reading.head = nil
        return reading.log.tell(try reading.cursor.finish(), on: console)
      }
      let head = clock.place(record, in: &reading.clock)
      reading.head = head
      reading.time = max(reading.time, head.time)
    } catch {
      throw reading.log.failure(error)
    }
  }
}
