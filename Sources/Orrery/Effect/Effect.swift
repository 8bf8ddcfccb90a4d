/// What a reducer asks the outside world to do, as a value: nothing runs before the store runs it.
public struct Effect<Action: Sendable>: Sendable {
  package var operation: Operation<Action>
  /// What the machines did that returned this effect, children before parents.
  package var steps: [Step] = []
  /// Whether a transition wrote the state.
  package var wroteState = false

  package init(_ operation: Operation<Action>, wroteState: Bool = false) {
    self.operation = operation
    self.wroteState = wroteState
  }
}

extension Effect {
  /// Nothing to do.
  public static var none: Self { Self(.none) }

  /// An action that is handled right after the one that returned the effect.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Work that may send any number of actions until it returns.
  ///
  /// - Parameters:
  ///   - name: What a trace calls the work.
  ///   - work: Ends when it returns; its task is cancelled with the store.
  public static func run(
    name: String = "run", _ work: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Self {
    Self(.run(EffectRun(name: name, work: work)))
  }

  /// Effects that run at the same time.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Effects that run at the same time.
  public static func merge(_ effects: [Self]) -> Self { combine(effects, Operation.merge) }

  /// Effects of which each waits for the one before it to finish.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Effects of which each waits for the one before it to finish.
  public static func concatenate(_ effects: [Self]) -> Self {
    combine(effects, Operation.concatenate)
  }

  /// The same effect with other actions.
  public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    var result = Effect<Other>(operation.map { transform($0) }, wroteState: wroteState)
    result.steps = steps
    return result
  }

  private static func combine(
    _ effects: [Self], _ operator: ([Operation<Action>]) -> Operation<Action>
  ) -> Self {
    let operations = effects.map(\.operation).filter { !$0.isNone }
    var result = Self(operations.count > 1 ? `operator`(operations) : operations.first ?? .none)
    result.steps = effects.flatMap(\.steps)
    result.wroteState = effects.contains(where: \.wroteState)
    return result
  }
}

/// Hands actions of an effect back to its store.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @Sendable (Action) -> Void
  let fail: @Sendable (_ reason: String) -> Void

  /// Sends an action; it is dropped where the effect was cancelled or the store is gone.
  public func callAsFunction(_ action: Action) { deliver(action) }
}
