/// Keeps records in memory, in order.
public final class MemorySink: TraceSink {
  private let storage = Lock<[Record]>([])

  public init() {}

  /// All that was written until now.
  public var records: [Record] { storage.withLock { $0 } }

  public func write(_ record: Record) {
    storage.withLock { $0.append(record) }
  }

  public func close() {}
}
