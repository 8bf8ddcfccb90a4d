public import Logging
public import OrreryTrace

/// Hands records to swift-log, one message each, with the record's properties as metadata.
///
/// For programs whose logs already go somewhere; a ``FileSink`` costs a twentieth of it, and its log
/// can be read by `orrery trace`.
///
/// ```swift
/// recorder.attach(LogSink(Logger(label: "machines")))
/// ```
public final class LogSink: TraceSink {
  private let logger: Logger
  private let level: Logger.Level

  /// - Parameters:
  ///   - logger: Where the messages go.
  ///   - level: The level of steps, effects and the rest; a loss of records is a warning.
  public init(_ logger: Logger, level: Logger.Level = .info) {
    self.logger = logger
    self.level = level
  }

  public func write(_ record: Record) {
    let facts = LogFacts(record)
    logger.log(
      level: facts.isLoss ? .warning : level, "\(facts.message)", metadata: facts.metadata)
  }

  public func close() {}
}
