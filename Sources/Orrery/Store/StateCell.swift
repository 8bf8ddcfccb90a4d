import OrreryTrace

#if !canImport(os)
import Synchronization
#endif

/// Where a store keeps its state: memory that only the thread inside its gate may touch.
///
/// The next state is made beside the current one, so that a reducer which asks its own store for the
/// state gets the one before, and nothing is copied but the state itself.
@usableFromInline
struct StateCell<State>: ~Copyable, @unchecked Sendable {
  /// Two places, of which one holds the state.
  @usableFromInline let places: UnsafeMutablePointer<State>
  @usableFromInline let index = AtomicValue(0)

  init(_ state: State) {
    places = .allocate(capacity: 2)
    places.initialize(to: state)
  }

  deinit {
    (places + index.load(ordering: .relaxed)).deinitialize(count: 1)
    places.deallocate()
  }

  /// Where the state is.
  @inlinable var current: UnsafeMutablePointer<State> {
    places + index.load(ordering: .relaxed)
  }

  @inlinable var state: State { current.pointee }

  /// Makes the next state of the current one.
  @inlinable
  func advance<Result>(_ change: (inout State) -> Result) -> Result {
    let current = index.load(ordering: .relaxed)
    let next = 1 &- current
    (places + next).initialize(to: places[current])
    let result = change(&places[next])
    index.store(next, ordering: .relaxed)
    // Last, because it may run code of the state's that asks for the state.
    (places + current).deinitialize(count: 1)
    return result
  }
}
