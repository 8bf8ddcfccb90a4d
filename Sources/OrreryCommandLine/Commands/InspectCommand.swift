import ArgumentParser
import Foundation
import OrreryInspector
import OrreryModel

struct InspectCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Writes a page that shows a recorded run in the browser: replay, search, coverage.",
    discussion: """
      The page is one HTML file. It works without a network, and nothing of it leaves the computer. It \
      shows the picture of each machine with the current state, when each instance was in which state, \
      and all that is known of each step. Press ? in the page for its keys.

      With --source, each step and each edge is judged by what the source declares.

      With --follow or --listen the page is served, and shows steps as they come, from traces that are \
      still being written and from programs that send their records: the address for ORRERY_TRACE is \
      printed. Nobody can look without the token in the address.

      A page holds the last two million steps of a run, and says how many came before.

      Example: orrery inspect run.jsonl --source Sources --open
      Example: orrery inspect run.jsonl --from 1040 --to 1060 --redact --output bug.html
      Example: orrery inspect --follow run.jsonl --source Sources --open
      """)

  @Argument(help: TraceFiles.filesHelp, completion: .file(extensions: ["jsonl", "gz"]))
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The page; by default the name of the first trace with .html, here.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "Only the machine of that id, or whose id ends in it. May be repeated.", valueName: "name"))
  var only: [String] = []

  @OptionGroup var layers: LayerOptions

  @OptionGroup(title: "Live") var live: LiveOptions

  @OptionGroup(title: "A part of a run") var part: RunPartOptions

  @OptionGroup(title: "Declaration") var declaration: DeclarationOptions

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard live.isLive || !files.isEmpty else {
      throw ValidationError("Name a trace, or --listen for programs that send their records.")
    }
    guard !live.isLive || (output == nil && part.isWhole) else {
      throw ValidationError("'--output', '--from' and '--to' are for a page that is written.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let declared = try declared(in: context)
    if let address = live.address {
      var inspection = try LiveInspection(
        files, part.options(only), declared: declared, in: context
      ) { if open { Browser.open($0, on: context.console) } }
      try inspection.serve(at: address)
      return .fine
    }
    var run = try RecordedRuns.collect(files, part.options(only), in: context)
    guard run.steps > 0 else {
      throw Failure(
        "no step to show", advice: "`orrery trace summary` tells what the traces hold")
    }
    let models = MachineModel.all(
      of: run, declared: declared, log: part.redact ? "" : files.first ?? "",
      draw: PictureLayout(context).svg)
    let path: String
    if let output { path = output } else { path = try page(in: context) }
    let (count, dropped) = (run.steps, run.droppedSteps)
    let steps = run.takeSteps()
    var tables = RunTables()
    let title = part.redact ? "A run" : PathName.name(path)
    try PageFile(tables: tables.chunk(of: &run, models: models), steps: steps, title: title)
      .write(to: path, in: context)
    if dropped > 0 {
      context.console.warn("\(Quantity.text(dropped, "earlier step")) had no place in the page")
    }
    if path != "-" { context.console.note("\(Quantity.text(count, "step")) written to \(path)") }
    if open, path != "-" { Browser.open(context.project.absolute(path), on: context.console) }
    return .fine
  }

  /// The declared machines; nothing where neither source nor a model was named.
  private func declared(in context: Context) throws(Failure) -> [Machine]? {
    guard !declaration.source.isEmpty || declaration.model != nil else { return nil }
    return try declaration.machines(in: context, layers: layers.layers(context.project))
  }

  /// Named by the first log: `run.jsonl.gz` gives `run.html`.
  private func page(in context: Context) throws(Failure) -> String {
    guard let input = try TraceInput.all(files, in: context.project).first,
      input.source != .standardInput
    else { return "run.html" }
    let name = PathName.name(input.name)
    let end = name.firstRange(of: ".jsonl")?.lowerBound ?? name.endIndex
    return name[..<end].isEmpty ? "run.html" : "\(name[..<end]).html"
  }
}

/// Whether the page is served, and where.
struct LiveOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Keep running and show what is added to the traces, until stopped.",
      discussion: "Further parts of a trace, and files that join a folder, are followed as well."))
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Serve the page there; port 0 is any that is free. By default 127.0.0.1:0 with --follow.",
      valueName: "host:port"), transform: Self.address)
  var listen: ListenAddress?

  var isLive: Bool { follow || listen != nil }
  var address: ListenAddress? { listen ?? (follow ? ListenAddress("127.0.0.1:0") : nil) }

  private static func address(_ text: String) throws -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw ValidationError("'\(text)' is no address such as 127.0.0.1:8080 or [::1]:0.")
    }
    return address
  }
}

/// Which steps of a run are taken, and what of them.
struct RunPartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only from that step on.", valueName: "step"))
  var from: UInt64?

  @Option(help: ArgumentHelp("Only up to that step.", valueName: "step"))
  var to: UInt64?

  @Flag(
    help: ArgumentHelp(
      "Leave out what may be private.",
      discussion: """
        Values of events and states, why effects failed, the name and time of the program, and \
        folders. The names of states, events, effects and source files stay.
        """))
  var redact = false

  var isWhole: Bool { from == nil && to == nil }

  func validate() throws {
    if let from, let to, from > to {
      throw ValidationError("'--from' must not be after '--to'.")
    }
  }

  func options(_ machines: [String]) -> RunCollector.Options {
    var options = RunCollector.Options()
    options.steps = (from ?? 0)...max(to ?? .max, from ?? 0)
    options.isRedacted = redact
    options.machines = machines
    options.pack = { chunk in Task { await PageFile.packed(chunk) } }
    return options
  }
}
