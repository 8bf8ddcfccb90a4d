import OrreryInspector
import OrreryTrace

/// The chunks of a run that goes on, for everybody who looks at it.
///
/// Its memory is that of the last steps, up to the limit of a page, and of what tells how they look: steps
/// that are earlier are dropped.
public final class RunFeed: Sendable {
  /// A chunk with its place among all.
  struct Item: Sendable {
    var number: Int
    var bytes: [UInt8]
    var steps: Int
  }

  private struct State {
    var items: [Item] = []
    var next = 0
    var steps = 0
    /// How many steps were dropped, and the number of the last chunk of them.
    var dropped = 0
    var lastDropped = -1
  }

  /// What somebody has not seen yet.
  struct News: Sendable {
    var items: [Item]
    /// The number of the chunk that follows.
    var next: Int
    /// Whether chunks are gone that were not seen.
    var hasGap: Bool
    /// How many steps are gone.
    var dropped: Int
  }

  private let state = Lock(State())
  private let limit: Int

  /// - Parameter limit: The most steps that are kept.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Adds chunks, the tables before the steps that need them.
  public func add(_ chunks: [RunChunk]) {
    state.withLock { state in
      for chunk in chunks {
        state.items.append(Item(number: state.next, bytes: chunk.bytes, steps: chunk.steps))
        state.next += 1
        state.steps += chunk.steps
      }
      while state.steps > limit, let oldest = state.items.firstIndex(where: { $0.steps > 0 }) {
        let item = state.items.remove(at: oldest)
        state.steps -= item.steps
        state.dropped += item.steps
        state.lastDropped = item.number
      }
    }
  }

  /// The chunks from one on.
  func news(from number: Int) -> News {
    state.withLock { state in
      let first = state.items.firstIndex { $0.number >= number } ?? state.items.endIndex
      return News(
        items: Array(state.items[first...]), next: state.next,
        hasGap: number > 0 && state.lastDropped >= number,
        dropped: state.dropped)
    }
  }
}
