import OrreryModel
import Testing

@testable import OrreryLint

/// A machine in the shape of TCA-SM, whose effects run by some code.
private func pure(_ reducers: String, running code: String = "") -> String {
  """
  @StateMachine
  struct Feature: StateMachine {
    enum State { case idle, active, retrying }
    enum Input { case start }
    enum IOEffect { case request(useCache: Bool) }
    enum IOResult { case failed }
    static func reduceInput(_ state: State, _ input: Input) -> Transition {
      transition(.active, effect: .request(useCache: true))
    }
    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
      \(reducers)
    }
    func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
      switch ioEffect {
      case .request(let useCache):
        \(code)
      }
    }
  }
  """
}

/// A feature of The Composable Architecture with some state, and some code for its only action.
private func feature(
  _ name: String = "Counter", state: String = "var count = 0", _ code: String = ""
) -> String {
  """
  @Reducer
  struct \(name) {
    struct State { \(state) }
    enum Action { case tapped }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tapped:
          \(code)
          return .none
        }
      }
    }
  }

  """
}

@Suite("Rounds of effects and results")
struct RoundsTests {
  @Test("those that begin at one place are told once, with the first of the states")
  func samePlace() {
    let reducers = """
      switch (state, result) {
      case (.retrying, .failed), (.active, .failed), (.idle, .failed):
        return run(.request(useCache: false))
      }
      """
    let source = pure(
      reducers, running: "AsyncStream { c in c.yield(.failed); c.finish() }")
    let found = Lint.findings(in: source, by: "effect-livelock")
    #expect(found.map(\.state) == ["active"])
    #expect(Lint.findings(in: source, by: "effect-livelock") == found)
  }

  /// A machine whose only effect tries again at once, in blocks in each other.
  private func trying(inBlocks depth: Int) -> String {
    pure(
      """
      switch (state, result) {
      case (_, .failed): return transition(.active, effect: .request(useCache: false))
      }
      """,
      running: "AsyncStream { c in " + String(repeating: "do { ", count: depth)
        + "c.yield(.failed)" + String(repeating: " } catch {}", count: depth) + "; c.finish() }")
  }

  @Test("a result that is sent in blocks in each other is one", arguments: [0, 1, 4])
  func nested(depth: Int) {
    let found = Lint.findings(in: trying(inBlocks: depth), by: "effect-livelock")
    #expect(found.map(\.event?.name) == ["failed"])
  }

  @Test("it takes no longer for each block to count them")
  func deeplyNested() {
    // Where each block counted twice what is in it, this would go on for days.
    #expect(Lint.findings(in: trying(inBlocks: 40), by: "unfinished-effect") == [])
    #expect(Lint.findings(in: trying(inBlocks: 40), by: "decision-in-effect") == [])
  }
}

@Suite("Decisions of effects")
struct EffectDecisionTests {
  @Test(
    "a choice by `? :` is made by all that stands before it, up to an assignment",
    arguments: [
      "useCache && isFresh ? load() : fetch()", "let value = useCache || !isFresh ? 1 : 2",
      "value = useCache == isFresh ? 1 : 2",
    ])
  func ternary(choice: String) {
    let found = Lint.findings(in: pure("identity", running: choice), by: "decision-in-effect")
    #expect(found.count == 1)
    #expect(found.first?.message.contains("decides by `useCache`") == true)
  }

  @Test("what is assigned to is no part of it")
  func assigned() {
    let code = "useCache = isFresh ? true : false"
    #expect(Lint.findings(in: pure("identity", running: code), by: "decision-in-effect") == [])
  }
}

@Suite("The machine of a finding")
struct FindingMachineTests {
  @Test("of several types of one name it is the one around the code")
  func nested() {
    let login = """
      struct Login: StateMachine {
        enum State { case idle, done }
        enum Input { case start }
        enum IOEffect { case log }
        enum IOResult { case logged }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          Task { await Log.flush() }
          return nextState(.done)
        }
        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
          nextState(.idle)
        }
      }
      """
    let found = Lint.findings(
      in: "\(login)\nenum Shop { \(login) }\nextension Shop { enum Till { \(login) } }",
      by: "impure-transition")
    #expect(found.map(\.machine) == ["App.Login", "App.Shop.Login", "App.Shop.Till.Login"])
  }
}

@Suite("Stores in tests")
struct TestedFeatureTests {
  @Test("the feature is the one that the closure makes, whatever its state holds")
  func closureDecides() {
    let source =
      "import Testing\n" + feature("Account") + feature("Home", state: "var account: Account.State")
        + """
        @Test func tap() {
          let store = Store(initialState: Home.State(account: Account.State())) {
            Home()._printChanges()
          }
          store.send(.tapped)
        }
        """
    let found = Lint.findings(in: source, by: "store-in-test")
    #expect(found.map(\.machine) == ["App.Home"])
  }
}

@Suite("Parts of a view with a store")
struct StoreViewPartTests {
  private func message(extending name: String) -> [String?] {
    let source =
      feature()
        + """
        @ObservableState struct Title {}
        enum Home {
          struct Row: View {
            let store: StoreOf<Counter>
            var body: some View { content }
          }
        }
        struct Row {}
        extension \(name) {
          var content: some View { WithViewStore(store, observe: { $0 }) { Text($0.title) } }
        }
        """
    return Lint.findings(in: source, by: "with-view-store").map(\.machine)
  }

  @Test("an extension belongs to the type of its whole path")
  func wholePath() {
    #expect(message(extending: "Home.Row") == ["App.Counter"])
    #expect(message(extending: "Row") == [nil])
  }
}

@Suite("What findings say")
struct FindingWordsTests {
  @Test(
    "a wrapper in a state is told where it belongs",
    arguments: [
      ("@Published", "which belongs to classes that conform to `ObservableObject`"),
      ("@AppStorage(\"count\")", "which tells only a view when the value changes"),
      ("@State", "which works in views only"),
    ])
  func wrapper(written: String, reason: String) {
    let found = Lint.findings(
      in: feature(state: "\(written) var count = 0"), by: "view-state-in-reducer")
    #expect(found.count == 1)
    #expect(found.first?.message.hasSuffix(reason) == true)
  }

  @Test(
    "what the system is asked is named as it is written",
    arguments: [
      ("Locale.autoupdatingCurrent", "`Locale.autoupdatingCurrent`"),
      ("TimeZone.current", "`TimeZone.current`"), ("Int.random(in: 1...6)", "`Int.random(in:)`"),
      ("Bool.random()", "`Bool.random()`"), ("state.cards.shuffled()", "`state.cards.shuffled()`"),
    ])
  func question(code: String, words: String) {
    let found = Lint.findings(
      in: feature("Counter", "state.value = \(code)"), by: "nondeterminism-in-reducer")
    #expect(found.count == 1)
    #expect(found.first?.message.contains(words) == true)
  }

  @Test("a block that runs later is replaced by an effect that sleeps, a sleep by a clock's")
  func clock() {
    let later = Lint.findings(
      in: feature("Counter", "DispatchQueue.main.asyncAfter(deadline: .now() + 1) { refresh() }"),
      by: "uncontrolled-clock")
    #expect(later.first?.remedy.contains("return a `.run` that awaits `clock.sleep(for:)`") == true)
    let sleep = Lint.findings(
      in: feature("Counter", "Task { try await Task.sleep(for: .seconds(1)) }"),
      by: "uncontrolled-clock")
    #expect(sleep.first?.remedy.hasSuffix("and write `clock.sleep(for:)`") == true)
  }
}
