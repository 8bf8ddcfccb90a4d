/// The hash of the names that a machine may use.
///
/// Macros and the runtime see names, not edges, so this is what a log can carry to tell whether it
/// was recorded from the machine that is read.
public enum VocabularyHash {
  /// SHA-256 over the lines `state NAME` and `event ORIGIN NAME`: white space in names folded to
  /// single spaces, sorted by bytes, each line once and ended by a newline.
  ///
  /// - Parameters:
  ///   - states: Names of enum states. A struct's states are a projection that only the declaration
  ///     knows, so none are given for it.
  ///   - events: Origin and name of each event.
  public static func hash(
    states: [String], events: [(origin: String, name: String)]
  ) -> String {
    let lines =
      states.map { "state \(folded($0))" }
      + events.map { "event \(folded($0.origin)) \(folded($0.name))" }
    return Digest.sha256Hex(ofSorted: lines)
  }

  private static func folded(_ name: String) -> String {
    name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      ? name : name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
