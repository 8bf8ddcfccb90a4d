/// Something that a machine reacts to.
public struct Event: Hashable, Sendable {
  /// Where an event comes from.
  public enum Origin: String, CaseIterable, Sendable {
    /// From outside: a user, a caller, the network.
    case input
    /// From an effect that the machine itself started.
    case ioResult
    /// From the machine itself, such as the continuation after an `await`.
    case `internal`
    /// From a nested machine.
    case child
  }

  /// What tells two events of one machine apart.
  public struct ID: Hashable, Sendable {
    public var origin: Origin
    public var name: String

    public init(_ origin: Origin, _ name: String) {
      self.origin = origin
      self.name = name
    }
  }

  public var id: ID
  /// Whether only the file that declares it can send it: a private method.
  public var isPrivate = false
  public var documentation: String?
  public var location: SourceLocation?

  public var name: String { id.name }
  public var origin: Origin { id.origin }

  public init(_ id: ID, documentation: String? = nil, location: SourceLocation? = nil) {
    self.id = id
    self.documentation = documentation
    self.location = location
  }
}

extension Event.ID: Comparable {
  /// Orders inputs before results, then by name.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.origin.rank, lhs.name) < (rhs.origin.rank, rhs.name)
  }
}

extension Event.Origin {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
