/// A recorded name that the declaration does not have: what is told under it joins with nothing.
public struct StrayName: Error, Hashable, Sendable {
  /// What a name is of.
  public enum Kind: String, CaseIterable, Sendable {
    case machine, state, event
  }

  public var kind: Kind
  /// The id under which the machine was recorded.
  public var machine: String
  /// The name of the state or event; the machine's id again where that is the stray one.
  public var name: String
  /// Declared names that may be meant, the closest first, three at most.
  public var nearest: [String]
  /// Whether the id is the end of several declared ones, which are then all of ``nearest``.
  public var isAmbiguous = false
}
