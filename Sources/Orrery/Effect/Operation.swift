/// The tree of work inside an effect.
@usableFromInline
package enum Operation<Action: Sendable>: Sendable {
  case none
  case send(Action)
  case run(EffectRun<Action>)
  case cancel(Cancellation)
  case merge([Self])
  case concatenate([Self])

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The leaves in the order in which they are written.
  package var runs: [EffectRun<Action>] {
    switch self {
    case .none, .send, .cancel: []
    case .run(let run): [run]
    case .merge(let operations), .concatenate(let operations): operations.flatMap(\.runs)
    }
  }

  /// The same work with other actions; an action that becomes nothing is a failed run.
  func map<Other>(
    _ transform: @escaping @Sendable (Action) -> Other?
  ) -> Operation<Other> {
    switch self {
    case .none: .none
    case .send(let action): transform(action).map { .send($0) } ?? .run(.unmapped(action))
    case .run(let run): .run(run.map(transform))
    case .cancel(let cancellation): .cancel(cancellation)
    case .merge(let operations): .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.map(transform) })
    }
  }

  /// The same work with other leaves.
  func mapRuns(_ transform: (EffectRun<Action>) -> EffectRun<Action>) -> Self {
    switch self {
    case .none, .send, .cancel: self
    case .run(let run): .run(transform(run))
    case .merge(let operations): .merge(operations.map { $0.mapRuns(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.mapRuns(transform) })
    }
  }
  /// The same work, where leaves belong to other machines.
  func mapOwners(_ transform: (Route?) -> Route?) -> Self {
    switch self {
    case .none, .send: return self
    case .run(var run):
      run.owner = transform(run.owner)
      return .run(run)
    case .cancel(var cancellation):
      cancellation.owner = transform(cancellation.owner)
      return .cancel(cancellation)
    case .merge(let operations): return .merge(operations.map { $0.mapOwners(transform) })
    case .concatenate(let operations):
      return .concatenate(operations.map { $0.mapOwners(transform) })
    }
  }
}

/// Ends what runs under an id.
@usableFromInline
package struct Cancellation: Sendable {
  let id: Identity
  /// The machine that asked for it; nothing before a machine has claimed it.
  var owner: Route?
}
