/// A value of any type that tells things apart.
package struct Identity: Hashable, @unchecked Sendable {
  // `AnyHashable` hides that what it holds is Sendable; the initialiser insists on it.
  private let value: AnyHashable
  /// The case of an enum, else the type: what a trace may say of it.
  let name: String

  init<Value: Hashable & Sendable>(_ value: Value) {
    self.value = AnyHashable(value)
    name = CaseName.of(value) ?? CaseName.ofType(Value.self)
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Effect {
  /// The same effect, which `cancel(id:)` ends.
  ///
  /// - Parameters:
  ///   - id: Known in the whole store; a case of a private enum tells features apart.
  ///   - cancelInFlight: Whether it ends what runs under the same id first.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Self {
    let id = Identity(id)
    var result = self
    result.operation = operation.mapRuns { run in
      var run = run
      run.ids.append(id)
      return run
    }
    if cancelInFlight {
      result.operation = .merge([.cancel(Cancellation(id: id)), result.operation])
    }
    return result
  }

  /// Ends all that runs under an id, and all that waits under it in a chain; nothing is no error.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(Cancellation(id: Identity(id))))
  }
}
