/// A place where records go.
///
/// Recording must not disturb the machine that is recorded: a sink that cannot take a record counts
/// it as lost, tells that once, and returns.
public protocol TraceSink: Sendable {
  /// Takes one record; when this returns, the record is as safe as the sink can make it.
  ///
  /// It is called by one thread at a time, in the order of the log, and must not call the recorder.
  func write(_ record: Record)

  /// Takes one step, by far the most frequent record; by default as any other.
  func write(step: StepRecord)

  /// Takes no record from now on, and finishes what it holds.
  func close()
}

/// A sink that begins a new log where the last one is full.
protocol RestartingSink: TraceSink {
  /// Whether the log is full.
  var isDue: Bool { get }

  /// Begins a new log, which the recorder introduces as it does any.
  func restart()
}

extension TraceSink {
  public func write(step: StepRecord) {
    write(.step(step))
  }
}
