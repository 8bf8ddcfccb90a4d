extension Snippet {
  static let testing: [Snippet] = [
    Snippet(
      number: 27,
      title: "Pure Function Testing",
      imports: ["Orrery", "XCTest"],
      context: #"""
        @StateMachine
        struct Feature: StateMachine {
          enum State: Equatable { case idle, loading }
          enum Input { case load }
          enum IOEffect: Equatable { case fetchData }
          enum IOResult { case done }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .fetchData)
          }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }
        }
        """#,
      text: #"""
        func testStateTransitions() {
            // Synchronous, deterministic tests
            let result = Feature.reduceInput(.idle, .load)
            XCTAssertEqual(result.0, .loading)
            XCTAssertEqual(result.1, .fetchData)
        }
        """#
    ),
    Snippet(
      number: 28,
      title: "IO Mocking",
      context: #"""
        extension MockFeature {
          typealias Action = StateMachineEvent<Input, IOResult>
          enum State { case idle }
          enum Input { case tap }
          enum IOEffect { case fetch }
          enum IOResult { case done }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.fetch) }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        }
        """#,
      text: #"""
        struct MockFeature: StateMachine {
            let mockResults: [IOEffect: IOResult]

            func runIOEffect(_ effect: IOEffect) async -> IOResult? {
                mockResults[effect]
            }
        }
        """#
    ),
    Snippet(
      number: 29,
      title: "From TCA",
      verdict: .refused(
        #"'case' label can only appear inside a 'switch' statement"#,
        why: #"it shows parts of functions, before and after a migration"#),
      text: #"""
        // TCA Style
        case .buttonTapped:
            state.isLoading = true
            return .run { send in
                do {
                    let data = try await api.fetch()
                    await send(.dataLoaded(data))
                } catch {
                    await send(.loadFailed(error))
                }
            }

        // TCA-SM Style
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            case .buttonTapped:
                return transition(.loading, effect: .fetchData)
        }

        func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            switch effect {
            case .fetchData:
                return AsyncStream { continuation in
                    Task {
                        do {
                            let data = try await api.fetch()
                            continuation.yield(.dataFetched(data))
                        } catch {
                            continuation.yield(.fetchFailed(error))
                        }
                        continuation.finish()
                    }
                }
            }
        }

        // Migrating from single-result to stream:
        // Old: async -> IOResult?
        // New: return AsyncStream<IOResult> { continuation in
        //   if let result = oldReturnValue { continuation.yield(result) }
        //   continuation.finish()
        // }
        """#
    ),
    Snippet(
      number: 30,
      title: "From TCA to TCA-SM",
      verdict: .refused(
        #"'case' label can only appear inside a 'switch' statement"#,
        why: #"it shows parts of functions, before and after a migration"#),
      text: #"""
        // TCA Style
        case .buttonTapped:
            state.isLoading = true
            return .run { send in
                do {
                    let data = try await api.fetch()
                    await send(.dataLoaded(data))
                } catch {
                    await send(.loadFailed(error))
                }
            }

        // TCA-SM Style
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            case .buttonTapped:
                return transition(.loading, effect: .fetchData)
        }

        func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            switch effect {
            case .fetchData:
                return AsyncStream { continuation in
                    Task {
                        do {
                            let data = try await api.fetch()
                            continuation.yield(.dataFetched(data))
                        } catch {
                            continuation.yield(.fetchFailed(error))
                        }
                        continuation.finish()
                    }
                }
            }
        }
        """#
    ),
    Snippet(
      number: 31,
      title: "Resource Validation",
      verdict: .refused(
        #"'case' label can only appear inside a 'switch' statement"#,
        why: #"it shows one clause of a `switch`, and a key path with two backslashes"#),
      text: #"""
        case .purchase:
            if state.points < cost {
                return nextState(withVar(state, \\.showInsufficientPointsAlert, true))
            } else {
                return transition(
                    withVar(state, \\.points, state.points - cost),
                    effect: .completePurchase
                )
            }
        """#
    ),
    Snippet(
      number: 32,
      title: "Retry Logic",
      before: #"""
        @StateMachine
        struct Feature: StateMachine {
          enum State {
            case active(retryCount: Int)
            static func failed(_ error: any Error, retryCount: Int) -> State {
              .active(retryCount: retryCount)
            }
          }
          enum Input { case start }
          enum IOEffect { case retryRequest }
          enum IOResult { case requestFailed(any Error) }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }
        """#,
      after: #"""
        }
        """#,
      text: #"""
        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            switch (state, result) {
            case (.active(let count), .requestFailed(let error)):
                if count < 3 {
                    return transition(.active(retryCount: count + 1), effect: .retryRequest)
                } else {
                    return nextState(.failed(error, retryCount: count))
                }
            }
        }
        """#
    ),
  ]
}
