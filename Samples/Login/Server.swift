/// What the server gives for a right password.
struct Token: Hashable, Sendable {
  var value: String
}

struct User: Hashable, Sendable {
  var name: String
}

/// Why the server gave no answer, or a bad one.
enum ServerError: Error, Hashable {
  case wrongPassword
  case unreachable
}

/// A server that knows one user, and whose line breaks on its first posts.
actor Server {
  private var postsAreReachable = false

  func authenticate(name: String, password: String) -> Result<Token, ServerError> {
    name == "ada" && password == "engine"
      ? .success(Token(value: "token")) : .failure(.wrongPassword)
  }

  func user(of token: Token) -> Result<User, ServerError> { .success(User(name: "ada")) }

  func posts(of user: User, with token: Token) -> Result<[String], ServerError> {
    defer { postsAreReachable = true }
    return postsAreReachable
      ? .success(["Notes on the Analytical Engine"]) : .failure(.unreachable)
  }

  func revoke(_ token: Token) {}
}
