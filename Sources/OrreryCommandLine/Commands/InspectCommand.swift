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

      A page holds the last two million steps of a run, and says how many came before.

      Example: orrery inspect run.jsonl --source Sources --open
      Example: orrery inspect run.jsonl --from 1040 --to 1060 --redact --output bug.html
      """)

  @Argument(
    help: ArgumentHelp(
      "Recorded traces.",
      discussion: """
        Files, folders, patterns such as 'run.jsonl*', or - for the standard input. What ends in \
        .gz is unpacked.
        """, valueName: "file"),
    completion: .file(extensions: ["jsonl", "gz"]))
  var files: [String]

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

  @OptionGroup(title: "A part of a run") var part: RunPartOptions

  @OptionGroup(title: "Declaration") var declaration: DeclarationOptions

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let declared = try declared(in: context)
    var run = try RecordedRuns.collect(files, part.options(only), in: context)
    guard run.steps > 0 else {
      throw Failure(
        "no step to show", advice: "`orrery trace summary` tells what the traces hold")
    }
    let models = MachineModel.all(
      of: run, declared: declared, log: files.first ?? "", draw: PictureLayout(context).svg)
    var chunker = RunChunker()
    let chunk = chunker.chunk(of: &run, models: models)
    let path = output ?? Self.page(for: files.first ?? "run")
    try PageFile(chunk: chunk, title: path).write(to: path, in: context)
    if path != "-" { context.console.note("\(Quantity.text(chunk.steps, "step")) written to \(path)") }
    if open, path != "-" { Browser.open(context.project.absolute(path), on: context.console) }
    return .fine
  }

  /// The declared machines; nothing where neither source nor a model was named.
  private func declared(in context: Context) throws(Failure) -> [Machine]? {
    guard !declaration.source.isEmpty || declaration.model != nil else { return nil }
    return try declaration.machines(in: context)
  }

  /// `run.jsonl.gz` gives `run.html`.
  private static func page(for file: String) -> String {
    guard file != "-" else { return "run.html" }
    var name = PathName.name(file)
    for ending in [".gz", ".jsonl"] where name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
    }
    return "\(name).html"
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
        Values of events and states, why effects failed, and the name and time of the program. The \
        names of states, events and effects stay.
        """))
  var redact = false

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
    return options
  }
}
