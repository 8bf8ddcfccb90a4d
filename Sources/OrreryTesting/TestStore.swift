import CustomDump
import IssueReporting
import Orrery
import OrreryTrace

/// A store that wants every change of the state and every result of an effect to be expected.
///
/// Results wait until `receive` asks for them, so a test sees them in its own order. End a test with
/// `finish()`: what is left over is a failure.
///
/// ```swift
/// let store = TestStore(initialState: Login.State.ready) { Login() }
/// store.send(.input(.submit)) { $0 = .authenticating }
/// await store.receive(.ioResult(.accepted)) { $0 = .complete }
/// await store.finish()
/// ```
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  private let store: Store<State, Action>
  private let timeout: Duration

  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - timeout: How long `receive` and `finish` wait.
  ///   - recorder: Where steps are recorded.
  ///   - reducer: Builds the reducer.
  public init<R: Reducer<State, Action>>(
    initialState: State, timeout: Duration = .seconds(1), recorder: TraceRecorder = .shared,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    store = Store(
      initialState: initialState, reducer: reducer(), recorder: recorder, holdsResults: true)
    self.timeout = timeout
  }

  /// The state after the last action that was sent or received.
  public var state: State { store.state }

  /// Whether an effect has sent something that was not received yet.
  package var isResultWaiting: Bool { !store.heldResults.isEmpty }

  /// Sends an action and compares the state with the expected one.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - change: Turns the state before into the one expected after; left out where nothing changes.
  public func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, change: (inout State) -> Void = { _ in }
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    if let waiting = store.heldResults.first {
      place.report(Failure.unreceived(waiting, before: action))
    }
    let before = store.state
    store.send(action)
    compare(before, change, after: action, at: place)
  }

  /// Waits for a result, handles it, and compares the state with the expected one.
  ///
  /// - Parameters:
  ///   - action: The action that an effect is expected to send next.
  ///   - change: Turns the state before into the one expected after; left out where nothing changes.
  public func receive(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, change: (inout State) -> Void = { _ in }
  ) async where Action: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    guard await waits(until: { !store.heldResults.isEmpty }), let next = store.heldResults.first
    else {
      return place.report(
        Failure.nothingReceived(action, running: store.runningEffects, timeout: timeout))
    }
    if next != action { place.report(Failure.unexpected(next, instead: action)) }
    let before = store.state
    store.releaseResult()
    compare(before, change, after: next, at: place)
  }

  /// Fails for results that nobody received, and for effects that still run after the timeout.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await waits(until: { store.runningEffects.isEmpty })
    let running = store.runningEffects
    if !running.isEmpty { place.report(Failure.unfinished(running, timeout: timeout)) }
    let held = store.heldResults
    if !held.isEmpty { place.report(Failure.unasserted(held)) }
  }

  private func compare(
    _ before: State, _ change: (inout State) -> Void, after action: Action, at place: Place
  ) {
    var expected = before
    change(&expected)
    let actual = store.state
    if expected != actual {
      place.report(Failure.difference(after: action, expected: expected, actual: actual))
    }
  }

  private func waits(until isDone: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while !isDone() {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }
}
