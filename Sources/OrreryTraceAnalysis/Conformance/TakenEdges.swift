import OrreryModel
import OrreryTrace

/// Which edges of a compared machine a recorded step took, and what the declaration says of it.
package struct TakenEdges {
  /// A step as the declaration sees it.
  package struct Reading: Hashable, Sendable {
    package var verdict: Verdict
    /// The ordinals of the edges in ``MachineConformance/machine``; several where only guards differ, or
    /// where several regions changed.
    package var ordinals: [Int]
  }

  private let matcher: StepMatcher
  private var undeclared: [ObservedStep.Key: Range<Int>] = [:]

  /// - Parameter declared: The machine as it is declared.
  package init(_ found: MachineConformance, declared: Machine) {
    matcher = StepMatcher(declared)
    let ends = found.undeclared.dropFirst().map(\.ordinal) + [found.machine.transitions.count]
    for (step, end) in zip(found.undeclared, ends) {
      undeclared[step.step.key] = step.ordinal..<max(step.ordinal, end)
    }
  }

  package func reading(of recorded: ObservedStep.Key) -> Reading {
    let step = matcher.projected(recorded)
    let edges = matcher.edges(of: step)
    if !edges.isEmpty { return Reading(verdict: .confirmed, ordinals: edges) }
    if matcher.explains(step) {
      let edges = Set(matcher.open(to: step) + matcher.alternatives(of: step))
      return Reading(verdict: .explained, ordinals: edges.sorted())
    }
    let way = matcher.way(of: step)
    if !way.isEmpty { return Reading(verdict: .explained, ordinals: way) }
    return Reading(verdict: .undeclared, ordinals: undeclared[step].map(Array.init) ?? [])
  }

  /// The names of the declared states, one in each region, that a recorded state stands for.
  package func states(_ recorded: String) -> [String] { matcher.states(recorded) }
}
