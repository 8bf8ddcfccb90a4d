#if ComposableArchitecture
public import ComposableArchitecture
public import OrreryTrace

extension Reducer {
  /// Records what a store does with the feature, and with the features inside of it.
  ///
  /// One line, where the store is made; the features stay as they are:
  ///
  /// ```swift
  /// let store = Store(initialState: Shop.State()) { Shop().recorded() }
  /// ```
  ///
  /// Names are found by reflection, and are those by which `orrery extract` calls the same source.
  ///
  /// - Parameter recorder: Where to record, by default to the log that the environment names.
  public func recorded(_ recorder: TraceRecorder = .shared) -> RecordedReducer<Self> {
    RecordedReducer(self, recorder)
  }
}

/// A feature that is recorded; see ``ComposableArchitecture/Reducer/recorded(_:)``.
public struct RecordedReducer<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  private let base: Base
  private let recording: FeatureRecording

  init(_ base: Base, _ recorder: TraceRecorder) {
    self.base = base
    let machine =
      FeatureName.feature(ofState: Base.State.self) ?? Naming.machine(of: Base.self)
    recording = FeatureRecording(of: machine, recorder)
  }

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard recording.isOn else { return base.reduce(into: &state, action: action) }
    let before = recording.look(at: state)
    // A feature inside that is marked as well is a part of this recording.
    let effect = FeatureRecording.$isInside.withValue(true) {
      base.reduce(into: &state, action: action)
    }
    let run = EffectRun(of: effect, recording)
    recording.took(action, before: before, after: state, effect: run)
    return run?.recorded(effect) ?? effect
  }
}
#endif
