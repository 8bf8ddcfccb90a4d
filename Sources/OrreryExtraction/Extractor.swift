import OrreryModel
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Finds the state machines that source files declare.
public struct Extractor: Sendable {
  /// What the caller may decide.
  public struct Options: Hashable, Sendable {
    /// The properties that name the states of a struct state, by machine id or its last parts.
    public var projections: [String: [String]] = [:]
    /// The initial state, by machine id or its last parts.
    public var initialStates: [String: String] = [:]

    public init() {}
  }

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// Reads files and returns machines with everything that could not be decided.
  ///
  /// Never fails: what is not understood is in the result. The order of the files does not matter.
  /// - Complexity: Linear in the size of the source.
  public func extract(_ files: [SourceText]) -> Extract {
    let index = Self.index(files)
    let sites = Self.sites(in: index)
    let built = sites.map { MachineBuilder(site: $0, index: index, options: options) }
      .concurrentMap { $0.build() }
    let others = built.filter { !moves($0) }
    let machines = built.filter(moves).sorted { ($0.location, $0.id) < ($1.location, $1.id) }
    let audit = Audit(index: index, sites: sites, machines: machines)
    return Extract(
      machines: machines,
      diagnostics: index.files.flatMap(syntaxErrors) + index.duplicates.map(duplicate)
        + others.map(explanation) + index.files.filter(\.isGenerated).map(generated)
        + Unrecognised(index: index, sites: sites).diagnostics + audit.diagnostics)
  }

  /// The files parsed, in an order that does not depend on how they were given.
  static func index(_ files: [SourceText]) -> SourceIndex {
    let sorted = files.sorted { ($0.path, $0.module) < ($1.path, $1.module) }
    return SourceIndex(
      sorted.concurrentMap { SourceFile($0, tree: Parser.parse(source: $0.text)) })
  }

  /// Whether a handler changes the state from one case to another; an enum that is only looked at
  /// or rebuilt is no machine.
  private func moves(_ machine: Machine) -> Bool {
    guard machine.style == .mutating || machine.style == .actor else { return true }
    return machine.transitions.contains { $0.kind == .move || $0.kind == .unresolved }
  }

  private func duplicate(
    _ found: (kept: TypeInfo, dropped: DeclSyntax, file: SourceFile)
  ) -> Diagnostic {
    let first = found.kept.file.location(of: found.kept.node)
    return Diagnostic(
      id: "duplicate-type", severity: .warning, location: found.file.location(of: found.dropped),
      message: "'\(found.kept.path.joined(separator: "."))' is declared before at "
        + "\(first.file):\(first.line) and left out here; read each module by itself")
  }

  private func generated(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      id: "generated-file", severity: .note, location: file.location(of: file.tree),
      message: "the file says that a tool wrote it; no machine is looked for in it")
  }

  private func explanation(_ machine: Machine) -> Diagnostic {
    Diagnostic(
      id: "no-transitions", severity: .note, location: machine.location,
      message: "'\(machine.name)' is no machine: no handler changes its state to another case")
  }

  /// The machines of every style; a type that a more special style claims is left to it.
  static func sites(in index: SourceIndex) -> [Site] {
    var claimed: Set<String> = []
    let reducers = ReducerStyle(index: index)
    let composed = reducers.transitionSites() + ComposableStyle(index: index).sites()
    // A closure that a feature's body calls for is that feature's.
    let walked = Set(composed.flatMap(\.handlers).flatMap { [$0] + $0.next }.map(\.body.id))
    let closures = ClosureStyle(index: index).sites().filter { site in
      site.handlers.allSatisfy { !walked.contains($0.body.id) }
    }
    let special = composed + reducers.functionSites() + closures
    let sites = (special + MutatingStyle(index: index).sites()).filter { site in
      !site.file.isGenerated
        && claimed.insert(([site.module] + site.path).joined(separator: ".")).inserted
    }
    // An enum with one mutating helper that another machine keeps its state in is that machine's.
    let held = Set(
      sites.filter { site in
        site.holder == .parameter
          || (site.holder != .selfValue && MutatingStyle.changers(of: site.state) < 2)
      }.map(\.state.key))
    return sites.filter { $0.holder != .selfValue || !held.contains($0.state.key) }
  }

  private func syntaxErrors(in file: SourceFile) -> [Diagnostic] {
    guard file.tree.hasError else { return [] }
    return ParseDiagnosticsGenerator.diagnostics(for: file.tree).map { diagnostic in
      Diagnostic(
        id: "syntax", severity: .error, location: file.location(at: diagnostic.position),
        message: diagnostic.message)
    }
  }
}
