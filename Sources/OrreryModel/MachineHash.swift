import OrreryTrace

/// The two hashes by which a machine is told from another version of itself.
public enum MachineHash {
  /// SHA-256 over what the machine does: its states with their flags, its transitions and its
  /// actions, one a line, white space in every part folded, sorted by bytes.
  ///
  /// Places, comments and the order in the source do not change it.
  /// - Complexity: O(*n* log *n*) in the number of states, transitions and actions.
  public static func structure(_ machine: Machine) -> String {
    let lines =
      machine.states.map(line(of:)) + machine.transitions.map(line(of:))
      + machine.actions.map(line(of:))
    return Digest.sha256Hex(ofSorted: lines)
  }

  /// SHA-256 over the names alone, which is what a macro and the runtime can see as well.
  ///
  /// A struct's states are a projection, events after an `await` have names that only the source
  /// tells, and those of a nested machine are in its own vocabulary: all three are left out.
  public static func vocabulary(_ machine: Machine) -> String {
    VocabularyHash.hash(
      states: machine.stateKind == .enum ? machine.states.map(\.name) : [],
      events: recordableEvents(of: machine)
        .map { (origin: $0.origin.rawValue, name: $0.name) })
  }

  /// The events whose names a macro sees on the machine's own declaration.
  public static func recordableEvents(of machine: Machine) -> [Event] {
    machine.events.filter { $0.origin == .input || $0.origin == .ioResult }
  }

  private static func line(of state: State) -> String {
    line(
      "state", state.name, state.isInitial ? "initial" : "", state.isStable ? "stable" : "",
      state.isFinal ? "final" : "")
  }

  private static func line(of transition: Transition) -> String {
    line(
      "transition", transition.event.origin.rawValue, transition.event.name,
      [transition.whenText, transition.guard ?? ""].filter { !$0.isEmpty }.joined(separator: ", "),
      transition.from, transition.to ?? "",
      transition.effect?.description ?? "", transition.kind.rawValue)
  }

  private static func line(of action: Action) -> String {
    line(
      "action", action.event.origin.rawValue, action.event.name, action.guard ?? "",
      action.writes.map(\.description).joined(separator: "; "),
      action.effect?.description ?? "")
  }

  /// Folding leaves no tab in a part, so that no two lists of parts make the same line.
  private static func line(_ parts: String...) -> String {
    var line = ""
    for (position, part) in parts.enumerated() {
      if position > 0 { line += "\t" }
      line += part.whiteSpaceFolded
    }
    return line
  }
}

extension Action.Write: CustomStringConvertible {
  /// The change as it would be written: `isLoading = true`, `path mutate append(1)`.
  public var description: String { "\(path) \(op) \(value)" }
}

extension String {
  /// The text with every run of white space as one space, and none at its ends.
  var whiteSpaceFolded: String {
    isPlain ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether the text is words of visible ASCII with one space between them: then, as almost always,
  /// there is nothing in it to fold or to replace.
  package var isPlain: Bool {
    let space = UInt8(ascii: " ")
    var last = space
    for byte in utf8 {
      guard (0x21...0x7E).contains(byte) || (byte == space && last != space) else { return false }
      last = byte
    }
    return last != space || isEmpty
  }
}
