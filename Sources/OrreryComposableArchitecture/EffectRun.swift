#if ComposableArchitecture
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import ComposableArchitecture
import OrreryTrace

/// The life of an effect that an action has started.
struct EffectRun {
  private let run: UInt64
  private let name: String
  private let trace: TraceInstance
  private let recorder: TraceRecorder
  private let causes: Causes

  /// Nothing where there is no effect.
  init?<Action>(of effect: Effect<Action>, _ recording: FeatureRecording) {
    // What an effect is, the library tells nobody but reflection.
    let operation = Mirror(reflecting: effect).descendant("operation")
    let kind = operation.flatMap(Naming.caseName(ofAny:)) ?? "effect"
    guard kind != "none", let trace = recording.root else { return nil }
    self.trace = trace
    name = ".\(kind)"
    recorder = recording.recorder
    causes = recording.causes
    run = recorder.nextRun()
  }

  /// The effect as a step tells it.
  var leaf: RecordedEffect { .run(name: name, run: run) }

  /// The effect, which records what becomes of it.
  ///
  /// One that is cancelled by its id ends as others do: the library lets it finish early.
  func recorded<Action>(_ effect: Effect<Action>) -> Effect<Action> {
    .publisher {
      _EffectPublisher(effect).handleEvents(
        receiveSubscription: { _ in record(.started) },
        receiveOutput: { action in
          record(.yielded)
          causes.add(Naming.event(reflecting: action, of: trace.machine), run: run)
        },
        receiveCompletion: { _ in record(.finished) },
        receiveCancel: { record(.cancelled, "the store has cancelled it") })
    }
  }

  private func record(_ phase: EffectRecord.Phase, _ reason: String? = nil) {
    recorder.effect(
      phase: phase, run: run, name: name, machine: trace.machine, instance: trace.id,
      reason: reason)
  }
}
#endif
