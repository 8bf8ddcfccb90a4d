#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

public struct Effect<Action>: @unchecked Sendable {
  enum Operation {
    case none
    case publisher(AnyPublisher<Action, Never>)
    case run(
      name: String? = nil, priority: TaskPriority? = nil,
      operation: @Sendable (_ send: Send<Action>) async -> Void)
  }

  let operation: Operation

  public static var none: Self { Self(operation: .none) }

  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self {
    Self(
      operation: .run(name: name, priority: priority) { send in
        do { try await operation(send) } catch is CancellationError { return } catch {
          await handler?(error, send)
        }
      })
  }

  public static func send(_ action: Action) -> Self {
    Self(operation: .publisher(Just(action).eraseToAnyPublisher()))
  }

  public static func publisher(_ createPublisher: () -> some Publisher<Action, Never>) -> Self {
    Self(operation: .publisher(createPublisher().eraseToAnyPublisher()))
  }

  public static func merge(_ effects: Self...) -> Self {
    effects.reduce(.none) { first, second in
      switch (first.operation, second.operation) {
      case (_, .none): return first
      case (.none, _): return second
      default:
        return .publisher {
          [_EffectPublisher(first), _EffectPublisher(second)].publisher.flatMap { $0 }
        }
      }
    }
  }

  public func map<T>(_ transform: @escaping (Action) -> T) -> Effect<T> {
    if case .none = operation { return .none }
    return .publisher { _EffectPublisher(self).map(transform) }
  }
}

@MainActor
public struct Send<Action>: Sendable {
  let send: @MainActor @Sendable (Action) -> Void

  public init(send: @escaping @MainActor @Sendable (Action) -> Void) { self.send = send }

  public func callAsFunction(_ action: Action) {
    guard !Task.isCancelled else { return }
    send(action)
  }
}

/// An effect as a publisher of the actions that it sends.
public struct _EffectPublisher<Action>: Publisher {
  public typealias Output = Action
  public typealias Failure = Never

  private let effect: Effect<Action>

  public init(_ effect: Effect<Action>) { self.effect = effect }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Action, S.Failure == Never {
    switch effect.operation {
    case .none: Empty<Action, Never>().subscribe(subscriber)
    case .publisher(let publisher): publisher.subscribe(subscriber)
    case .run(_, let priority, let operation):
      let subject = PassthroughSubject<Action, Never>()
      let task = Box<Task<Void, Never>?>(nil)
      subject.handleEvents(receiveCancel: { task.value?.cancel() }).subscribe(subscriber)
      task.value = Task(priority: priority) { @MainActor in
        await operation(Send { subject.send($0) })
        subject.send(completion: .finished)
      }
    }
  }
}

final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}
