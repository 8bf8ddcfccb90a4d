import Testing

@Suite("What the compiler says to a mistake", .serialized)
struct MisuseTests {
  private func errors(_ program: String) async throws -> [String] {
    try await Compiler.errors(in: [("Program.swift", "import Orrery\n" + program)])
      .filter { $0 != "error: the compiler failed" }
  }

  private func machine(_ method: String) -> String {
    """
    @StateMachine
    struct Lamp: StateMachine {
      enum State { case off }
      enum Input { case press }
      enum IOEffect { case heat }
      enum IOResult { case heated }
      static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.heat) }
      static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
      \(method)
    }
    """
  }

  @Test("Either form of `runIOEffect` will do")
  func either() async throws {
    let stream = "func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }"
    let single = "func runIOEffect(_ effect: IOEffect) async -> IOResult? { .heated }"
    #expect(try await errors(machine(stream)) == [])
    #expect(try await errors(machine(single)) == [])
  }

  @Test("A machine that implements neither form of `runIOEffect` is told to")
  func neither() async throws {
    #expect(
      try await errors(machine("")).contains(
        """
        Program.swift:3: unavailable instance method 'runIOEffect' was used to satisfy a \
        requirement of protocol 'StateMachine': nothing runs the effects of this machine. To fix, \
        implement 'func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream', or 'func \
        runIOEffect(_ ioEffect: IOEffect) async -> IOResult?' for effects with one result at most, \
        or declare 'typealias IOEffect = Never'
        """))
  }

  @Test("A machine that composes effects and has no runner is told which protocol it lacks")
  func runner() async throws {
    let machine = """
      @StateMachine
      @EffectComposition
      struct Lamp: StateMachine {
        enum State { case off }
        enum Input { case press }
        enum IOEffect { case heat }
        enum IOResult { case heated }
        static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.heat) }
        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
      }
      """
    let said = try await errors(machine)
    #expect(said.count == 1)
    #expect(
      said.first?.hasSuffix("'Lamp' does not conform to specified type 'Lamp.EffectRunner'") == true
    )
    let runner = """

      extension Lamp: Lamp.EffectRunner {
        func runHeat() -> IOResultStream { .none() }
      }
      """
    #expect(try await errors(machine + runner) == [])
  }

  @Test("A reducer that reaches for a dependency is refused")
  func purity() async throws {
    let impure = """
      let count: Int
      static func help() -> Int { count }
      func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }
      """
    #expect(
      try await errors(machine(impure)) == [
        "Program.swift:11: instance member 'count' cannot be used on type 'Lamp'"
      ])
  }

  @Test("A forward to a case that does not exist is an error at the user's own line")
  func forward() async throws {
    let parent = """

      @StateMachine
      @ComposableStateMachine
      struct Box: StateMachine {
        struct State { @NestedState var lamp = Lamp.State.off }
        enum Input {
          @Forward(Lamp.Input.pull)
          case pull
        }
        typealias IOEffect = Never
        typealias IOResult = Never
        static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
      }
      """
    let run = "func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }"
    #expect(
      try await errors(machine(run) + parent).first
        == "Program.swift:17: type 'Lamp.Input' has no member 'pull'")
  }

  @Test("A child with a computed state is named by the machine")
  func nestedFeature() async throws {
    let parent = """

      @StateMachine
      @ComposableStateMachine
      @NestedFeature(Lamp.self, state: \\.derived)
      struct Box: StateMachine {
        struct State {
          var level = 0
          var derived: Lamp.State {
            get { .off }
            set { level += 1 }
          }
        }
        enum Input {
          @Forward(Lamp.Input.press)
          case press
        }
        typealias IOEffect = Never
        enum IOResult {
          @Forward(Lamp.IOResult.self)
          case lamp(Lamp.IOResult)
        }
        static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
      }
      """
    let run = "func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }"
    #expect(try await errors(machine(run) + parent) == [])
  }
}
