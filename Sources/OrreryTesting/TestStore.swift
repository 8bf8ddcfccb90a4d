import CustomDump
import IssueReporting
import Orrery
import OrreryTrace

/// A store that wants every change of the state and every result of an effect to be expected.
///
/// Results wait until `receive` asks for them, so a test sees them in its own order. End a test with
/// `finish()`: what is left over is a failure, and so is to start effects and not to call it.
/// Dependencies have their test values.
///
/// What fails tells the last steps. With `ORRERY_INSPECT=folder` the run is written there, as the page of
/// `orrery inspect`.
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
  private let insistence: Lock<Exhaustivity>
  /// How many effects had started when the test last called `finish()`.
  private let finishedEffectCount = AtomicValue(0)
  private let place: Place
  private let recent: RecentSteps

  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - exhaustivity: What the store insists on.
  ///   - timeout: How long `receive` and `finish` wait.
  ///   - recorder: Where steps are recorded.
  ///   - reducer: Builds the reducer.
  ///   - change: Sets the dependencies of the reducer and its effects.
  public init<R: Reducer<State, Action>>(
    initialState: State, exhaustivity: Exhaustivity = .on, timeout: Duration = .seconds(1),
    recorder: TraceRecorder = .shared, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies change: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    recent = RecentSteps(recorder)
    store = Store(
      initialState: initialState, recorder: recent.recorder, holdsResults: true,
      report: place.report,
      reducer: reducer,
      withDependencies: { values in
        values.context = .test
        values.onLiveUse = { key in place.report(Failure.liveUse(of: key)) }
        change(&values)
      })
    self.timeout = timeout
    insistence = Lock(exhaustivity)
    self.place = place
  }

  deinit {
    let isFinished =
      store.startedEffectCount == finishedEffectCount.load(ordering: .relaxed)
    if exhaustivity.isOn, !isFinished { place.report(Failure.notFinished) }
  }

  /// The state after the last action that was sent or received.
  public var state: State { store.state }

  /// What the store insists on from now on.
  public var exhaustivity: Exhaustivity {
    get { insistence.withLock { $0 } }
    set { insistence.withLock { $0 = newValue } }
  }

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
    if exhaustivity.isOn {
      if let waiting = store.heldResults.first {
        fail(Failure.unreceived(waiting, before: action), at: place)
      }
    } else {
      while let next = store.heldResults.first { skip(next, at: place) }
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
    let next = await nextResult(like: action, at: place)
    guard let next else {
      return fail(
        Failure.nothingReceived(action, running: store.runningEffects, timeout: timeout),
        at: place)
    }
    if next != action { fail(Failure.unexpected(next, instead: action), at: place) }
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
    defer { finishedEffectCount.store(store.startedEffectCount, ordering: .relaxed) }
    guard exhaustivity.isOn else {
      while let next = store.heldResults.first { skip(next, at: place) }
      return
    }
    _ = await waits(until: { store.runningEffects.isEmpty })
    let running = store.runningEffects
    if !running.isEmpty { fail(Failure.unfinished(running, timeout: timeout), at: place) }
    let held = store.heldResults
    if !held.isEmpty { fail(Failure.unasserted(held), at: place) }
  }

  /// Fails the test, and tells the last steps.
  private func fail(_ message: String, at place: Place) {
    place.report(recent.appended(to: message, at: place))
  }

  private func compare(
    _ before: State, _ change: (inout State) -> Void, after action: Action, at place: Place
  ) {
    let actual = store.state
    var expected = exhaustivity.isOn ? before : actual
    change(&expected)
    if expected != actual {
      fail(Failure.difference(after: action, expected: expected, actual: actual), at: place)
    }
  }
}

// MARK: - Waiting

extension TestStore {
  /// The result that comes next; where the store does not insist, the next one that is expected.
  private func nextResult(like action: Action, at place: Place) async -> Action?
  where Action: Equatable {
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
      if let next = store.heldResults.first {
        if exhaustivity.isOn || next == action { return next }
        skip(next, at: place)
      } else {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    return nil
  }

  /// Handles a result that nobody asked for.
  private func skip(_ result: Action, at place: Place) {
    store.releaseResult()
    if case .off(showSkipped: true) = exhaustivity { place.warn(Failure.skipped(result)) }
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
