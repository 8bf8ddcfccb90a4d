extension HandlerWalk {
  /// Where a handler was left waiting, for walks that may go on in any state.
  struct Left: Equatable {
    /// The wait by its event and what it is for, whether that succeeds or fails.
    var wait: String
    var states: Set<String>
    /// What goes on after waits has left it in more.
    var relays: Set<Relay>
    /// The states that its handler starts in on the way to the wait.
    var origins: Set<String>
    var isOnce: Bool
  }

  /// That what goes on after a wait in one state leaves another wait in a state.
  struct Relay: Hashable {
    var wait: String
    var from: String
    var to: String
  }
}
