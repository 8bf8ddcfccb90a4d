import Foundation

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

@MainActor
public final class Store<State, Action> {
  public private(set) var state: State
  private let reducer: any Reducer<State, Action>
  private var buffered: [Action] = []
  private var isSending = false
  private var effects: [UUID: AnyCancellable] = [:]

  public init<R: Reducer<State, Action>>(
    initialState: State, @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    state = initialState
    self.reducer = reducer()
  }

  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    buffered.append(action)
    let task = StoreTask { [weak self] in
      while self?.effects.isEmpty == false { await Task.yield() }
    }
    guard !isSending else { return task }
    isSending = true
    defer { isSending = false }
    while !buffered.isEmpty {
      run(reducer.reduce(into: &state, action: buffered.removeFirst()))
    }
    return task
  }

  private func run(_ effect: Effect<Action>) {
    if case .none = effect.operation { return }
    let id = UUID()
    var isComplete = false
    // Publishers of the stand-in send on the main thread, as its tasks run there.
    let cancellable = _EffectPublisher(effect).sink(
      receiveCompletion: { [weak self] _ in
        MainActor.assumeIsolated {
          isComplete = true
          self?.effects[id] = nil
        }
      },
      receiveValue: { [weak self] action in MainActor.assumeIsolated { _ = self?.send(action) } })
    if !isComplete { effects[id] = cancellable }
  }
}

/// The effects that an action has started; of this one, all that are running.
public struct StoreTask: Sendable {
  let wait: @MainActor @Sendable () async -> Void

  public func finish() async { await wait() }
}
