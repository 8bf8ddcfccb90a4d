import OrreryTrace

/// Records that programs send while they run, by the connection that each came over.
public final class RecordQueue: Sendable {
  /// A record, or the end of what a program sends.
  public struct Item: Sendable {
    public var connection: Int
    /// Nothing where the connection has ended.
    public var record: Record?
  }

  private struct State {
    var items: [Item] = []
    var connections = 0
  }

  /// How many records wait at the most; then programs wait, and count what they drop.
  private static let limit = 200_000

  private let state = Lock(State())

  public init() {}

  /// All that came since this was called last.
  public func take() -> [Item] {
    state.withLock { state in
      defer { state.items = [] }
      return state.items
    }
  }

  func connect() -> Int {
    state.withLock { state in
      state.connections += 1
      return state.connections - 1
    }
  }

  /// Whether there is room for more.
  var isOpen: Bool { state.withLock { $0.items.count < Self.limit } }

  func add(_ items: [Item]) { state.withLock { $0.items += items } }
}
