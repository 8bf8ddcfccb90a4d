import Observation
import Orrery
import OrreryTrace
import Testing

@ObservableState
private struct Form: Equatable {
  var name = ""
  var count = 0
  var onSubmit: (@Sendable () -> Void)?

  static func == (left: Form, right: Form) -> Bool {
    left.name == right.name && left.count == right.count
  }
}

@Suite("A state that is observed")
struct ObservationTests {
  private let store = Store(initialState: Form()) {
    Reduce<Form, String> { state, action in
      if action == "add" { state.count += 1 } else { state.name = action }
      return .none
    }
  }

  /// Counts how often something that is read changes, of what happens next.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private func changes(of read: () -> Void, during body: () -> Void) -> Int {
    let changes = Lock(0)
    withObservationTracking(read) { changes.withLock { $0 += 1 } }
    body()
    return changes.withLock { $0 }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("tells who reads a property when that property changes, once")
  func property() {
    let count = changes(
      of: { _ = store.count },
      during: {
        store.send("add")
        store.send("add")
      })
    #expect(count == 1)
    #expect(store.count == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("tells nothing where another property changes, or none does")
  func others() {
    #expect(changes(of: { _ = store.count }, during: { store.send("ada") }) == 0)
    #expect(changes(of: { _ = store.name }, during: { store.send("ada") }) == 0)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("tells of a property that is not `Equatable` after every action")
  func unknown() {
    #expect(changes(of: { _ = store.onSubmit }, during: { store.send("add") }) == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("is not observed without the mark")
  func unmarked() {
    struct State { var count = 0 }
    let store = Store(initialState: State()) {
      Reduce<State, Int> { state, action in
        state.count = action
        return .none
      }
    }
    #expect(changes(of: { _ = store.count }, during: { store.send(1) }) == 0)
  }
}
