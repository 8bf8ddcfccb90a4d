import Synchronization

/// Whether the one result of a stream made by `single` has come: a stream does not tell whether it
/// goes on, so what makes it does, to the effect that it was made for.
final class Answer: Sendable {
  @TaskLocal static var current: Answer?

  let isGiven = Atomic(false)
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
