public import Logging
public import OrreryTrace

/// A log handler that records the states which entries tell of, and hands all entries on to another one.
///
/// For programs that log what their machines do already. The metadata of an entry has the keys of the
/// trace log:
///
/// ```swift
/// LoggingSystem.bootstrap { StepLogHandler(StreamLogHandler.standardError(label: $0)) }
///
/// logger.debug("connected", metadata: [
///   "machine": "Net.Connection", "instance": "\(id)", "event": "opened", "state": "connected",
/// ])
/// ```
///
/// An entry without event is a step whose event is `Record.unknownEvent`, where the state has changed. What
/// the level of the logger leaves out is not recorded.
public struct StepLogHandler<Base: LogHandler>: LogHandler {
  /// What an entry, its message and all of its metadata, tells; nothing where it is about no machine.
  public typealias Reading =
    @Sendable (_ message: String, _ metadata: Logger.Metadata) -> LoggedState?

  private var base: Base
  private let machines: LoggedMachines
  private let reading: Reading

  /// - Parameters:
  ///   - base: Where the entries go.
  ///   - recorder: Where to record, by default to the log that the environment names.
  ///   - reading: Reads an entry, where its keys or its message are others than those of the trace log.
  public init(
    _ base: Base, recorder: TraceRecorder = .shared,
    reading: @escaping Reading = { LoggedState($0, $1) }
  ) {
    self.base = base
    self.reading = reading
    machines = .of(recorder)
  }

  public func log(event: LogEvent) {
    base.log(event: event)
    // What a `LogSink` writes is recorded already.
    guard event.source != "OrreryLogging" else { return }
    guard machines.recorder.isEnabled else { return machines.forget() }
    var metadata = base.metadata
    metadata.merge(base.metadataProvider?.get() ?? [:]) { _, provided in provided }
    metadata.merge(event.metadata ?? [:]) { _, own in own }
    if let state = reading("\(event.message)", metadata) { machines.take(state) }
  }

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { base[metadataKey: key] }
    set { base[metadataKey: key] = newValue }
  }

  public var metadata: Logger.Metadata {
    get { base.metadata }
    set { base.metadata = newValue }
  }

  public var metadataProvider: Logger.MetadataProvider? {
    get { base.metadataProvider }
    set { base.metadataProvider = newValue }
  }

  public var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }
}
