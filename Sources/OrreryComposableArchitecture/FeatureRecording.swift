#if ComposableArchitecture
import OrreryTrace

/// What is known of a store's feature and of those inside of it, from action to action.
///
/// A store calls its reducer on one thread at a time; effects call from any.
final class FeatureRecording {
  /// A feature that is there, in the log or not: it is from its first step on.
  private struct Life {
    var machine: String
    /// The state in which it was left.
    var state: String
    /// Whether that need not be one to start in.
    var isLate: Bool
    var trace: TraceInstance?
  }

  /// Whether a feature outside of this one is recorded, and this one with it.
  @TaskLocal static var isInside = false

  let machine: String
  let recorder: TraceRecorder
  let causes = Causes()
  /// By the keys on the way to each; the store's own feature has none.
  private var lives: [[String]: Life] = [:]
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
    if lives.isEmpty { note(state, at: [], isLate: isLate) }
    start([])
    return state
  }

  /// Records an action, of the features to which it went from the inside to the outside.
  func took(_ action: Any, before: FeatureState, after state: Any, effect: EffectRun?) {
    let after = FeatureState(state, of: machine)
    var steps = [Step(path: [], action: action, value: state, before: before, after: after)]
    var named = FeatureAction(action, of: machine)
    let cause = causes.take(named.event)
    steps[0].event = named.event
    while let step = steps.last, let (child, inner) = named.target(in: step.before.children) {
      let now = step.after?.children.first { $0.key == child.key }
      named = FeatureAction(inner, of: child.state.machine)
      steps.append(
        Step(
          path: step.path + [child.key], action: inner, value: now?.value, before: child.state,
          after: now?.state, event: named.event))
    }
    for step in steps { start(step.path) }
    for step in steps.reversed() {
      record(step, cause: cause, effects: step.path.isEmpty ? effect?.leaf : nil)
    }
    settle(after)
  }

  private struct Step {
    var path: [String]
    var action: Any
    var value: Any?
    var before: FeatureState
    /// Nothing where the feature is gone afterwards.
    var after: FeatureState?
    var event = ""
  }

  private func record(_ step: Step, cause: UInt64?, effects: RecordedEffect?) {
    guard let trace = lives[step.path]?.trace else { return }
    let (from, to) = (step.before.name, (step.after ?? step.before).name)
    recorder.step(
      machine: trace.machine, instance: trace.id, parent: parent(of: step.path)?.id,
      origin: .input, event: step.event, cause: cause, from: from, to: to,
      verdict: from == to ? .stayed : .moved, effects: effects,
      payload: recorder.payload(event: step.action, state: step.value))
    lives[step.path]?.state = to
  }

  // MARK: - Who is there

  /// Puts a feature in the log.
  private func start(_ path: [String]) {
    guard var life = lives[path], life.trace == nil else { return }
    life.trace = TraceInstance(
      machine: life.machine, style: "composable", state: life.state, parent: parent(of: path),
      isLate: life.isLate, recorder: recorder)
    lives[path] = life
  }

  private func parent(of path: [String]) -> TraceInstance? {
    path.isEmpty ? nil : lives[Array(path.dropLast())]?.trace
  }

  /// Notes a feature that is new, and those inside of it.
  private func note(_ state: FeatureState, at path: [String], isLate: Bool) {
    lives[path] = Life(machine: state.machine, state: state.name, isLate: isLate)
    for child in state.children { note(child.state, at: path + [child.key], isLate: isLate) }
  }

  /// Forgets features that are gone, and notes those that are new.
  private func settle(_ state: FeatureState) {
    var seen: Set<[String]> = []
    settle(state, at: [], &seen)
    for path in lives.keys where !seen.contains(path) { lives[path] = nil }
  }

  private func settle(_ state: FeatureState, at path: [String], _ seen: inout Set<[String]>) {
    seen.insert(path)
    if let life = lives[path], life.machine == state.machine {
      // The feature around it has written its state: that is no step of its own, but a new beginning.
      if life.state != state.name { note(state, at: path, isLate: true) }
    } else {
      note(state, at: path, isLate: false)
    }
    for child in state.children { settle(child.state, at: path + [child.key], &seen) }
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
