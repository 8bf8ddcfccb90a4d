import OrreryModel

/// How much of one declared machine runs have covered.
public struct MachineCoverage: Sendable {
  public let machine: Machine
  /// Edges of the kinds *move* and *stay* but for late answers, by their position in the machine's
  /// transitions.
  public internal(set) var edges: [CoverageItem<Int>]
  public internal(set) var pairs: [CoverageItem<EdgePair>]
  public internal(set) var states: [CoverageItem<String>]
  public internal(set) var events: [CoverageItem<Event.ID>]
  /// Edges of the kinds *reject*, *trap* and *throw*, by their position.
  public internal(set) var rejected: [CoverageItem<Int>]
  /// Steps that no edge declares or explains: they cover nothing.
  public internal(set) var undeclaredSteps = 0
  /// Steps of which only the states were seen, and these tell the edge.
  public internal(set) var joinedByStates = 0
  /// Steps of which only the states were seen, and these tell no edge: they cover nothing but states.
  public internal(set) var unjoinedSteps = 0
  public internal(set) var steps = 0
  /// Edges that were seen together with one that differs only in its guard, by their position: a log
  /// does not tell which of them was taken.
  public internal(set) var guardsNotEvaluated: [Int] = []

  mutating func takeUnnamed(isJoined: Bool) {
    if isJoined { joinedByStates += 1 } else { unjoinedSteps += 1 }
  }

  /// How much of it is covered; what is excluded counts neither way.
  public func figure(_ criterion: CoverageCriterion) -> Coverage {
    switch criterion {
    case .edges: Self.figure(edges)
    case .pairs: Self.figure(pairs)
    case .states: Self.figure(states)
    case .events: Self.figure(events)
    case .rejected: Self.figure(rejected)
    }
  }

  private static func figure(_ items: [CoverageItem<some Hashable>]) -> Coverage {
    let counted = items.filter { $0.exclusion == nil }
    return Coverage(declared: counted.count, seen: counted.count(where: \.isCovered))
  }
}

/// How much of a set of declared machines a set of traces covers.
public struct CoverageReport: Sendable {
  /// What one trace adds.
  public struct Trace: Hashable, Sendable {
    public var name: String
    public var steps: Int
    /// Edges that it covers, and those that no other one does.
    public var edges: Int
    public var onlyHere: Int
  }

  /// In the order of declaration.
  public var machines: [MachineCoverage]
  public var traces: [Trace]
  public var exclusions: [CoverageExclusion]
  /// Recorded machines whose declaration was not found, which cover nothing.
  public var strayMachines: [StrayName] = []

  /// The figure of all machines together.
  public func figure(_ criterion: CoverageCriterion) -> Coverage {
    machines.map { $0.figure(criterion) }.reduce(Coverage(declared: 0, seen: 0)) {
      Coverage(declared: $0.declared + $1.declared, seen: $0.seen + $1.seen)
    }
  }

  /// The positions of exclusions that a run disproved, because it took an edge of theirs.
  public var reachedExclusions: [Int] {
    exclusions.indices.filter { position in
      machines.contains { machine in
        (machine.edges + machine.rejected).contains { $0.exclusion == position && $0.isCovered }
      }
    }
  }

  /// The positions of exclusions that mean no edge of any of the machines.
  public var idleExclusions: [Int] {
    exclusions.indices.filter { position in
      !machines.contains { machine in
        (machine.edges + machine.rejected).contains { $0.exclusion == position }
      }
    }
  }
}
