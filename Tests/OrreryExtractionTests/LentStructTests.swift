import OrreryExtraction
import OrreryModel
import Testing

@Suite("Objects that keep a struct in a store that lends it") struct LentStructTests {
  private func rows(_ source: String) throws -> [String] {
    try machine(source).actions.map(describe)
  }

  private let upload = """
    final class UploadViewModel: StoreComponentType {
      struct State: Equatable {
        enum Phase { case idle, loading, done, failed }
        var phase: Phase = .idle
        var name = ""
      }
      enum Activity { case didFail }
      let store: Store<State, Activity> = .init(initialState: .init())
      let api: API
      init(api: API) { self.api = api }
      func start() {
        guard state.phase != .loading else { return }
        commit { $0.phase = .loading }
        Task { await self.load() }
      }
      private func load() async {
        do {
          let name = try await api.load()
          commit { state in
            state.phase = .done
            state.name = name
          }
        } catch {
          commit { $0.phase = .failed }
        }
      }
      func reset() { store.commit { $0.phase = .idle } }
    }
    """

  @Test func aFunctionThatIsKeptElsewhereMayChangeAllOfIt() throws {
    let found = try machine(
      upload.replacing(
        "func reset() { store.commit { $0.phase = .idle } }",
        with: """
          let mutation: (inout InoutRef<State>) -> Void = make()
          func apply() { commit(mutation) }
          func reset() { commit { $0.replace(with: State()) } }
          """))
    let rows = found.transitions.map(describe)
    #expect(rows.filter { $0.contains(" apply") }.allSatisfy { $0.hasSuffix(" ?") })
    #expect(rows.contains { $0.contains(" apply") })
    #expect(rows.filter { $0.contains(" reset") }.allSatisfy { $0.hasSuffix(" idle") })
    #expect(rows.contains("done reset idle"))
  }

  @Test func aMethodThatCommitsIsAnEvent() throws {
    #expect(
      try rows(upload) == [
        "start[!(state.phase != .loading)] ",
        "start[state.phase != .loading]/api.load phase = .loading",
        "start#api.load.success phase = .done; name = name",
        "start#api.load.failure phase = .failed", "reset phase = .idle",
      ])
  }

  @Test func theStatesAreThoseOfTheLentStruct() throws {
    let found = try machine(upload)
    #expect(found.initial == "idle")
    #expect(found.transitions.map(describe).contains("idle start/api.load loading"))
    #expect(found.transitions.map(describe).contains("loading start ignored"))
    #expect(found.transitions.map(describe).contains("loading start#api.load.failure failed"))
    #expect(found.unresolved.isEmpty)
  }

  @Test(
    "the store says by its type, or by that which it inherits from, what it keeps",
    arguments: [
      "final class Lamp { let store: Store<LampState, Never>",
      "final class Lamp: StoreDriverType { let store = Verge.Store<LampState, Never>(initialState: .init())",
      "final class Home: Store<LampState, Never> {}\nfinal class Lamp: StoreDriverType { let store: Home",
    ])
  func stores(_ head: String) throws {
    #expect(
      try rows(
        """
        struct LampState { var isOn = false; var count = 0 }
        \(head)
          func toggle() { store.commit { $0.isOn.toggle() } }
          func up() {
            guard store.state.isOn else { return }
            store.commit("up") { $0.count += 1 }
          }
        }
        """) == [
          "toggle isOn mutate toggle()", "up[!(store.state.isOn)] ",
          "up[store.state.isOn] count += 1",
        ])
  }

  @Test func aStoreItselfLendsWhatItInherits() throws {
    #expect(
      try rows(
        """
        struct LampState { var isOn = false; var count = 0 }
        final class Lamp: Store<LampState, Never> {
          func toggle() { commit { $0.isOn.toggle() } }
          func up() {
            guard state.isOn else { return }
            commit("up") { [step] in $0.count += step }
          }
        }
        """) == [
          "toggle isOn mutate toggle()", "up[!(state.isOn)] ", "up[state.isOn] count += step",
        ])
  }

  @Test func whatTheStoreHandsOnLaterIsNotLent() throws {
    let source = """
      struct LampState { var isOn = false }
      final class Lamp {
        let store: Store<LampState, Never>
        init(store: Store<LampState, Never>) { self.store = store }
        func show() { store.sinkState { state in print(state.isOn) } }
        func on() { store.commit { $0.isOn = true } }
        func off() { store.commit { $0.isOn = false } }
      }
      """
    #expect(try rows(source) == ["on isOn = true", "off isOn = false"])
  }

  @Test func theStateHasSeveralNames() throws {
    #expect(
      try rows(
        """
        final class Lamp: StoreComponentType {
          struct State { var isOn = false }
          let store: DefaultStore = .init(initialState: .init())
          func off() {
            guard primitiveState.isOn else { return }
            commit { $0.isOn = false }
          }
          func on() { commit { $0.wrapped.isOn = true } }
        }
        """) == [
          "off[!(primitiveState.isOn)] ", "off[primitiveState.isOn] isOn = false", "on isOn = true",
        ])
  }

  @Test func ofTwoStoresEachLendsItsOwn() throws {
    let found = extract(
      """
      struct LampState { var isOn = false; var count = 0 }
      struct FanState { var isOn = false; var speed = 0 }
      final class Home {
        let lamp: Store<LampState, Never> = .init(initialState: .init())
        let fan: Store<FanState, Never> = .init(initialState: .init())
        func light() { lamp.commit { $0.isOn = true } }
        func dark() { lamp.commit { $0.isOn = false } }
        func blow() { self.fan.commit { $0.isOn = true } }
        func rest() { fan.commit { $0.isOn = false } }
      }
      """)
    #expect(
      found.machines.map { $0.actions.map(describe) } == [
        ["light isOn = true", "dark isOn = false"], ["blow isOn = true", "rest isOn = false"],
      ])
    #expect(found.machines.flatMap(\.unresolved).isEmpty)
  }
}
