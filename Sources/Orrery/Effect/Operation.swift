import OrreryTrace
import Synchronization

/// The tree of work inside an effect.
package enum Operation<Action: Sendable>: Sendable {
  case none
  case send(Action)
  case run(EffectRun<Action>)
  case merge([Self])
  case concatenate([Self])

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The leaves in the order in which they are written.
  package var runs: [EffectRun<Action>] {
    switch self {
    case .none, .send: []
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
    case .send(let action): transform(action).map { .send($0) } ?? .run(.unmapped(name: "send"))
    case .run(let run): .run(run.map(transform))
    case .merge(let operations): .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.map(transform) })
    }
  }

  /// The same work of other machines.
  func owned(by owner: (Route?) -> Route?) -> Self {
    switch self {
    case .none, .send: return self
    case .run(var run):
      run.owner = owner(run.owner)
      return .run(run)
    case .merge(let operations): return .merge(operations.map { $0.owned(by: owner) })
    case .concatenate(let operations): return .concatenate(operations.map { $0.owned(by: owner) })
    }
  }
}

/// One effect at work: the leaf of an operation.
package struct EffectRun<Action: Sendable>: Sendable {
  /// Unique in the process.
  package let id: UInt64
  package let name: String
  /// The machine that started it, seen from the root; nothing before a machine has claimed it.
  package var owner: Route?
  /// Whether it replaces a running effect of the same name.
  package var replaces: Bool
  package var work: @Sendable (Send<Action>) async -> Void

  package init(
    id: UInt64 = EffectRunID.next(), name: String, owner: Route? = nil, replaces: Bool = false,
    work: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.id = id
    self.name = name
    self.owner = owner
    self.replaces = replaces
    self.work = work
  }

  /// A run that only says that what a child sends has no place in its parent.
  static func unmapped(name: String) -> Self {
    EffectRun(name: name) { send in send.fail(unmappedReason) }
  }

  func map<Other>(
    _ transform: @escaping @Sendable (Action) -> Other?
  ) -> EffectRun<Other> {
    let work = work
    return EffectRun<Other>(id: id, name: name, owner: owner, replaces: replaces) { send in
      await work(
        Send(
          deliver: { action in
            if let mapped = transform(action) { return send(mapped) }
            send.fail(unmappedReason)
          }, fail: send.fail))
    }
  }
}

private let unmappedReason = "the parent has no case for its result"

package enum EffectRunID {
  private static let last = Atomic<UInt64>(0)

  package static func next() -> UInt64 {
    last.add(1, ordering: .relaxed).newValue
  }
}
