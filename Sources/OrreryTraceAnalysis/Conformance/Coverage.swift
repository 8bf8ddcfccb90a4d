import OrreryModel

/// 0-switch coverage (ISTQB): how many of the edges that can be taken were taken.
public struct Coverage: Hashable, Sendable {
  /// Declared edges of the kinds *move* and *stay* but for late answers.
  public var declared: Int
  /// Those of them that were seen.
  public var seen: Int

  public init(declared: Int, seen: Int) {
    self.declared = declared
    self.seen = seen
  }

  /// The covered part, from 0 to 1; all of it where there is no edge to take.
  public var fraction: Double { declared == 0 ? 1 : Double(seen) / Double(declared) }
}

extension MachineConformance {
  /// The coverage of the declared edges; those of unknown target and late answers count neither way.
  public var coverage: Coverage {
    let takeable = machine.transitions.prefix(declaredCount).indices.filter {
      machine.transitions[$0].isTakeable
    }
    let seen = takeable.filter { verdicts[$0] == .confirmed }
    return Coverage(declared: takeable.count, seen: seen.count)
  }
}
