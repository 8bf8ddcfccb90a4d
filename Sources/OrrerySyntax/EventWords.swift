/// The words by which a method says that it takes all events of a machine: `handle(_ event: Event)`.
///
/// Extraction and macros ask the same words, so that what one takes for an event is one for the other.
public enum EventWords {
  /// What the type of the parameter ends in, and how the parameter itself is called.
  public static let types = [
    "Event", "Action", "Input", "Message", "Msg", "Command", "Trigger", "Intent",
  ]

  private static let verbs: Set = [
    "handle", "_handle", "process", "send", "receive", "received", "did", "apply", "on", "reduce",
    "update", "dispatch", "transition", "consume", "perform", "execute", "fire", "trigger", "feed",
    "accept", "submit", "post", "notify", "run", "advance", "react",
  ]

  /// Whether a method's name begins with a word for handing events on.
  public static func dispatches(_ method: String) -> Bool {
    verbs.contains(String(method.prefix { !$0.isUppercase }))
  }

  /// Whether a type's name ends in what an event is called.
  public static func endsName(_ type: String) -> Bool { types.contains(where: type.hasSuffix) }

  /// Whether a parameter is called what an event is.
  public static func names(_ parameter: String) -> Bool {
    types.contains { parameter.lowercased() == $0.lowercased() }
  }
}
