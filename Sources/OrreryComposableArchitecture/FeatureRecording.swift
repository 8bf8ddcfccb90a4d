#if ComposableArchitecture
import OrreryTrace

/// What is known of a store's feature and of those inside of it, from action to action.
///
/// A store calls its reducer on one thread at a time; effects call from any.
final class FeatureRecording {
  /// A feature that is in the log.
  private struct Life {
    var trace: TraceInstance
    /// The state in which it was left.
    var state: String
  }

  private struct Step {
    var path: [FeatureState.Place]
    var action: Any
    var event: String
    var before: FeatureState
    /// Nothing where the feature is gone afterwards.
    var after: FeatureState?
  }

  /// Whether a feature outside of this one is recorded, and this one with it.
  @TaskLocal static var isInside = false

  let machine: String
  let recorder: TraceRecorder
  let causes = Causes()
  /// By the places on the way to each; the store's own feature has none.
  private var lives: [[FeatureState.Place]: Life] = [:]
  /// Whether actions were taken that are not in the log.
  private var isLate = false

  init(of machine: String, _ recorder: TraceRecorder) {
    self.machine = machine
    self.recorder = recorder
  }

  /// Whether an action is recorded here.
  var isOn: Bool {
    guard recorder.isEnabled, !Self.isInside else {
      // What happens meanwhile is not seen.
      if !lives.isEmpty { lives = [:] }
      isLate = true
      return false
    }
    return true
  }

  /// The instance of the store's feature, once it is in the log.
  var root: TraceInstance? { lives[[]]?.trace }

  /// Looks at the state before an action.
  func look(at state: Any) -> FeatureState {
    let state = FeatureState(state, of: machine)
    start(state, at: [])
    return state
  }

  /// Records an action, of the features to which it went from the inside to the outside.
  func took(_ action: Any, before: FeatureState, after state: Any, effect: EffectRun?) {
    let after = FeatureState(state, of: machine)
    var named = FeatureAction(action, of: machine)
    let cause = causes.take(named.event)
    var steps = [
      Step(path: [], action: action, event: named.event, before: before, after: after)
    ]
    while let step = steps.last, let (place, state, inner) = named.target(in: step.before) {
      named = FeatureAction(inner, of: state.machine)
      steps.append(
        Step(
          path: step.path + [place], action: inner, event: named.event, before: state,
          after: step.after?.feature(at: place)))
    }
    for step in steps { start(step.before, at: step.path) }
    for step in steps.reversed() {
      record(step, cause: cause, effects: step.path.isEmpty ? effect?.leaf : nil)
    }
    settle(after)
  }

  private func record(_ step: Step, cause: UInt64?, effects: RecordedEffect?) {
    guard let trace = lives[step.path]?.trace else { return }
    let (from, to) = (step.before.name, (step.after ?? step.before).name)
    recorder.step(
      machine: trace.machine, instance: trace.id, parent: parent(of: step.path)?.id,
      origin: .input, event: step.event, cause: cause, from: from, to: to,
      verdict: from == to ? .stayed : .moved, effects: effects,
      payload: recorder.payload(event: step.action, state: step.after?.value))
    lives[step.path]?.state = to
  }

  // MARK: - Who is there

  /// Puts a feature in the log, where it is not yet.
  private func start(_ state: FeatureState, at path: [FeatureState.Place]) {
    guard lives[path] == nil else { return }
    let trace = TraceInstance(
      machine: state.machine, style: "composable", state: state.name, parent: parent(of: path),
      isLate: isLate, recorder: recorder)
    lives[path] = Life(trace: trace, state: state.name)
  }

  private func parent(of path: [FeatureState.Place]) -> TraceInstance? {
    path.isEmpty ? nil : lives[Array(path.dropLast())]?.trace
  }

  /// Ends features that are gone.
  ///
  /// One whose state was written by the feature around it ends as well: that is no step of its own, and
  /// its next action is the first one of another instance.
  private func settle(_ state: FeatureState) {
    for (path, life) in lives.sorted(by: { $0.value.trace.id < $1.value.trace.id }) {
      var now: FeatureState? = state
      for place in path { now = now?.feature(at: place) }
      if now?.machine != life.trace.machine || now?.name != life.state { lives[path] = nil }
    }
  }
}

/// The effects whose actions have not been reduced yet, in the order in which they sent them.
final class Causes: Sendable {
  /// More than these are not remembered: then an action was lost on its way.
  private static let limit = 64
  private let sent = Lock<[(event: String, run: UInt64)]>([])

  func add(_ event: String, run: UInt64) {
    sent.withLock { sent in
      if sent.count == Self.limit { sent.removeFirst() }
      sent.append((event, run))
    }
  }

  func take(_ event: String) -> UInt64? {
    sent.withLock { sent in
      sent.firstIndex { $0.event == event }.map { sent.remove(at: $0).run }
    }
  }
}
#endif
