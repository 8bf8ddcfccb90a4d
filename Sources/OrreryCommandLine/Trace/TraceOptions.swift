import ArgumentParser
import OrreryTrace
import OrreryTraceAnalysis

/// Which traces are read, and where the result goes.
struct TraceFiles: ParsableArguments {
  static let filesHelp = ArgumentHelp(
    "Recorded traces.",
    discussion: """
      Files, folders, patterns such as 'run.jsonl*', or - for the standard input. What ends in \
      .gz is unpacked.
      """, valueName: "file")

  @Argument(help: Self.filesHelp, completion: .file(extensions: ["jsonl", "gz"]))
  var files: [String]

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

  /// Whether a record is about a machine that was asked for, or about none.
  func wants(_ record: Record) -> Bool {
    guard let id = record.machineID, !only.isEmpty else { return true }
    return only.contains { Naming.matches(id: id, name: $0) }
  }
}

/// What the verbs that report or draw share.
struct TraceOptions: ParsableArguments {
  @OptionGroup var input: TraceFiles

  @Option(help: ArgumentHelp("What to write: \(TraceFormat.list).", valueName: "format"))
  var format: TraceFormat = .text

  @Flag(help: "With text, markdown or json, write the diagram instead of the report.")
  var diagram = false

  /// What is to be written.
  var form: TraceFormat { diagram ? format.picture : format }

  var files: [String] { input.files }
  var output: String? { input.output }
  var only: [String] { input.only }
}
