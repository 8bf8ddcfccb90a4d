/// What a reducer asks the outside world to do, as a value: nothing runs before the store runs it.
public struct Effect<Action: Sendable>: Sendable {
  /// Nothing where there is nothing to do and nothing to say, so that such an effect is a word.
  @usableFromInline var content: Content?
  /// Whether a transition wrote the state.
  @usableFromInline package var wroteState: Bool

  @usableFromInline
  final class Content: Sendable {
    let operation: Operation<Action>
    let notes: Notes?

    init(_ operation: Operation<Action>, _ notes: Notes?) {
      self.operation = operation
      self.notes = notes
    }
  }

  /// Nothing to do.
  @inlinable
  init(wroteState: Bool) {
    content = nil
    self.wroteState = wroteState
  }

  @usableFromInline
  package init(
    _ operation: Operation<Action>, notes: Notes? = nil, wroteState: Bool = false
  ) {
    content = operation.isNone && notes == nil ? nil : Content(operation, notes)
    self.wroteState = wroteState
  }

  /// What is to be done.
  package var operation: Operation<Action> {
    get { content?.operation ?? .none }
    set { self = Effect(newValue, notes: notes, wroteState: wroteState) }
  }

  /// What the machines did that returned this effect; nothing where nobody wants to know.
  package var notes: Notes? {
    get { content?.notes }
    set { self = Effect(operation, notes: newValue, wroteState: wroteState) }
  }

  /// Whether there is nothing to do and nothing to say.
  @inlinable var isNothing: Bool { content == nil }
}

extension Effect {
  /// Nothing to do.
  @inlinable public static var none: Self { Self(wroteState: false) }

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
    Effect<Other>(operation.map { transform($0) }, notes: notes, wroteState: wroteState)
  }

  private static func combine(
    _ effects: [Self], _ operator: ([Operation<Action>]) -> Operation<Action>
  ) -> Self {
    let operations = effects.map(\.operation).filter { !$0.isNone }
    return Self(
      operations.count > 1 ? `operator`(operations) : operations.first ?? .none,
      notes: effects.reduce(nil) { Notes.joined($0, $1.notes) },
      wroteState: effects.contains(where: \.wroteState))
  }

  /// This effect and another one side by side; the common case, that there is nothing, is cheap.
  @inlinable
  func and(_ other: Self) -> Self {
    if isNothing, !wroteState { return other }
    if other.isNothing, !other.wroteState { return self }
    return .merge([self, other])
  }
}
