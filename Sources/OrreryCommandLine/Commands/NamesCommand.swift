import ArgumentParser
import OrreryModel
import OrreryModelFile
import OrreryTraceAnalysis

struct NamesCommand: CachingVerb {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Prints the names that a recording has to use, or checks those that it uses.",
    discussion: """
      A recorded step joins the declaration by the names of its machine, its states and its event. \
      For each machine, the names are printed one a line: states, then events, with their origin \
      unless that is input.

      An event that follows a wait, such as internal.load#api.fetch.success, may be recorded as \
      internal.load as well.

      With --check, the names in recorded traces are compared instead: each that is not declared is \
      listed with the nearest ones. Ends with 3 if a state or an event is not declared, else with 2 if \
      a machine is not, as trace conform does.

      Example: orrery names Sources
      Example: orrery names Sources --check run.jsonl
      """)

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "A recorded trace whose names are checked. May be repeated.",
      discussion: "A file, a folder, or a pattern such as 'run.jsonl*'.", valueName: "file"),
    completion: .file(extensions: ["jsonl", "gz"]))
  var check: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only the machine of that id, or whose id ends in it. May be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(help: "What to print.")
  var format: Format = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; the standard output if none.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard check.isEmpty || only.isEmpty else {
      throw ValidationError("'--check' compares all machines of a trace; leave out '--only'.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let model = try SourceModel.read(source, in: context)
    model.report(on: context.console)
    return check.isEmpty ? try list(model, in: context) : try compare(model, in: context)
  }

  private func list(_ model: SourceModel, in context: Context) throws(Failure) -> ExitStatus {
    model.warnWhereEmpty(on: context.console)
    let names = try model.extract.machines.selected(by: only).map(NamesText.init)
    let destination = Destination(output, in: context)
    switch format {
    case .text: try destination.write(names.flatMap(\.lines))
    case .json:
      let json: JSONText = [
        "schema": .string("orrery.names/1"), "machines": .array(names.map(\.json)),
      ]
      try destination.write(json.document(levels: 4))
    }
    return model.isFailed ? .failed : .fine
  }

  private func compare(_ model: SourceModel, in context: Context) throws(Failure) -> ExitStatus {
    let declared = model.whole.machines
    let result = NameCheck(try RecordedRuns.read(check, in: context), declared: declared)
    let strays = StrayNamesText(names: result.strays)
    let destination = Destination(output, in: context)
    switch format {
    case .text where result.strays.isEmpty:
      let names = Quantity.text(result.count, "recorded name")
      try destination.write(["\("joins", .green): \(names), all of them declared"])
    case .text: try destination.write(strays.lines)
    case .json:
      let json: JSONText = [
        "schema": .string("orrery.nameCheck/1"), "joins": .bool(result.strays.isEmpty),
        "names": .number(result.count), "strayNames": strays.json,
      ]
      try destination.write(json.document(levels: 4))
    }
    for failure in strays.failures(declared: declared.map(\.id)) { context.console.report(failure) }
    guard result.strays.allSatisfy({ $0.kind == .machine }) else { return .drift }
    return result.strays.isEmpty ? .fine : .usage
  }
}
