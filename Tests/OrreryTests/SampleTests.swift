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
