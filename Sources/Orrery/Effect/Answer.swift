import OrreryTrace

/// Whether the one result of a stream made by `single` has come: a stream does not tell whether it
/// goes on, so what makes it does, to the effect that it was made for.
///
/// Only the task that runs the effect makes such a stream: one that a task inside makes is an
/// ingredient of some other stream, and so is one of several.
final class Answer: Sendable {
  @TaskLocal static var current: Answer?

  private let task = Answer.thisTask
  private let streams = AtomicValue(0)
  private let hasCome = AtomicValue(false)

  /// The answer to give by a stream that this task makes.
  static func new() -> Answer? {
    guard let current, current.task == thisTask else { return nil }
    current.streams.add(1, ordering: .relaxed)
    return current
  }

  var isGiven: Bool {
    hasCome.load(ordering: .relaxed) && streams.load(ordering: .relaxed) == 1
  }

  func give() { hasCome.store(true, ordering: .relaxed) }

  private static var thisTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

/// What an effect may do after a result.
enum Aftermath: Sendable {
  /// Send more, as far as anyone knows.
  case open
  /// Nothing, unless its stream is made of more than the one that has answered.
  case answered
  /// Nothing.
  case over
}
