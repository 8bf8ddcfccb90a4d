extension Snippet {
  static let principles: [Snippet] = [
    Snippet(
      number: 20,
      title: "1. Effect Abstraction",
      before: #"""
        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle }
          enum Input { case tap }
          let api: API
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
        """#,
      after: #"""
        }
        """#,
      context: #"""
        struct Token {}
        struct Profile {}
        enum NetworkError: Error { case network(any Error) }
        struct API {
          func login(_ name: String, _ password: String) async throws -> Token { Token() }
          func fetchProfile() async throws -> Profile { Profile() }
        }
        """#,
      text: #"""
        enum IOEffect {
            case authenticate(username: String, password: String)
        }

        enum IOResult {
            case loginResponse(Result<Token, NetworkError>)
            case profileResponse(Result<Profile, NetworkError>)
        }

        func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            switch effect {
            case let .authenticate(username, password):
                return AsyncStream { continuation in
                    Task {
                        // Pure IO: execute requests and surface outcomes, no branching
                        do {
                            let token = try await api.login(username, password)
                            continuation.yield(.loginResponse(.success(token)))
                        } catch {
                            continuation.yield(.loginResponse(.failure(.network(error))))
                        }

                        do {
                            let profile = try await api.fetchProfile()
                            continuation.yield(.profileResponse(.success(profile)))
                        } catch {
                            continuation.yield(.profileResponse(.failure(.network(error))))
                        }

                        continuation.finish()
                    }
                }
            }
        }
        """#
    ),
    Snippet(
      number: 21,
      title: "2. State-Driven Cancellation",
      before: #"""
        @StateMachine
        struct Feature: StateMachine {
          enum State { case loading(query: String) }
          enum Input { case search(String) }
          enum IOEffect { case search(String) }
          enum IOResult { case found }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream { .single { .found } }
        """#,
      after: #"""
        }
        """#,
      text: #"""
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.loading, .search(let newQuery)):
                // Previous search implicitly cancelled by state change
                return transition(.loading(query: newQuery), effect: .search(newQuery))
            }
        }
        """#
    ),
    Snippet(
      number: 22,
      title: "3. Multi-Step Operations as State Phases",
      context: #"""
        struct Token {}
        struct User {}
        struct Post {}
        """#,
      text: #"""
        enum State {
            case ready
            case authenticating
            case fetchingUser(token: Token)
            case fetchingPosts(user: User, token: Token)
            case complete(user: User, posts: [Post])
            case failed(Error)
        }
        """#
    ),
    Snippet(
      number: 23,
      title: "4. Deterministic Error Handling",
      imports: ["Foundation", "Orrery"],
      before: #"""
        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle }
          enum Input { case tap }
          enum IOEffect { case load }
        """#,
      after: #"""
        }
        """#,
      context: #"""
        enum NetworkError: Error {}
        enum DatabaseError: Error {}
        """#,
      verdict: .refused(
        #"expected '{' in body of function declaration"#,
        why: #"its last line shows what not to write, and has no body"#),
      text: #"""
        enum IOResult {
            case dataLoaded(Result<Data, NetworkError>)
            case userSaved(Result<Void, DatabaseError>)
        }

        // Never:
        func runIOEffect(_ effect: IOEffect) throws -> EffectSequence  // ❌
        """#
    ),
    Snippet(
      number: 24,
      title: "5. Decision Logic in Reducers",
      verdict: .refused(
        #"'case' label can only appear inside a 'switch' statement"#,
        why: #"it declares parts of functions, once wrong and once right"#),
      text: #"""
        // Wrong: Logic in IO
        func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            switch effect {
            case .fetchData(let useCache):
                // if useCache && cache.hasData {  // ❌ Decision in IO
                //     yield .dataFetched(cache.data)
                // }
                return AsyncStream { continuation in
                    continuation.finish()
                }
            }
        }

        // Correct: Logic in reducer
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            case .load:
                if state.cacheValid {
                    return nextState(.loaded(state.cachedData))  // ✅ Pure decision
                } else {
                    return transition(.loading, effect: .fetchFreshData)
                }
        }
        """#
    ),
    Snippet(
      number: 25,
      title: "Standard Body Implementation",
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
      text: #"""
        var body: some Reducer<State, Action> {
            Reduce { state, action in
                let transition = Self.reduce(state, action)
                return apply(transition, to: &state)
            }
        }
        """#
    ),
    Snippet(
      number: 26,
      title: "Composed with Child Reducers",
      before: #"""
        @StateMachine
        struct Feature: StateMachine {
        """#,
      after: #"""
          enum IOEffect { case fetch }
          enum IOResult { case done }
          static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream { .none() }
        }
        """#,
      verdict: .refused(
        #"expected expression path in Swift key path"#,
        why: #"a key path is spelled `\\.` with two backslashes, and a tuple has no `map`"#),
      text: #"""
        var body: some Reducer<State, Action> {
            // Child reducer scope
            Scope(state: \\.mapState, action: \\.mapAction) {
                MapFeature()
            }

            // Handle child interactions (can produce child effects)
            Reduce { state, action in
                switch action {
                case .input(let input):
                    Self.reduceInput(state, input).map(Action.mapAction)
                case .ioResult(let ioResult):
                    Self.reduceIOResult(state, ioResult).map(Action.mapAction)
                case .mapAction(let mapAction):
                    reduceMapEvent(state, mapAction).map(Action.mapAction)
                }
            }

            // StateMachine logic (produces IO effects)
            Reduce { state, action in
                let transition = Self.reduce(state, action)
                return apply(transition, to: &state)
            }
        }
        """#
    ),
  ]
}
