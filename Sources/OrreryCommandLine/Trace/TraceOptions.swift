import ArgumentParser

/// What the verbs about traces share.
struct TraceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Recorded traces.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var files: [String]

  @Option(
    help: ArgumentHelp("What to write: \(TraceFormat.list).", valueName: "format"))
  var format: TraceFormat = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file of a report, or the folder of diagrams; the standard output if none.",
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Only the machine of that id, or whose id ends in it. May be repeated.", valueName: "name"))
  var only: [String] = []
}
