import OrreryModel

extension Waits {
  /// Where a handler was left waiting.
  struct Left {
    var wait: Key
    var states: Set<String>
    /// What goes on after waits has left it in more.
    var relays: Set<Relay>
    /// The states that its handler starts in on the way to the wait.
    var origins: Set<String>
    /// The waits that may still be open, of the same call of the handler, when it goes on.
    var beside: Set<Key>
    var caller: Caller
    /// Whether it is a closure of a view, which goes on whenever people touch that.
    var isShown: Bool
    /// Whether it goes on once for each time that the handler comes to it.
    var isOnce: Bool
  }

  /// What is called where a wait is come to: a handler, or closures that a view has handed out.
  enum Caller: Hashable {
    case handler(Event.ID)
    case closures(Set<Key>)
  }

  /// That what goes on after a wait in one state leaves another wait in a state.
  struct Relay: Hashable {
    var wait: Key
    var from: String
    var to: String
    /// Whether it asks for the state that it starts in.
    var asks: Bool
  }
}
