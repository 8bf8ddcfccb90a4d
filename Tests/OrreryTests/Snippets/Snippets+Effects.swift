extension Snippet {
  static let effects: [Snippet] = [
    Snippet(
      number: 8,
      title: "ComposableEffect Macro",
      before: #"""
        @StateMachine
        @EffectComposition
        struct Feature: StateMachine {
          struct State { var count = 0 }
          enum Input { case numberFactButtonTapped }
          enum IOResult { case done }
        """#,
      after: #"""
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }

        extension Feature: Feature.EffectRunner {
          func runFetch(_ value: Int) -> IOResultStream { .none() }
          func runPrint(_ value: Int) -> IOResultStream { .none() }
        }
        """#,
      text: #"""
        @ComposableEffect
        enum IOEffect {
            case fetch(Int)
            case print(Int)
        }

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .numberFactButtonTapped:
                run(.concat(
                    .fetch(state.count),
                    .merge(
                        .print(state.count),
                        .print(state.count * 2)
                    )
                ))
            }
        }
        """#
    ),
    Snippet(
      number: 9,
      title: "EffectComposition Macro",
      imports: ["Foundation", "FoundationNetworking", "Orrery"],
      text: #"""
        @StateMachine
        @EffectComposition
        struct Feature: StateMachine {
            struct State: Equatable { var count = 0 }
            enum Input { case tap }

            // @ComposableEffect is auto-applied by @EffectComposition
            enum IOEffect {
                case fetch(Int)
                case log(Int)
            }

            typealias IOResult = TaskResult<String>

            static func reduceInput(_ state: State, _ input: Input) -> Transition {
                // Composition stays ergonomic in reducers.
                run(.concat(
                    .merge(.log(state.count), .log(state.count * 2)),
                    .fetch(state.count)
                ))
            }

            static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
                nextState(state) // handle result normally
            }
        }

        // The macro synthesizes Feature.EffectRunner; implement one method per IOEffect case.
        extension Feature: Feature.EffectRunner {
            func runFetch(_ value: Int) -> IOResultStream {
                IOResultStream { continuation in
                    let task = Task {
                        do {
                            let (data, _) = try await URLSession.shared
                                .data(from: URL(string: "https://numbersapi.com/\(value)/trivia")!)
                            continuation.yield(.success(String(decoding: data, as: UTF8.self)))
                        } catch {
                            continuation.yield(.failure(error))
                        }
                        continuation.finish()
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            }

            func runLog(_ value: Int) -> IOResultStream {
                IOResultStream { continuation in
                    continuation.yield(.success("log: \(value)"))
                    continuation.finish()
                }
            }
        }
        """#
    ),
    Snippet(
      number: 10,
      title: "EffectComposition Macro",
      verdict: .refused(
        #"invalid redeclaration of 'Feature'"#,
        why: #"it declares `Feature` twice, and leaves out code with comments"#),
      text: #"""
        // BEFORE: manual plumbing, no composition helpers
        @ComposableEffect
        enum IOEffect { case fetch(Int), log(Int) }

        struct Feature: StateMachine {
            // ... State, Input, IOResult, Action

            static func reduceInput(_ state: State, _ input: Input) -> Transition {
                // Must return plain IOEffect (no merge/concat helpers)
                run(.fetch(state.count))
            }

            func runIOEffect(_ effect: IOEffect) async -> IOResult? {
                switch effect {
                case .fetch(let value): /* fetch + map to IOResult */
                case .log(let value): /* log */; return nil
                }
            }
        }

        // AFTER: composable, macro-generated reducer + dispatcher
        @EffectComposition
        struct Feature: StateMachine {
            // ... State, Input, IOResult, Action
            @ComposableEffect enum IOEffect { case fetch(Int), log(Int) }

            static func reduceInput(_ state: State, _ input: Input) -> Transition {
                // Can compose freely
                run(.concat(.log(state.count), .fetch(state.count)))
            }
        }

        extension Feature: Feature.EffectRunner {
            func runFetch(_ value: Int) -> IOResultStream { /* fetch */ }
            func runLog(_ value: Int) -> IOResultStream { /* log */ }
        }
        """#
    ),
  ]
}
