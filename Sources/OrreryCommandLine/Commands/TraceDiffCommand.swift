import ArgumentParser
import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

struct TraceDiffCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says how two runs of the same machines differ.",
    discussion: """
      Compares instances in the order in which they started. The report says where each instance \
      first differs, which edges appeared, vanished or were taken more or less often, and which \
      mean times differ.

      With --strict, ends with 3 if the steps differ.

      Example: orrery trace diff good.jsonl bad.jsonl
      """)

  /// What is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(
    help: ArgumentHelp("The run before.", valueName: "before"),
    completion: .file(extensions: ["jsonl", "gz"]))
  var before: String

  @Argument(
    help: ArgumentHelp("The run after.", valueName: "after"),
    completion: .file(extensions: ["jsonl", "gz"]))
  var after: String

  @Option(help: "What to write: text, json.")
  var format: Format = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file of the report; the standard output if none.", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Only the machine of that id, or whose id ends in it. May be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Report a mean time that grew or shrank by more than this factor."))
  var ratio = 2.0

  @Flag(help: "End with 3 where the steps differ.")
  var strict = false

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard ratio >= 1, ratio.isFinite else {
      throw ValidationError("'--ratio' must be a number from 1 on.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    var unknown = UnknownNames(machines: only)
    let diff = RunDiff(
      from: try steps(before, &unknown, in: context), to: try steps(after, &unknown, in: context),
      ratio: ratio)
    try unknown.requireNone()
    let texts = diff.machines.map(RunDiffText.init)
    let destination = Destination(output, in: context)
    switch format {
    case .text: try destination.write(texts.flatMap(\.lines))
    case .json:
      let json: JSONText = [
        "schema": .string("orrery.tracediff/1"), "machines": .array(texts.map(\.json)),
      ]
      try destination.write(json.document(levels: 4))
    }
    let differs = diff.machines.contains { !$0.divergences.isEmpty || !$0.edges.isEmpty }
    return strict && differs ? .drift : .fine
  }

  private func steps(
    _ path: String, _ unknown: inout UnknownNames, in context: Context
  ) throws(Failure) -> RecordedSteps {
    var steps = RecordedSteps()
    try RecordedRuns.forEach([path], in: context) { record in
      unknown.note(record)
      let isWanted = record.machineID.map { id in
        only.isEmpty || only.contains { Naming.matches(id: id, name: $0) }
      }
      if isWanted ?? true { steps.add(record) }
    }
    return steps
  }
}
