import Orrery

/// A number and what is known of it.
struct Preset: Equatable, Sendable {
  var count: Int
  var fact: String
}

/// A list of presets that is loaded from and saved to a place outside.
@StateMachine
@EffectComposition
struct PresetsFeature: StateMachine {
  enum Phase: Sendable {
    /// The list is what was loaded or saved last.
    case idle
    case loading
    case saving
    /// The last attempt failed; the list is as it was.
    case failed
  }

  struct State: Equatable {
    var phase = Phase.idle
    var presets: [Preset] = []
  }

  enum Input: Equatable, Sendable {
    case loadButtonTapped
    case saveButtonTapped(count: Int, fact: String)
  }

  enum IOEffect: Sendable {
    case load
    case save([Preset])
    case log(String)
  }

  enum IOResult: Equatable, Sendable {
    case loaded(TaskResult<[Preset]>)
    case saved(TaskResult<[Preset]>)
  }

  var storage = PresetStorage()

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state.phase, input) {
    case (.idle, .loadButtonTapped), (.failed, .loadButtonTapped):
      transition(withVar(state, \.phase, .loading), effect: .load)
    case (.idle, .saveButtonTapped(let count, let fact)),
      (.failed, .saveButtonTapped(let count, let fact)):
      transition(
        withVar(state, \.phase, .saving),
        effect: .concat(
          .log("saving \(count)"), .save(state.presets + [Preset(count: count, fact: fact)])))
    case (.loading, _), (.saving, _):
      identity
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state.phase, ioResult) {
    case (.loading, .loaded(.success(let presets))), (.saving, .saved(.success(let presets))):
      nextState(State(phase: .idle, presets: presets))
    case (.loading, .loaded(.failure)), (.saving, .saved(.failure)):
      nextState(withVar(state, \.phase, .failed))
    case (.idle, _), (.failed, _), (.loading, .saved), (.saving, .loaded):
      undefined
    }
  }
}

extension PresetsFeature: PresetsFeature.EffectRunner {
  func runLoad() -> IOResultStream {
    .single { .loaded(await TaskResult { try await storage.load() }) }
  }

  func runSave(_ value: [Preset]) -> IOResultStream {
    .single { .saved(await TaskResult { try await storage.save(value) }) }
  }

  func runLog(_ value: String) -> IOResultStream {
    .none { print("  \(value)") }
  }
}
