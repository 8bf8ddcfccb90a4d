/// What a store is asked to do.
enum StoreJob<State: Sendable, Action: Sendable>: Sendable {
  case action(Action)
  /// An action that a transition asked for without any work.
  case sent(Action)
  case result(Action, of: UInt64, Aftermath)
  /// Handle the oldest result that is held back.
  case release
  case failed(Misuse, of: UInt64)
  case finished(UInt64)
  case observe(ObservedProperty<State, Action>)
  case follow(Follower<State>)
  case unfollow(Follower<State>)
}

/// What a store does when it has left its gate, because it runs other people's code.
@usableFromInline
typealias Afterwards = [@Sendable () -> Void]
