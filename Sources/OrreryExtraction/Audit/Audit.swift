import OrreryLowering
import OrreryModel
import OrreryRecognition

/// A count of the state writes and handler exits of each machine, with those that its model does not
/// tell of.
///
/// What is counted are the instructions of all functions as they are lowered. The count knows nothing of
/// how handlers are executed, so that it shows what an execution has lost.
public struct Audit: Hashable, Sendable {
  /// How the model tells of a place in the source.
  public enum Account: String, CaseIterable, Sendable {
    /// A transition or an action is placed at it, or says the same write.
    case row
    /// The model says that it could not decide what happens there.
    case unresolved
    /// Paths came to it and went on to a later write, at which their row is placed.
    case overwritten
    /// Only a state that exists while a handler runs comes there.
    case temporary
    /// Paths end there whose row is placed elsewhere: at what they changed, or with others that did
    /// the same.
    case joined
    /// Executions came to the branches around it, and no state that can hold there takes the one to it;
    /// or it follows what has no end.
    case ruledOut
    /// Nothing tells of it.
    case missing
  }

  /// A state write, or a place where a handler ends.
  public struct Finding: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
      case write, exit
    }

    public var kind: Kind
    public var location: SourceLocation
    /// The statement as written, on one line.
    public var text: String
    public var account: Account
    /// The function, or the property with accessors or a closure, that it stands in.
    public var place: String
    /// Why nothing tells of it, as a clause without its full stop; empty where something does.
    public var reason: String
    /// Whether no handler leads there, as far as it is executed.
    var isOutside = false
    /// Whether some ways to it are told, and others are not.
    var isToldElsewhere = false
  }

  /// The findings of one machine, in source order.
  public struct Machine: Hashable, Sendable {
    public var id: String
    public var kind: MachineKind
    /// What the machine was recognised by, as a clause without its full stop.
    public var sign: String
    public var findings: [Finding]

    public var missing: [Finding] { findings.filter { $0.account == .missing } }

    public func count(_ kind: Finding.Kind, _ account: Account? = nil) -> Int {
      findings.count { $0.kind == kind && (account == nil || $0.account == account) }
    }
  }

  /// How machines are told apart in totals.
  public struct MachineKind: Hashable, Sendable {
    public var style: OrreryModel.Machine.Style
    public var state: OrreryModel.Machine.StateKind
  }

  /// The machines in the order of the extract.
  public var machines: [Machine]

  /// A machine, and where the executions of its handlers came.
  struct Audited {
    var site: Site
    var machine: OrreryModel.Machine
    var footprint: () -> Footprint
  }

  init(index: SourceIndex, _ audited: [Audited]) {
    let writes = Ledger.writes(in: index, of: audited.map(\.site))
    machines = zip(audited, writes).map { ($0, $1) }.concurrentMap { audited, writes in
      Machine(
        id: audited.machine.id,
        kind: MachineKind(style: audited.machine.style, state: audited.machine.stateKind),
        sign: audited.site.sign,
        findings: index.withProgram { program in
          Accounting(audited, index: index, program, writes: writes).findings
        })
    }
  }
}

extension Audit {
  public func count(_ kind: Finding.Kind, _ account: Account? = nil) -> Int {
    machines.reduce(0) { $0 + $1.count(kind, account) }
  }

  /// The share of what is found of which the model tells what happens, from 0 to 1; nothing where
  /// nothing is found.
  public func resolved(_ kind: Finding.Kind) -> Double? {
    let all = count(kind)
    let open = count(kind, .unresolved) + count(kind, .missing)
    return all == 0 ? nil : Double(all - open) / Double(all)
  }

  /// The same audit for the machines of each style and kind of state, in the order of their names.
  public var parts: [(kind: MachineKind, audit: Audit)] {
    Dictionary(grouping: machines, by: \.kind)
      .map { ($0, Audit(machines: $1)) }
      .sorted {
        ($0.0.style.rawValue, $0.0.state.rawValue) < ($1.0.style.rawValue, $1.0.state.rawValue)
      }
  }

  private init(machines: [Machine]) { self.machines = machines }

  /// The reasons for what is missing, the most frequent first.
  public var reasons: [(reason: String, count: Int)] {
    let missing = machines.flatMap(\.missing)
    return Dictionary(grouping: missing, by: \.reason).map { ($0.key, $0.value.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }
}

extension Audit.Machine {
  /// A note for each place that is ruled out, and a warning for each state write that no part of the
  /// model tells of.
  var diagnostics: [Diagnostic] {
    findings.compactMap { finding in
      switch (finding.account, finding.kind) {
      case (.ruledOut, let kind):
        Diagnostic(
          id: "unreachable", severity: .note, location: finding.location,
          message: "this \(kind.rawValue), '\(finding.text)', is unreachable from every state that "
            + "'\(id)' can have here, unless a call on the way changes the state")
      case (.missing, .write) where !finding.isOutside:
        Diagnostic(
          id: "unread-write", severity: .warning, location: finding.location,
          message: "'\(finding.text)' changes the state of '\(id)', but no transition shows it: "
            + finding.reason)
      default: nil
      }
    }
  }

  /// The places that stand outside of what is executed.
  var unresolved: [Unresolved] {
    missing.filter(\.isOutside).map { finding in
      let event = finding.kind == .write ? "changes the state" : "ends a handler"
      let extent =
        finding.isToldElsewhere ? "also where no transition shows it" : "but no transition shows it"
      return Unresolved(
        location: finding.location,
        reason: "'\(finding.text)' \(event), \(extent): \(finding.reason)")
    }
  }
}
