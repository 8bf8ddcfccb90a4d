import Orrery

/// A counter between zero and a limit.
@StateMachine
struct CounterFeature: StateMachine {
  /// Where the count stands between its bounds.
  enum Level: Sendable {
    /// Nothing is counted; there is nothing to take away.
    case empty
    /// Both buttons work.
    case counting
    /// The limit is reached; there is nothing to add.
    case full
  }

  struct State: Equatable {
    var count = 0
    var level = Level.empty
  }

  enum Input: Sendable {
    case incrementTapped
    case decrementTapped
    case resetTapped
  }

  typealias IOEffect = Never
  typealias IOResult = Never

  static let limit = 3

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state.level, input) {
    case (.empty, .incrementTapped), (.counting, .incrementTapped):
      if state.count + 1 < limit {
        nextState(State(count: state.count + 1, level: .counting))
      } else {
        nextState(State(count: limit, level: .full))
      }
    case (.counting, .decrementTapped), (.full, .decrementTapped):
      if state.count > 1 {
        nextState(State(count: state.count - 1, level: .counting))
      } else {
        nextState(State(count: 0, level: .empty))
      }
    case (.full, .incrementTapped), (.empty, .decrementTapped):
      identity
    case (_, .resetTapped):
      nextState(State(count: 0, level: .empty))
    }
  }
}
