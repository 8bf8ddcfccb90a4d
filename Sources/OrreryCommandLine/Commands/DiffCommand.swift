import ArgumentParser
import OrreryModel
import OrreryRendering

struct DiffCommand: Verb {
  /// What can be said of a difference; every other format is a picture.
  enum Format: Hashable, CaseIterable, RawRepresentable, ExpressibleByArgument {
    case report
    case summary
    case json
    case drawing(DrawingFormat)

    static let allCases: [Self] =
      [.report, .summary, .json]
      + DrawingFormat.allCases.filter { $0.isPicture }.map { .drawing($0) }

    var rawValue: String {
      switch self {
      case .report: "text"
      case .summary: "markdown"
      case .json: "json"
      case .drawing(let format): format.rawValue
      }
    }

    init?(rawValue: String) {
      guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = format
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what machines do differently between two versions.",
    discussion: """
      A version is a git revision, a folder, or a model that `orrery extract --format json` saved. \
      By default the newer version is the work tree. Git is only read. A state, event or machine \
      that does the same under a new name counts as renamed, by likeness.

      Each change has an impact: compatible, behaviour, or breaking (a state, an event or an edge \
      that others rely on is gone). The report lists apart the changes that `diff.allow` in \
      .orrery.yml names. A picture shows both versions in one. The Markdown fits into a comment of \
      a pull request.

      Example: orrery diff main --format markdown
      """)

  @Argument(help: "The older version: a git revision, a folder, or a saved model.")
  var old: String

  @Argument(help: "The newer version; the work tree if none.")
  var new: String?

  @Option(help: "What to write: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: Format = .report

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file of the report, or the folder of the pictures.", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(help: "End with 3 if a change that is not allowed has at least this impact.")
  var failOn: MachineDiff.Impact?

  @OptionGroup var tree: TreeOptions

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let before = DiffSide(old, in: context.project)
    let after = new.map { DiffSide($0, in: context.project) } ?? .workTree
    let sides = (
      try before.model(in: context, reading: tree), try after.model(in: context, reading: tree)
    )
    let hidden = Self.hidden(sides.0, sides.1)
    for id in hidden {
      context.console.report(
        Failure(
          "'\(id)' is not compared: a file with errors may have a part in it",
          advice: "correct the file, or pass it over with --exclude"))
    }
    let diff = ModelDiff(
      from: sides.0.extract.machines.filter { !hidden.contains($0.id) },
      to: sides.1.extract.machines.filter { !hidden.contains($0.id) })
    let report = ModelDiffReport(
      diff, old: before.name, new: after.name, allow: context.project.configuration.allow)
    try write(report, in: context)
    if !hidden.isEmpty { return .failed }
    guard let failOn, let impact = report.impact else { return .fine }
    return impact.rank >= failOn.rank ? .drift : .fine
  }

  /// The machines that one side leaves out, or may hide, sorted.
  private static func hidden(_ old: SourceModel, _ new: SourceModel) -> [String] {
    [(old, new), (new, old)].reduce(into: Set<String>()) { ids, pair in
      let (side, other) = pair
      let whole = Set(side.whole.machines.map(\.id))
      for machine in side.extract.machines + other.extract.machines
      where !whole.contains(machine.id) && side.mayHide(machine.id) {
        ids.insert(machine.id)
      }
    }.sorted()
  }

  private func write(_ report: ModelDiffReport, in context: Context) throws(Failure) {
    let destination = Destination(output, in: context)
    switch format {
    case .report: try destination.write(report.lines)
    case .summary: try destination.write(PullRequestSummary(report: report).text)
    case .json: try destination.write(report.json.document(levels: 5))
    case .drawing(let format):
      let drawings = report.entries.map { entry in
        let picture = entry.picture
        return MachineDrawings.Drawing(machine: picture.machine, options: picture.options)
      }
      guard !drawings.isEmpty else {
        context.console.note("no machine does anything else than before; nothing is drawn")
        return
      }
      try MachineDrawings(drawings: drawings, format: format).write(to: output, in: context)
    }
  }
}

extension MachineDiff.Impact: ExpressibleByArgument {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension DrawingFormat {
  /// Whether the format shows a diagram.
  fileprivate var isPicture: Bool {
    switch self {
    case .picture, .text(.dot), .text(.plantuml), .text(.mermaid): true
    case .text, .model: false
    }
  }
}

extension ModelDiffReport {
  /// The report for people.
  fileprivate var lines: [Styled] {
    guard !entries.isEmpty else { return ["no machine does anything else than before"] }
    let counts = MachineDiff.Impact.allCases.reversed().map { "\(count($0)) \($0.rawValue)" }
    return entries.flatMap { entry in
      ["\(entry.title, .bold)"] + entry.changes.map(line) + [""]
    } + ["\(counts.joined(separator: ", "))"]
  }

  private func line(_ change: Change) -> Styled {
    let style: Styled.Style =
      switch change.impact {
      case .compatible: .green
      case .behaviour: .yellow
      case .breaking: .red
      }
    let place = change.location.map { "  \($0.file):\($0.line)" } ?? ""
    return change.isAllowed
      ? "  \("allowed", .dim) \(change.text)\(place, .dim)"
      : "  \(change.impact.rawValue, style) \(change.text)\(place, .dim)"
  }
}
