/// A state of an actor model.
public protocol StateProtocol: Sendable {
  /// Whether the model rests here until the next event; an unstable state is left by itself.
  ///
  /// A model starts in a stable state.
  var isStable: Bool { get }

  /// What a trace calls the state: by default its case, found by reflection.
  ///
  /// Written out as a `switch`, it costs a recorded step less.
  var traceName: String { get }
}

extension StateProtocol {
  public var traceName: String { StateName.reflecting(self) }

  /// Stops a program that starts a model in a state that it is about to leave.
  func requireStable(toStart model: String) {
    precondition(
      isStable,
      """
      \(model) starts in the state '\(traceName)', whose isStable is false. To fix, start it in a \
      stable state, and send the event that leads to this one.
      """)
  }
}

// MARK: - Values that a view edits

extension String: StateProtocol {
  public var isStable: Bool { true }
}

extension Bool: StateProtocol {
  public var isStable: Bool { true }
}

extension Int: StateProtocol {
  public var isStable: Bool { true }
}

extension Double: StateProtocol {
  public var isStable: Bool { true }
}

extension Optional: StateProtocol where Wrapped: StateProtocol {
  public var isStable: Bool { self?.isStable ?? true }
}
