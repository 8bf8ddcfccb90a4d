import Orrery

/// A login in three steps, each a phase of its own, with three attempts at the password.
@StateMachine
struct LoginFeature: StateMachine {
  enum State: Equatable {
    /// The form is open. `failures` counts wrong passwords since the last login.
    case ready(failures: Int)
    /// The server checks the password.
    case authenticating(name: String, failures: Int)
    /// The password was right; the user's profile is on its way.
    case fetchingUser(token: Token)
    /// The profile is here; the posts are on their way.
    case fetchingPosts(user: User, token: Token)
    /// The user is logged in and sees the posts.
    case complete(user: User, posts: [String])
    /// The line broke after the password was accepted; no new password is needed.
    case interrupted(token: Token)
    /// Too many wrong passwords.
    case locked
  }

  enum Input: Sendable {
    case submitted(name: String, password: String)
    case retryTapped
    case cancelTapped
    case logoutTapped
  }

  enum IOEffect: Sendable {
    case authenticate(name: String, password: String)
    case fetchUser(Token)
    case fetchPosts(User, Token)
    case revoke(Token)
  }

  enum IOResult: Sendable {
    case authenticated(Result<Token, ServerError>)
    case userFetched(Result<User, ServerError>)
    case postsFetched(Result<[String], ServerError>)
  }

  static let attempts = 3

  let server: Server

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (.ready(let failures), .submitted(let name, let password)):
      transition(
        .authenticating(name: name, failures: failures),
        effect: .authenticate(name: name, password: password))
    case (.authenticating(_, let failures), .cancelTapped):
      nextState(.ready(failures: failures))
    case (.interrupted(let token), .retryTapped):
      transition(.fetchingUser(token: token), effect: .fetchUser(token))
    case (.interrupted(let token), .cancelTapped):
      transition(.ready(failures: 0), effect: .revoke(token))
    case (.complete, .logoutTapped):
      nextState(.ready(failures: 0))
    case (.locked, _):
      identity
    case (.ready, _), (.authenticating, _), (.fetchingUser, _), (.fetchingPosts, _),
      (.complete, _), (.interrupted, _):
      undefined
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.authenticating, .authenticated(.success(let token))):
      transition(.fetchingUser(token: token), effect: .fetchUser(token))
    case (.authenticating(_, let failures), .authenticated(.failure)):
      if failures + 1 < attempts {
        nextState(.ready(failures: failures + 1))
      } else {
        nextState(.locked)
      }
    case (.fetchingUser(let token), .userFetched(.success(let user))):
      transition(.fetchingPosts(user: user, token: token), effect: .fetchPosts(user, token))
    case (.fetchingPosts(let user, _), .postsFetched(.success(let posts))):
      nextState(.complete(user: user, posts: posts))
    case (.fetchingUser(let token), .userFetched(.failure)),
      (.fetchingPosts(_, let token), .postsFetched(.failure)):
      nextState(.interrupted(token: token))
    case (.ready, .authenticated):
      // The answer to a login that was cancelled.
      identity
    case (.ready, _), (.authenticating, _), (.fetchingUser, _), (.fetchingPosts, _),
      (.complete, _), (.interrupted, _), (.locked, _):
      undefined
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    switch ioEffect {
    case .authenticate(let name, let password):
      .single { .authenticated(await server.authenticate(name: name, password: password)) }
    case .fetchUser(let token):
      .single { .userFetched(await server.user(of: token)) }
    case .fetchPosts(let user, let token):
      .single { .postsFetched(await server.posts(of: user, with: token)) }
    case .revoke(let token):
      .none { await server.revoke(token) }
    }
  }
}
