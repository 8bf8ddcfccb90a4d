import OrreryModel
import OrreryTrace

/// How a log and the declaration of one machine agree.
public struct MachineConformance: Sendable {
  /// A step that no edge declares.
  public struct Undeclared: Hashable, Sendable {
    /// The step with its states as the declaration names them.
    public var step: ObservedStep
    /// The ordinal of the transition in ``MachineConformance/machine`` that stands for it.
    public var ordinal: Int
    /// The ordinals of declared edges that come closest, the closest first.
    public var nearest: [Int]
  }

  /// The first step of an instance that no edge declares.
  public struct Divergence: Hashable, Sendable {
    public var instance: UInt64
    public var sequence: UInt64
    /// Monotonic nanoseconds.
    public var at: UInt64
    /// The step with its states as the declaration names them.
    public var step: ObservedStep.Key
  }

  /// A place at which the recording of an instance leaves something out: it was left in one state, and
  /// its next step begins in another.
  public struct Gap: Hashable, Sendable {
    public var instance: UInt64
    /// The step that begins in another state.
    public var sequence: UInt64
    /// Monotonic nanoseconds.
    public var at: UInt64
    /// The state in which the instance was left, as the declaration names it.
    public var leftIn: String
    /// The step that left it there; nothing where that was its start.
    public var previous: UInt64?
    /// The step with its states as the declaration names them.
    public var step: ObservedStep.Key
    /// The last steps that the log itself lacks, where it lacks any between the two.
    public var missing: ClosedRange<UInt64>?
  }

  /// A state in which instances started, and the declared machine does not.
  public struct UnexpectedStart: Hashable, Sendable {
    /// The state as the declaration would name it.
    public var state: String
    /// The declared initial state; nothing where the machine has no state of that name at all.
    public var expected: String?
    public var instances: Int
  }

  /// Steps of which only the states were seen, and what the declaration has between these.
  public struct ByStates: Hashable, Sendable {
    public enum Finding: String, CaseIterable, Sendable {
      /// Edges of one event, which are confirmed.
      case edge
      /// Edges of several events: one of them was taken, and nothing tells which.
      case alternatives
      /// No edge, but a way over several: the states in between were not seen.
      case way
    }

    /// The step with its states as the declaration names them.
    public var step: ObservedStep
    public var finding: Finding
    /// The ordinals of these edges; those of a way from its beginning to its end.
    public var ordinals: [Int]
  }

  /// The structure hashes of a log and of a declaration that differ.
  public struct StructureMismatch: Hashable, Sendable {
    public var recorded: String
    public var declared: String
  }

  /// The names of a log and of a declaration that differ.
  public struct VocabularyMismatch: Hashable, Sendable {
    public var recorded: String
    public var declared: String
    /// Names that only the log, or only the declaration, has: `state idle`, `event input.load`.
    public var onlyRecorded: [String]
    public var onlyDeclared: [String]
  }

  /// The id under which the machine was recorded.
  public var recordedID: String
  /// The declared machine, and after its transitions those that were only seen.
  public var machine: Machine
  /// The number of transitions that are declared.
  public var declaredCount: Int
  /// The verdict on each transition, by its ordinal in `machine.transitions`.
  public var verdicts: [Int: Verdict]
  /// The steps of each transition that was seen, by its ordinal.
  ///
  /// Edges that differ only in their guard share their steps, and each has all of them.
  public var counts: [Int: Int]
  /// Set where the log was recorded from a machine of other names.
  public var vocabularyMismatch: VocabularyMismatch?
  /// Set where the log tells the structure of the machine that ran, and it was another one.
  public var structureMismatch: StructureMismatch?
  /// In the order in which they were first seen.
  public var undeclared: [Undeclared]
  /// Steps that only an edge of unknown target explains.
  public var explained: [ObservedStep]
  /// Declared edges that were confirmed together with one that differs only in its guard: the log
  /// does not tell which of them was taken.
  public var guardsNotEvaluated: [Int]
  public var steps: Int
  /// The instances that the log tells of.
  public var instances: Int
  /// The number of instances that took a step that no edge declares.
  public var divergedInstances = 0
  /// Where they first did, in the order of the log; no more than
  /// ``ConformanceMeter/divergenceLimit``.
  public var divergences: [Divergence] = []

  /// States in which instances started and the declared machine does not, in the order in which they
  /// were first seen.
  public var unexpectedStarts: [UnexpectedStart] = []
  /// How often an instance was left in one state and went on in another.
  public var gapCount = 0
  /// Where that was, in the order of the log; no more than ``ConformanceMeter/divergenceLimit``.
  public var gaps: [Gap] = []

  /// Steps of which only the states were seen and joined, in the order in which they were first seen.
  public var byStates: [ByStates] = []
  /// The ordinals of edges that no step confirms which names its event.
  public var confirmedByStates: [Int] = []

  /// Whether no step contradicts the declaration, and each begins where the last one ended.
  public var conforms: Bool { undeclared.isEmpty && missingSteps == 0 }

  /// The part of the steps that the declaration confirms or explains, from 0 to 1; nothing where
  /// there was no step.
  ///
  /// What a recording leaves out counts as a step that nothing confirms.
  public var fitness: Double? {
    Fitness.fraction(of: steps, missing: missingSteps, without: unconfirmedSteps)
  }

  /// The least number of steps that were taken and not recorded.
  public var missingSteps: Int {
    gapCount + unexpectedStarts.reduce(0) { $0 + $1.instances }
      + byStates.filter { $0.finding == .way }.reduce(0) {
        $0 + $1.step.count * ($1.ordinals.count - 1)
      }
  }

  /// The steps that no edge declares.
  public var undeclaredSteps: Int { undeclared.reduce(0) { $0 + $1.step.count } }

  /// The steps without event of a finding.
  public func steps(of finding: ByStates.Finding) -> Int {
    byStates.filter { $0.finding == finding }.reduce(0) { $0 + $1.step.count }
  }

  /// The steps that no edge declares, and those that leave out states.
  fileprivate var unconfirmedSteps: Int { undeclaredSteps + steps(of: .way) }

  /// The ordinals of the edges of a verdict, ascending.
  public func ordinals(of verdict: Verdict) -> [Int] {
    machine.transitions.indices.filter { verdicts[$0] == verdict }
  }
}

/// How a log and a set of declared machines agree.
public struct ConformanceReport: Sendable {
  /// One for each recorded machine, in the order of their recorded ids.
  public var machines: [MachineConformance]
  /// The ids of declared machines that the log does not hold, in the order of declaration.
  public var notRecorded: [String]
  /// Recorded names that are not declared.
  public var strayNames: [StrayName] = []
  /// The recorded machines that are made of others and not declared themselves: these parts are compared.
  public var composites: [String] = []

  /// The recorded machines that were not compared, because their declaration was not found.
  public var strayMachines: [StrayName] { strayNames.filter { $0.kind == .machine } }

  /// Whether something was recorded, and every recorded machine is declared and conforms.
  public var conforms: Bool {
    !isEmpty && machines.allSatisfy(\.conforms) && strayMachines.isEmpty
  }

  /// Whether no step was recorded of a declared machine: then nothing is confirmed.
  public var isEmpty: Bool { machines.allSatisfy { $0.steps == 0 } }

  /// The part of all steps that the declarations confirm or explain, from 0 to 1; nothing where there
  /// was no step.
  public var fitness: Double? {
    Fitness.fraction(
      of: machines.reduce(0) { $0 + $1.steps },
      missing: machines.reduce(0) { $0 + $1.missingSteps },
      without: machines.reduce(0) { $0 + $1.unconfirmedSteps })
  }
}

private enum Fitness {
  static func fraction(of steps: Int, missing: Int, without contradicting: Int) -> Double? {
    steps > 0 ? Double(steps - contradicting) / Double(steps + missing) : nil
  }
}
