import OrreryTrace

/// One effect at work: the leaf of an operation.
@usableFromInline
package struct EffectRun<Action: Sendable>: Sendable {
  /// Unique in the process.
  package let id: UInt64
  package let name: String
  /// The machine that started it, seen from the root; nothing before a machine has claimed it.
  package var owner: Route?
  /// Whether it replaces a running effect of the same name.
  package var replaces: Bool
  package var lifetime: EffectLifetime
  /// What has to hold of the state while it runs.
  package var bounds: [Bound] = []
  /// What `cancel(id:)` may call it.
  package var ids: [Identity] = []
  package var work: @Sendable (Send<Action>) async -> Void

  package init(
    id: UInt64 = EffectRunID.next(), name: String, replaces: Bool = false,
    lifetime: EffectLifetime = .untilReplaced,
    work: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.id = id
    self.name = name
    self.replaces = replaces
    self.lifetime = lifetime
    self.work = work
  }

  /// A run that only says that what a child sends has no place in its parent.
  static func unmapped(_ action: some Sendable) -> Self {
    EffectRun(name: "send") { send in send.fail(Misuse.unmapped(action)) }
  }

  func map<Other>(
    _ transform: @escaping @Sendable (Action) -> Other?
  ) -> EffectRun<Other> {
    let work = work
    var result = EffectRun<Other>(
      id: id, name: name, replaces: replaces, lifetime: lifetime
    ) { send in
      await work(
        Send(
          deliver: { action, aftermath in
            if let mapped = transform(action) { return send.deliver(mapped, aftermath) }
            send.fail(Misuse.unmapped(action))
          }, fail: send.fail))
    }
    result.owner = owner
    result.bounds = bounds
    result.ids = ids
    return result
  }
}

package enum EffectRunID {
  private static let last = AtomicValue<UInt64>(0)

  package static func next() -> UInt64 {
    last.add(1, ordering: .relaxed).newValue
  }
}

/// Hands actions of an effect back to its store.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @Sendable (Action, Aftermath) -> Void
  let fail: @Sendable (Misuse) -> Void

  /// Sends an action; it is dropped where the effect was cancelled or the store is gone.
  public func callAsFunction(_ action: Action) { deliver(action, .open) }
}
