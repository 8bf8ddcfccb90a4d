import OrreryModel
import Testing

@Suite("A state of which a protocol is all that is told") struct ProtocolStateTests {
  private func notes(_ source: String) -> [String] {
    extract(source).diagnostics.filter { $0.id == "no-machine" }.map(\.message)
  }

  private func note(_ name: String, _ type: String) -> String {
    "'\(name)' is no machine: its state is declared as protocol '\(type)', and Orrery does "
      + "not follow which concrete type a value has"
  }

  @Test("is said of a property that methods assign")
  func properties() {
    let source = """
      enum Event { case start, done }
      protocol LoadState { func next(_ event: Event) -> LoadState }
      struct Idle: LoadState { func next(_ event: Event) -> LoadState { Loading() } }
      struct Loading: LoadState { func next(_ event: Event) -> LoadState { Idle() } }
      final class Loader {
        private(set) var state: any LoadState = Idle()
        func send(_ event: Event) { state = state.next(event) }
      }
      """
    #expect(notes(source) == [note("Loader.state", "LoadState")])
  }

  @Test(
    "is said of a function that reduces it",
    arguments: [
      "func reduce<S: CountState>(_ state: inout S, _ action: Action)",
      "func reduce(_ state: inout any CountState, _ action: Action)",
    ]) func reducers(head: String)
  {
    let source = """
      enum Action { case add, drop }
      protocol CountState { var count: Int { get set } }
      \(head) {
        switch action {
        case .add: state.count += 1
        case .drop: state.count -= 1
        }
      }
      """
    #expect(notes(source) == [note("reduce", "CountState")])
  }

  @Test("is not said of what is no state")
  func others() {
    let source = """
      enum Action { case add, drop }
      protocol Store { func save() }
      final class Model {
        var store: Store
        init(_ store: Store) { self.store = store }
        func use(_ other: Store) { store = other }
        func perform(_ action: Action, in store: Store) -> Store {
          switch action { case .add: store.save(); case .drop: break }
          return store
        }
      }
      """
    #expect(notes(source) == [])
  }

  @Test("a type that only a protocol's associated type names is no property's")
  func primaryTypes() {
    let source = """
      enum LampState { case off, on }
      protocol Service<State> {
        associatedtype State
        var state: CurrentValueSubject<State, Never> { get }
      }
      final class Lamp: Service<LampState> {
        let state = CurrentValueSubject<State, Never>(.off)
        func toggle() { state.send(state.value == .off ? .on : .off) }
      }
      """
    #expect(extract(source).machines.isEmpty)
    #expect(
      notes(source) == [
        "'LampState' belongs to no machine: no property stores it, and no function takes it with an event"
      ])
  }
}
