/// What a reducer asks the outside world to do, as a value: nothing runs before the store runs it.
public struct Effect<Action: Sendable>: Sendable {
  package var operation: Operation<Action>
  /// What the machines did that returned this effect; nothing where nobody wants to know.
  package var notes: Notes?
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
  ///   - work: Its task is cancelled with the effect. An error that it throws is recorded as a
  ///     failure and reported; a `CancellationError` is neither.
  public static func run(
    name: String = "run", _ work: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> Self {
    Self(
      .run(
        EffectRun(name: name) { send in
          do { try await work(send) } catch is CancellationError {} catch {
            send.fail(Misuse.thrown(error))
          }
        }))
  }

  /// Effects that run at the same time.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Effects that run at the same time.
  public static func merge(_ effects: [Self]) -> Self { combine(effects, Operation.merge) }

  /// Effects of which each waits for the one before it to finish.
  ///
  /// Where one of them is cancelled, those after it never start.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Effects of which each waits for the one before it to finish.
  ///
  /// Where one of them is cancelled, those after it never start.
  public static func concatenate(_ effects: [Self]) -> Self {
    combine(effects, Operation.concatenate)
  }

  /// The same effect with other actions.
  public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    var result = Effect<Other>(operation.map { transform($0) }, wroteState: wroteState)
    result.notes = notes
    return result
  }

  private static func combine(
    _ effects: [Self], _ operator: ([Operation<Action>]) -> Operation<Action>
  ) -> Self {
    let operations = effects.map(\.operation).filter { !$0.isNone }
    var result = Self(operations.count > 1 ? `operator`(operations) : operations.first ?? .none)
    for effect in effects { result.notes = Notes.joined(result.notes, effect.notes) }
    result.wroteState = effects.contains(where: \.wroteState)
    return result
  }

  /// This effect and another one side by side; the common case, that there is nothing, is cheap.
  func and(_ other: Self) -> Self {
    if operation.isNone, notes == nil, !wroteState { return other }
    if other.operation.isNone, other.notes == nil, !other.wroteState { return self }
    return .merge([self, other])
  }
}
