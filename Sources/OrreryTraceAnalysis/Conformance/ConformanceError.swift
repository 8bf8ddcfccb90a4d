/// Why recorded and declared machines cannot be compared.
public enum ConformanceError: Error, Hashable, Sendable {
  /// No declared machine has that id or ends in it; `declared` are all ids.
  case unknown(recorded: String, declared: [String])
  /// Several declared machines end in that id.
  case ambiguous(recorded: String, candidates: [String])
}

extension ConformanceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown(let recorded, let declared) where declared.isEmpty:
      "the recorded machine '\(recorded)' is not declared: the source holds no machine"
    case .unknown(let recorded, let declared):
      "the recorded machine '\(recorded)' is not declared; the source declares "
        + "\(Self.list(declared)); name the source that declares it"
    case .ambiguous(let recorded, let candidates):
      "the recorded machine '\(recorded)' may be \(Self.list(candidates)); "
        + "record it under its full id"
    }
  }

  private static func list(_ ids: [String]) -> String {
    let shown = ids.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return ids.count > 8 ? shown + " and \(ids.count - 8) more" : shown
  }
}
