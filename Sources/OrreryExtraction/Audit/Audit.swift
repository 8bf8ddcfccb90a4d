import OrreryModel
import OrreryTrace

/// A count, by plain syntax, of the state writes and handler exits of each machine, with those that
/// its model does not tell of.
///
/// The count knows nothing of how handlers are walked, so that it shows what a walk has lost.
public struct Audit: Hashable, Sendable {
  /// How the model tells of a place in the source.
  public enum Account: String, CaseIterable, Sendable {
    /// A transition or an action is placed at it, or is reached through it.
    case row
    /// The model says that it could not decide what happens there.
    case unresolved
    /// A later write of the same run takes its place.
    case overwritten
    /// Only a state that exists while a handler runs comes there.
    case temporary
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
    /// Why nothing tells of it, as a clause without its full stop; empty where something does.
    public var reason: String
  }

  /// The findings of one machine, in source order.
  public struct Machine: Hashable, Sendable {
    public var id: String
    public var findings: [Finding]

    public var missing: [Finding] { findings.filter { $0.account == .missing } }

    public func count(_ kind: Finding.Kind, _ account: Account? = nil) -> Int {
      findings.count { $0.kind == kind && (account == nil || $0.account == account) }
    }
  }

  /// The machines in the order of the extract.
  public var machines: [Machine]

  /// Audits what an extraction of the same files found.
  ///
  /// - Complexity: Linear in the size of the source.
  public init(_ files: [SourceText], extract: Extract) {
    let index = SourceIndex(Extractor.parse(Screening.passing(Extractor.sorted(files))))
    let sites = Extractor.sites(in: index)
    self.init(
      index: index,
      extract.machines.compactMap { machine in
        sites.first { $0.id == machine.id }.map { ($0, machine) }
      })
  }

  init(index: SourceIndex, _ audited: [(site: Site, machine: OrreryModel.Machine)]) {
    let writes = WriteScanner.scan(index, for: audited.map(\.site))
    machines = zip(audited, writes).map { ($0, $1) }.concurrentMap { pair, writes in
      let account = Accounting(
        site: pair.site, machine: pair.machine, index: index, writes: writes)
      return Machine(id: pair.machine.id, findings: account.findings)
    }
  }
}

extension Audit {
  public func count(_ kind: Finding.Kind, _ account: Account? = nil) -> Int {
    machines.reduce(0) { $0 + $1.count(kind, account) }
  }

  /// The reasons for what is missing, the most frequent first.
  public var reasons: [(reason: String, count: Int)] {
    let missing = machines.flatMap(\.missing)
    return Dictionary(grouping: missing, by: \.reason).map { ($0.key, $0.value.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }
}

extension Audit.Machine {
  /// A warning for each state write that no part of the model tells of.
  var diagnostics: [Diagnostic] {
    missing.filter { $0.kind == .write }.map { finding in
      Diagnostic(
        id: "unread-write", severity: .warning, location: finding.location,
        message: "'\(finding.text)' changes the state of '\(id)' in no transition: "
          + finding.reason)
    }
  }
}

extension Site {
  var id: String { Naming.machine(module: module, path: path) }
}
