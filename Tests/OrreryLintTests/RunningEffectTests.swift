import Testing

@testable import OrreryLint

/// What the rules of effects say of machines that start one effect and leave its state early.
struct RunningEffectTests {
  /// A machine that fetches in `loading`, and that `stop` takes back to `idle`.
  private func source(
    inIdle idle: String = "identity", inLoaded loaded: String = "undefined",
    start: String = "transition(.loading, effect: .fetch)",
    run: String = ".single { await api.fetch(); return .fetched }", besides: String = "",
    library: String = "Orrery"
  ) -> String {
    """
    import \(library)
    struct Feature: StateMachine {
      enum State { case idle, loading, loaded }
      enum Input { case load, stop }
      enum IOEffect { case fetch, log }
      enum IOResult { case fetched }
      static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.idle, .load): \(start)
        case (.loading, .stop): nextState(.idle)
        case (.loading, .load), (.loaded, _), (.idle, .stop): identity
        }
      }
      static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
        switch (state, ioResult) {
        case (.loading, .fetched): nextState(.loaded)
        case (.idle, .fetched): \(idle)
        case (.loaded, .fetched): \(loaded)
        }
      }
      \(besides)
      func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
        switch ioEffect {
        case .fetch: \(run)
        case .log: .none { print("log") }
        }
      }
    }
    let store = Store(initialState: Feature.State.idle) { Feature() }
    """
  }

  private static let rules = ["identity-for-impossible", "undefined-for-possible", "late-result"]

  /// What is found, as `line rule`.
  private func found(_ source: String) -> [String] {
    var settings = LintSettings()
    settings.only = Set(Self.rules)
    return Lint.findings(in: source, settings).map { "\($0.location.line) \($0.rule)" }
  }

  @Test func aMachineThatTellsTheTruthIsSilent() {
    #expect(found(source()) == [])
  }

  @Test func aLateAnswerIsPossible() {
    #expect(found(source(inIdle: "undefined")) == ["17 undefined-for-possible"])
  }

  @Test func anAnswerThatHasComeDoesNotComeAgain() {
    #expect(found(source(inLoaded: "identity")) == ["18 identity-for-impossible"])
    #expect(found(source(inLoaded: "nextState(.idle)")) == ["18 late-result"])
  }

  @Test func aResultThatNoEffectBringsNeverComes() {
    let code = source(run: ".none { await api.fetch() }")
    #expect(found(code) == ["16 late-result", "17 identity-for-impossible"])
  }

  @Test func aStreamMaySendMore() {
    let stream = """
      IOResultStream { continuation in
        Task {
          for await _ in api.values { continuation.yield(.fetched) }
        }
      }
      """
    #expect(found(source(inLoaded: "identity", run: stream)) == [])
  }

  @Test(
    "nothing is said where it is not clear what an effect brings",
    arguments: [
      "api.results()", ".single { await api.result() }",
      "IOResultStream { continuation in let result = await api.result(); continuation.yield(result) }",
    ])
  func unclear(run: String) {
    #expect(found(source(inIdle: "undefined", inLoaded: "identity", run: run)) == [])
  }

  @Test func theOwnMethodsOfAMachineAreRead() {
    let helper = "private func fetch() async -> IOResult { await api.fetch(); return .fetched }"
    let code = source(
      inLoaded: "identity", run: ".single { await fetch() }", besides: helper)
    #expect(found(code) == ["18 identity-for-impossible"])
  }

  @Test func whatIsSentByHandMayComeAnywhere() {
    let sender = "\nfunc push() { store.send(.ioResult(.fetched)) }"
    #expect(found(source(inLoaded: "identity") + sender) == [])
  }

  @Test func anEffectThatEndsWithItsStateAnswersNowhereElse() {
    let lifetime = "static func lifetime(of ioEffect: IOEffect) -> EffectLifetime { .whileInState }"
    #expect(found(source(besides: lifetime)) == ["17 identity-for-impossible"])
    #expect(found(source(inIdle: "undefined", besides: lifetime)) == [])
  }

  @Test(
    "of another runtime it is not known what a state change ends",
    arguments: ["identity", "undefined"])
  func otherRuntime(answer: String) {
    #expect(found(source(inIdle: answer, library: "StateMachine")) == [])
  }
}
