public import Orrery
import OrreryTrace

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
/// A story of one actor model: events, and the states that follow each of them.
///
/// It follows the states that the model publishes. So a test waits for as long as the model needs and no
/// longer, and sees each state on the way, also one that is left at once.
///
/// ```swift
/// let story = ModelScenario(of: DoorModel(motor: motor), from: .closed)
/// await story.send({ $0.open() }, to: .opening(tries: 1), .open)
/// await story.send { $0.open() }
/// await story.send({ $0.close() }, to: .closed)
/// await story.finish()
/// ```
///
/// A state that is equal to the one before it is no new one: models that are composed of others publish
/// it for each part.
public final class ModelScenario<Model: StateMachineProtocol>: Sendable
where Model.State: Equatable {
  /// The model that the events are sent to.
  public let model: Model

  private let timeout: Duration
  private let place: Place
  private let states = Mailbox<Model.State>()
  private let last: Lock<Model.State>
  private let works = Lock<[Work]>([])
  private let subscription: AnyCancellable

  /// - Parameters:
  ///   - model: The model, which nobody else sends events.
  ///   - initial: The state that it is expected to be in.
  ///   - timeout: How long a state is waited for.
  public init(
    of model: Model, from initial: Model.State, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.model = model
    self.timeout = timeout
    place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let start = model.state
    last = Lock(start)
    let published = Lock(start)
    subscription = model.stateDidChange.sink { [states] state in
      let isNew = published.withLock { published in
        defer { published = state }
        return published != state
      }
      if isNew { states.put(state) }
    }
    if start != initial { place.report(Failure.start(expected: initial, actual: start)) }
  }

  deinit { reportUnexpected(at: place) }

  /// Sends an event, and waits for the states that follow.
  ///
  /// - Parameters:
  ///   - event: Calls the method of the model that is the event.
  ///   - expected: The states that follow, in order. None, where the model ignores the event: then
  ///     what the event has set going is waited for, and nothing may have come.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ event: (Model) async -> Void, to expected: Model.State..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> ModelScenario {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    reportUnexpected(at: place)
    let model = model
    let work = await Work { await event(model) }
    works.withLock { $0.append(work) }
    await expect(expected, at: place)
    if expected.isEmpty {
      _ = await work.ends(within: timeout)
      reportUnexpected(at: place)
    }
    return self
  }

  /// Waits for states that follow from something else than an event: a clock, a server, another model.
  ///
  /// - Parameter expected: The states, in order.
  @discardableResult
  public nonisolated(nonsending) func receive(
    _ expected: Model.State..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> ModelScenario {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    await expect(expected, at: place)
    return self
  }

  /// Waits until the tasks that the events have started are over; fails where they are not in time, and
  /// for states that nobody expected.
  ///
  /// A model that listens for ever has nothing to be waited for: end its scenario without this call.
  public nonisolated(nonsending) func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = ContinuousClock.now + timeout
    var busyCount = 0
    for work in works.withLock({ $0 }) {
      let left = max(.zero, deadline - .now)
      if await !work.ends(within: left) { busyCount += 1 }
    }
    if busyCount > 0 { place.report(Failure.busy(events: busyCount, timeout: timeout)) }
    reportUnexpected(at: place)
  }

  // MARK: - Comparing

  private nonisolated(nonsending) func expect(_ expected: [Model.State], at place: Place) async {
    for state in expected {
      guard let actual = await states.next(within: timeout) else {
        let last = last.withLock { $0 }
        return place.report(Failure.noState(expected: state, last: last, timeout: timeout))
      }
      last.withLock { $0 = actual }
      if actual != state { place.report(Failure.otherState(expected: state, actual: actual)) }
    }
  }

  private func reportUnexpected(at place: Place) {
    let states = states.takeAll()
    guard let newest = states.last else { return }
    last.withLock { $0 = newest }
    place.report(Failure.unexpectedStates(states))
  }
}

extension Failure {
  fileprivate static func start<State>(expected: State, actual: State) -> String {
    """
    The model does not start in the expected state.

    \(lines(expected, actual))

    (Expected: −, actual: +)

    To fix, correct the state that the scenario starts from, or make the model in it.
    """
  }

  fileprivate static func otherState<State>(expected: State, actual: State) -> String {
    """
    The state that follows is not the expected one.

    \(lines(expected, actual))

    (Expected: −, actual: +)

    To fix, correct the expected states, or change the model.
    """
  }

  fileprivate static func noState<State>(
    expected: State, last: State, timeout: Duration
  ) -> String {
    """
    No state came within \(timeout), and the model rests.

    \(lines(expected, last))

    (Expected: −, actual: +)

    To fix, correct the expected states, let what the model waits for end, or give the scenario a \
    longer 'timeout'.
    """
  }

  fileprivate static func unexpectedStates(_ states: [some Any]) -> String {
    """
    States came that nobody expected: \(states.map { describe($0) }.joined(separator: ", ")).

    To fix, name them among the states of the event that they follow.
    """
  }

  fileprivate static func busy(events: Int, timeout: Duration) -> String {
    let what = events == 1 ? "the work of an event" : "the work of \(events) events"
    return """
      The scenario ended, and \(what) did not end within \(timeout).

      To fix, let what the model waits for end, or give the scenario a longer 'timeout'.
      """
  }
}
#endif
