import Orrery
import OrreryTesting
import Testing

// The samples' own files stand in `Samples` as links, for no test can import a program's module
// reliably: SwiftPM does not wait for it.

@Suite("The samples")
struct SampleTests {
  @Test("record the names that their sources declare")
  func names() {
    #expect(LoginFeature.traceID == "OrreryTests.LoginFeature")
    #expect(
      LoginFeature.traceVocabulary.states == [
        "ready", "authenticating", "fetchingUser", "fetchingPosts", "complete", "interrupted",
        "locked",
      ])
    #expect(
      LoginFeature.traceName(state: .authenticating(name: "a", failures: 1)) == "authenticating")
    #expect(SearchFeature.traceID == "OrreryTests.SearchFeature")
    #expect(SearchFeature.traceName(ioResult: .found([])) == "found")
    #expect(ParentFeature.traceID == "OrreryTests.ParentFeature")
    #expect(ParentFeature.traceName(state: ParentFeature.State()) == "parentData=nil")
    #expect(CounterFeature.traceName(state: CounterFeature.State()) == "level=empty")
    #expect(PresetsFeature.traceName(state: PresetsFeature.State()) == "phase=idle")
  }

  @Test("are pure: a transition is a value")
  func purity() {
    let locked = LoginFeature.reduceIOResult(
      .authenticating(name: "ada", failures: 2), .authenticated(.failure(.wrongPassword)))
    #expect(locked.0 == .locked)
    let parent = ParentFeature.reduceInput(ParentFeature.State(), .counterIncrement)
    #expect(parent.0 == nil)
  }

  @Test("go on in phases, each holding what the ones before it brought")
  func login() {
    let token = Token(value: "token")
    let ada = User(name: "ada")
    Scenario<LoginFeature>(from: .ready(failures: 2))
      .input(
        .submitted(name: "ada", password: "engine"),
        to: .authenticating(name: "ada", failures: 2),
        effects: .authenticate(name: "ada", password: "engine")
      )
      .ioResult(
        .authenticated(.success(token)), to: .fetchingUser(token: token),
        effects: .fetchUser(token)
      )
      .ioResult(
        .userFetched(.success(ada)), to: .fetchingPosts(user: ada, token: token),
        effects: .fetchPosts(ada, token)
      )
      .ioResult(.postsFetched(.failure(.unreachable)), to: .interrupted(token: token))
      .input(.retryTapped, to: .fetchingUser(token: token), effects: .fetchUser(token))
  }

  @Test("replace a search that is still on its way by the next one")
  func search() async {
    let recorded = Recorded()
    let store = Store(initialState: SearchFeature.State.idle, recorder: recorded.recorder) {
      SearchFeature(catalogue: Catalogue())
    }
    store.send(.input(.queryChanged("M")))
    store.send(.input(.queryChanged("Ma")))
    #expect(
      await eventually {
        store.state == .results(query: "Ma", hits: ["Mars"]) && store.runningEffects.isEmpty
      })
    #expect(
      recorded.effects == [
        "started search", "cancelled search: replaced by a later search", "started search",
        "yielded search", "finished search",
      ])
  }

  @Test("check a resource before it is spent, and try again no more often than they may")
  func shop() {
    Scenario<ShopFeature>(from: .browsing(points: 10))
      .input(.purchaseTapped(cost: 11), to: .tooExpensive(points: 10, missing: 1))
      .input(.dismissTapped, to: .browsing(points: 10))
      .input(
        .purchaseTapped(cost: 4), to: .purchasing(points: 6, cost: 4, attempt: 1),
        effects: .charge(4)
      )
      .ioResult(
        .chargeFailed, to: .purchasing(points: 6, cost: 4, attempt: 2), effects: .charge(4)
      )
      .ioResult(
        .chargeFailed, to: .purchasing(points: 6, cost: 4, attempt: 3), effects: .charge(4)
      )
      .ioResult(.chargeFailed, to: .failed(points: 10))
  }

  @Test("end a payment with the state that it was started in")
  func cancelledPayment() async {
    let store = TestStore(initialState: ShopFeature.State.browsing(points: 10)) {
      ShopFeature(bank: Bank()).mocked { _ in [] }
    }
    store.send(.input(.purchaseTapped(cost: 4))) {
      $0 = .purchasing(points: 6, cost: 4, attempt: 1)
    }
    store.send(.input(.cancelTapped)) { $0 = .browsing(points: 10) }
    await store.finish()
  }

  @Test("mix a machine's events with the actions of a reducer that is none")
  func trip() async {
    let recorded = Recorded()
    let store = TestStore(
      initialState: TripFeature.State(), timeout: .seconds(5), recorder: recorded.recorder
    ) { TripFeature() }
    store.send(.map(.zoomInTapped)) { $0.map.zoom = 2 }
    store.send(.input(.startTapped)) { $0.phase = .routing }
    await store.receive(.ioResult(.routeFound)) { $0.phase = .travelling }
    await store.finish()
    #expect(
      recorded.steps == [
        "MapFeature#2: input.zoomInTapped any > any none",
        "TripFeature#1: child.map phase=planning > phase=planning none",
        "TripFeature#1: input.startTapped phase=planning > phase=routing moved [findRoute]",
        "TripFeature#1: ioResult.routeFound phase=routing > phase=travelling moved",
      ])
  }

  @Test("compose: the parent's flat events reach the children, and results come back")
  func parent() async {
    let store = TestStore(initialState: ParentFeature.State(), timeout: .seconds(5)) {
      ParentFeature()
    }
    store.send(.input(.counterIncrement)) { $0.counter = .init(count: 1, level: .counting) }
    store.send(.input(.parentButtonTapped))
    await store.receive(.ioResult(.dataResult(.success("data")))) { $0.parentData = "data" }
    store.send(.input(.presetsLoad)) { $0.presets.phase = .loading }
    let presets = [Preset(count: 7, fact: "7 is the number of days in a week.")]
    await store.receive(.ioResult(.presetsResult(.loaded(.success(presets))))) {
      $0.presets = .init(phase: .idle, presets: presets)
    }
    await store.finish()
  }
}
