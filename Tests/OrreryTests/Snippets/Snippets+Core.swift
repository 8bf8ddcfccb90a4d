extension Snippet {
  static let core: [Snippet] = [
    Snippet(
      number: 1,
      title: "StateMachine Protocol",
      text: #"""
        protocol StateMachine : Reducer {
            associatedtype Input : Sendable
            associatedtype IOEffect : Sendable
            associatedtype IOResult : Sendable
            typealias IOResultStream = AsyncStream<IOResult>

            typealias Transition = (State?, IOEffect?)

            static func reduceInput(_ state: State, _ input: Input) -> Transition
            static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition
            func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream
        }
        """#
    ),
    Snippet(
      number: 2,
      title: "Why Static vs Instance Methods",
      verdict: .refused(
        #"expected expression path in Swift key path"#,
        why: #"a key path is spelled `\\.` with two backslashes; and it leaves out code with `...`"#
      ),
      text: #"""
        struct MyFeature : StateMachine {
            @Dependency(\\.locationManager) var locationManager  // Available in runIOEffect
            let apiService: any APIService                      // Available in runIOEffect

            // Static = pure, no dependencies access
            static func reduceInput(_ state: State, _ input: Input) -> Transition { ... }

            // Instance = can access dependencies for side effects
            func runIOEffect(_ ioEffect: IOEffect) -> EffectSequence {
                AsyncStream { continuation in
                    Task {
                        _ = await apiService.fetchData()  // ✅ Can access instance properties
                        continuation.finish()
                    }
                }
            }
        }
        """#
    ),
    Snippet(
      number: 3,
      title: "StateMachineEventConvertible Protocol",
      text: #"""
        protocol StateMachineEventConvertible {
            associatedtype Input
            associatedtype IOResult

            static func input(_: Input) -> Self
            static func ioResult(_: IOResult) -> Self
            static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>?
        }
        """#
    ),
    Snippet(
      number: 4,
      title: "StateMachineEventConvertible Protocol",
      before: #"""
        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle }
          enum Input { case tap }
        """#,
      after: #"""
          enum IOEffect { case fetch }
          enum IOResult { case done }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }
        }
        """#,
      context: #"""
        struct ChildFeature: Reducer {
          struct State {}
          enum Action { case tap }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """#,
      text: #"""
        enum Action: StateMachineEventConvertible {
            case input(Input)
            case ioResult(IOResult)
            case childAction(ChildFeature.Action)  // Non-SM reducer

            static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>? {
                switch action {
                case .input(let input): .input(input)
                case .ioResult(let result): .ioResult(result)
                case .childAction: nil  // Handled separately
                }
            }
        }
        """#
    ),
    Snippet(
      number: 5,
      title: "Transition Helpers",
      text: #"""
        extension StateMachine {
            static var undefined: Transition { (nil, nil) }
            static var identity: Transition { (nil, nil) }
            static func nextState(_ state: State) -> Transition { (state, nil) }
            static func run(_ effect: IOEffect) -> Transition { (nil, effect) }
            static func transition(_ state: State, effect: IOEffect) -> Transition { (state, effect) }
            static func unsafe(_ action: @escaping () -> Void) -> Transition { action(); return (nil, nil) }
        }
        """#
    ),
    Snippet(
      number: 6,
      title: "@StateMachine Macro",
      verdict: .refused(
        #"expected 'func' keyword in operator function declaration"#,
        why: #"it leaves out code with `...`"#),
      text: #"""
        @StateMachine
        struct MyFeature: StateMachine {
            struct State { ... }
            enum Input { ... }
            enum IOResult { ... }
            // No need for: typealias Action = StateMachineEvent<Input, IOResult>
        }
        """#
    ),
    Snippet(
      number: 7,
      title: "@StateMachine Macro",
      before: #"""
        struct Feature: StateMachine {
          enum State { case idle }
          enum Input { case tap }
        """#,
      after: #"""
          enum IOEffect { case fetch }
          enum IOResult { case done }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }
        }
        """#,
      text: #"""
        typealias Action = StateMachineEvent<Input, IOResult>
        """#
    ),
  ]
}
