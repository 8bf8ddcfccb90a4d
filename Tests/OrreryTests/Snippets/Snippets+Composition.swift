extension Snippet {
  static let composition: [Snippet] = [
    Snippet(
      number: 11,
      title: "ComposableStateMachine Macro",
      context: #"""
        @StateMachine
        struct CounterFeature: StateMachine {
          struct State: Equatable { var count = 0 }
          enum Input { case incrementTapped, decrementTapped }
          typealias IOEffect = Never
          typealias IOResult = Never
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine
        @EffectComposition
        struct PresetsFeature: StateMachine {
          struct State: Equatable {}
          enum Input { case loadButtonTapped, saveButtonTapped(count: Int, fact: String) }
          enum IOEffect { case load }
          enum IOResult { case loaded }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.load) }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }

        extension PresetsFeature: PresetsFeature.EffectRunner {
          func runLoad() -> IOResultStream { .single { .loaded } }
        }
        """#,
      text: #"""
        @StateMachine
        @ComposableStateMachine
        @EffectComposition
        struct ParentFeature: StateMachine {
            @ObservableState
            struct State: Equatable {
                var parentData: String?
                @NestedState var counter = CounterFeature.State()
                @NestedState var presets = PresetsFeature.State()
            }

            enum Input: Sendable {
                case parentButtonTapped

                @Forward(CounterFeature.Input.incrementTapped)
                case counterIncrement

                @Forward(CounterFeature.Input.decrementTapped)
                case counterDecrement

                @Forward(PresetsFeature.Input.loadButtonTapped)
                case presetsLoad

                // Associated values are automatically forwarded
                @Forward(PresetsFeature.Input.saveButtonTapped)
                case presetsSave(count: Int, fact: String)
            }

            enum IOEffect: Sendable {
                case fetchData
            }

            enum IOResult: Sendable {
                case dataResult(TaskResult<String>)

                // Whole enum forwarding - receives all child IOResults
                @Forward(PresetsFeature.IOResult.self)
                case presetsResult(PresetsFeature.IOResult)
            }

            static func reduceInput(_ state: State, _ input: Input) -> Transition {
                switch input {
                case .parentButtonTapped:
                    run(.fetchData)
                case .counterIncrement, .counterDecrement:
                    identity  // Automatically forwarded to CounterFeature
                case .presetsLoad, .presetsSave:
                    identity  // Automatically forwarded to PresetsFeature
                }
            }

            static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
                switch ioResult {
                case .dataResult(.success(let data)):
                    nextState(withVar(state, \.parentData, data))
                case .dataResult(.failure):
                    identity
                case .presetsResult:
                    identity  // Automatically forwarded to PresetsFeature
                }
            }
        }

        extension ParentFeature: ParentFeature.EffectRunner {
            func runFetchData() -> IOResultStream {
                .single { .dataResult(.success("data")) }
            }
        }
        """#
    ),
    Snippet(
      number: 12,
      title: "ComposableStateMachine Macro",
      imports: ["Orrery"],
      verdict: .refused(
        #"cannot find type 'View' in scope"#,
        why: #"SwiftUI exists on Apple systems only"#),
      text: #"""
        struct ParentView: View {
            let store: StoreOf<ParentFeature>

            var body: some View {
                Form {
                    // No nested action cases!
                    Button("Increment") { store.send(.input(.counterIncrement)) }
                    Button("Decrement") { store.send(.input(.counterDecrement)) }
                    Button("Load Presets") { store.send(.input(.presetsLoad)) }
                    Button("Save") {
                        store.send(.input(.presetsSave(count: store.counter.count, fact: "test")))
                    }
                }
            }
        }
        """#
    ),
    Snippet(
      number: 13,
      title: "Markers",
      context: #"""
        @StateMachine
        struct CounterFeature: StateMachine {
          struct State: Equatable { var count = 0 }
          enum Input { case incrementTapped, decrementTapped }
          typealias IOEffect = Never
          typealias IOResult = Never
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine
        @EffectComposition
        struct PresetsFeature: StateMachine {
          struct State: Equatable {}
          enum Input { case loadButtonTapped, saveButtonTapped(count: Int, fact: String) }
          enum IOEffect { case load }
          enum IOResult { case loaded }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.load) }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }

        extension PresetsFeature: PresetsFeature.EffectRunner {
          func runLoad() -> IOResultStream { .single { .loaded } }
        }
        """#,
      text: #"""
        struct State {
            @NestedState var counter: CounterFeature.State
            @NestedState var presets: PresetsFeature.State
        }
        """#
    ),
    Snippet(
      number: 14,
      title: "Markers",
      before: #"""
        struct State {
        """#,
      after: #"""
        }
        """#,
      context: #"""
        @StateMachine
        struct CounterFeature: StateMachine {
          struct State: Equatable { var count = 0 }
          enum Input { case incrementTapped, decrementTapped }
          typealias IOEffect = Never
          typealias IOResult = Never
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine
        @EffectComposition
        struct PresetsFeature: StateMachine {
          struct State: Equatable {}
          enum Input { case loadButtonTapped, saveButtonTapped(count: Int, fact: String) }
          enum IOEffect { case load }
          enum IOResult { case loaded }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.load) }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }

        extension PresetsFeature: PresetsFeature.EffectRunner {
          func runLoad() -> IOResultStream { .single { .loaded } }
        }
        """#,
      verdict: .refused(
        #"invalid redeclaration of 'counter'"#,
        why: #"it shows two spellings of one property; each compiles alone"#),
      text: #"""
        @NestedState var counter = CounterFeature.State()  // ✅ Inferred
        @NestedState var counter: CounterFeature.State    // ✅ Explicit
        """#
    ),
    Snippet(
      number: 15,
      title: "Markers",
      before: #"""
        enum Parent {
        """#,
      after: #"""
        }
        """#,
      context: #"""
        @StateMachine
        struct CounterFeature: StateMachine {
          struct State: Equatable { var count = 0 }
          enum Input { case incrementTapped, decrementTapped }
          typealias IOEffect = Never
          typealias IOResult = Never
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine
        @EffectComposition
        struct PresetsFeature: StateMachine {
          struct State: Equatable {}
          enum Input { case loadButtonTapped, saveButtonTapped(count: Int, fact: String) }
          enum IOEffect { case load }
          enum IOResult { case loaded }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.load) }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }

        extension PresetsFeature: PresetsFeature.EffectRunner {
          func runLoad() -> IOResultStream { .single { .loaded } }
        }
        """#,
      text: #"""
        enum Input {
            // No associated values
            @Forward(CounterFeature.Input.incrementTapped)
            case counterIncrement

            // With associated values - labels are preserved
            @Forward(PresetsFeature.Input.saveButtonTapped)
            case presetsSave(count: Int, fact: String)
        }

        enum IOResult {
            // Whole enum forwarding - receives all child IOResults
            @Forward(PresetsFeature.IOResult.self)
            case presetsResult(PresetsFeature.IOResult)
        }
        """#
    ),
    Snippet(
      number: 16,
      title: "Generated Code",
      before: #"""
        @StateMachine
        struct Parent: StateMachine {
          struct State {
            var counter = CounterFeature.State()
            var presets = PresetsFeature.State()
          }
          enum Input {
            case counterIncrement, counterDecrement, presetsLoad, presetsSave(count: Int, fact: String)
          }
          enum IOResult { case presetsResult(PresetsFeature.IOResult), other }
          typealias IOEffect = Never
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        """#,
      after: #"""
        }
        """#,
      context: #"""
        @StateMachine
        struct CounterFeature: StateMachine {
          struct State: Equatable { var count = 0 }
          enum Input { case incrementTapped, decrementTapped }
          typealias IOEffect = Never
          typealias IOResult = Never
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine
        @EffectComposition
        struct PresetsFeature: StateMachine {
          struct State: Equatable {}
          enum Input { case loadButtonTapped, saveButtonTapped(count: Int, fact: String) }
          enum IOEffect { case load }
          enum IOResult { case loaded }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.load) }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }

        extension PresetsFeature: PresetsFeature.EffectRunner {
          func runLoad() -> IOResultStream { .single { .loaded } }
        }
        """#,
      text: #"""
        // Generated by @ComposableStateMachine
        @ReducerBuilder<State, Action>
        var nestedBody: some Reducer<State, Action> {
            NestedStateMachine<State, Action, CounterFeature>(
                state: \.counter,
                toChildAction: { (action: Action) -> CounterFeature.Action? in
                    guard case .input(let input) = action else { return nil }
                    switch input {
                    case .counterIncrement: return .input(.incrementTapped)
                    case .counterDecrement: return .input(.decrementTapped)
                    default: return nil
                    }
                },
                fromChildAction: { @Sendable (childAction: CounterFeature.Action) -> Action? in
                    nil  // CounterFeature has no IOResults
                },
                child: { CounterFeature() }
            )

            NestedStateMachine<State, Action, PresetsFeature>(
                state: \.presets,
                toChildAction: { (action: Action) -> PresetsFeature.Action? in
                    switch action {
                    case .input(let input):
                        switch input {
                        case .presetsLoad: return .input(.loadButtonTapped)
                        case .presetsSave(let count, let fact):
                            return .input(.saveButtonTapped(count: count, fact: fact))
                        default: return nil
                        }
                    case .ioResult(let ioResult):
                        switch ioResult {
                        case .presetsResult(let childResult): return .ioResult(childResult)
                        default: return nil
                        }
                    }
                },
                fromChildAction: { @Sendable (childAction: PresetsFeature.Action) -> Action? in
                    switch childAction {
                    case .ioResult(let result): return .ioResult(.presetsResult(result))
                    default: return nil
                    }
                },
                child: { PresetsFeature() }
            )
        }
        """#
    ),
    Snippet(
      number: 17,
      title: "NestedStateMachine Reducer",
      verdict: .compilesInSwift5(
        why:
          #"in that of Swift 6 what a `Reducer` holds has to be `Sendable`, because a store takes actions from any thread; the library has this type"#
      ),
      text: #"""
        public struct NestedStateMachine<ParentState, ParentAction, Child: Reducer>: Reducer {
            private let statePath: WritableKeyPath<ParentState, Child.State>
            private let toChildAction: (ParentAction) -> Child.Action?
            private let fromChildAction: @Sendable (Child.Action) -> ParentAction?
            private let child: () -> Child

            public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
                guard let childAction = toChildAction(action) else {
                    return .none
                }
                // Run child reducer and map effects back to parent
                let childEffect = child().reduce(into: &state[keyPath: statePath], action: childAction)
                return childEffect.map { fromChildAction($0)! }
            }
        }
        """#
    ),
    Snippet(
      number: 18,
      title: "Macro Orthogonality",
      verdict: .refused(
        #"does not conform to protocol"#,
        why: #"its members are left out with comments"#),
      text: #"""
        @StateMachine                // Generates Action typealias
        @ComposableStateMachine      // Generates nestedBody
        @EffectComposition      // Generates body (auto-includes nestedBody)
        struct Feature: StateMachine {
            // ... nested children with @NestedState
            // ... effects with .merge/.concat
        }
        """#
    ),
    Snippet(
      number: 19,
      title: "Macro Orthogonality",
      verdict: .refused(
        #"does not conform to protocol"#,
        why: #"its members are left out with comments"#),
      text: #"""
        @StateMachine
        @ComposableStateMachine
        struct Feature: StateMachine {
            typealias IOEffect = Never  // No parent effects
            // ... nested children forward to parent
        }
        """#
    ),
  ]
}
