import Orrery
import Testing

private struct Facts: DependencyKey {
  var fetch: @Sendable (Int) -> String

  static let liveValue = Facts { "live \($0)" }
  static let testValue = Facts { "test \($0)" }
}

extension DependencyValues {
  fileprivate var facts: Facts {
    get { self[Facts.self] }
    set { self[Facts.self] = newValue }
  }
}

/// Asks for a fact, in the older form of an effect with one result.
@StateMachine
private struct Asker: StateMachine {
  enum State: Equatable {
    case idle
    case known(String)
  }
  enum Input: Equatable { case ask }
  enum IOEffect: Equatable {
    case fetch(Int)
    case forget
  }
  enum IOResult: Equatable { case fetched(String) }

  @Dependency(\.facts) var facts

  static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.fetch(7)) }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch ioResult {
    case .fetched(let fact): transition(.known(fact), .forget)
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
    switch ioEffect {
    case .fetch(let number): .fetched(facts.fetch(number))
    case .forget: nil
    }
  }
}

@Suite("Dependencies")
struct DependencyTests {
  @Test("have their live value in the running program, and an effect may give one result or none")
  func live() async {
    let store = Store(initialState: Asker.State.idle) { Asker() }
    store.send(.input(.ask))
    #expect(await eventually { store.state == .known("live 7") && store.runningEffects.isEmpty })
  }

  @Test("are set for a store, and reach the effects of its machines")
  func overridden() async {
    let store = Store(initialState: Asker.State.idle) {
      Asker()
    } withDependencies: {
      $0.facts = Facts { "seven is \($0)" }
    }
    store.send(.input(.ask))
    #expect(await eventually { store.state == .known("seven is 7") })
  }

  @Test("have their test value in a test")
  func test() async {
    let store = Store(initialState: Asker.State.idle) {
      Asker()
    } withDependencies: {
      $0.context = .test
    }
    store.send(.input(.ask))
    #expect(await eventually { store.state == .known("test 7") })
  }

  @Test("that are set where they are used win")
  func nearest() async {
    let asker = Asker()
    let result = await withDependencies {
      $0.facts = Facts { _ in "near" }
    } operation: {
      await asker.runIOEffect(.fetch(1))
    }
    #expect(result == .fetched("near"))
  }

  @Test("are set for a runtime, which takes inputs as they are")
  func runtime() async {
    let asker = Runtimes.make(initialState: .idle) {
      Asker()
    } withDependencies: {
      $0.facts = Facts { _ in "made" }
    }
    asker.send(.ask)
    #expect(await eventually { asker.state == .known("made") })
    let other: Runtime<Asker> = .make(initialState: .known("before")) { Asker() }
    #expect(other.state == .known("before"))
  }
}
