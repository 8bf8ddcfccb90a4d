/// The value that a task returned, or the error that it threw.
public enum TaskResult<Success: Sendable>: Sendable {
  case success(Success)
  case failure(any Error)

  /// Runs a task and keeps what came of it.
  public init(catching body: @Sendable () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  /// - Throws: The error of a failure.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): value
      case .failure(let error): throw error
      }
    }
  }
}

/// Two failures are equal where their errors are: by `==` if they have it, else by type and text.
extension TaskResult: Equatable where Success: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let lhs), .success(let rhs)): lhs == rhs
    case (.failure(let lhs), .failure(let rhs)): isEqual(lhs, rhs)
    case (.success, .failure), (.failure, .success): false
    }
  }

  private static func isEqual(_ lhs: any Error, _ rhs: any Error) -> Bool {
    if let lhs = lhs as? any Equatable { return isEqual(lhs, to: rhs) }
    return type(of: lhs) == type(of: rhs) && String(describing: lhs) == String(describing: rhs)
  }

  private static func isEqual<Value: Equatable>(_ lhs: Value, to rhs: any Error) -> Bool {
    rhs as? Value == lhs
  }
}
