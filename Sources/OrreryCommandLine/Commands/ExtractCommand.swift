import ArgumentParser
import OrreryExtraction
import OrreryModel
import OrreryModelFile

struct ExtractCommand: CachingVerb {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Prints the machines that source files declare.",
    discussion: """
      The report says what was found, what could not be resolved, and why. The machines that do most \
      come first. With --format json it is the whole model, schema \(ModelFile.schemaName).

      A file that cannot be read, or is not Swift, is reported; the other files are read. The run \
      ends with 1 if a machine is lost in such a file. Files that have no part in any machine are \
      not parsed, unless no file has one.

      With --audit, the report counts the state writes and the exits of handlers by syntax alone, \
      and says how each machine was recognised. It lists the writes and exits that the model misses.

      With --dump lowered FUNCTION, what a function is understood as is printed instead: its blocks, \
      and what each of them does.

      Example: orrery extract Sources --format json --output model.json
      Example: orrery extract Sources --dump lowered Player.load
      """)

  @OptionGroup var source: SourceOptions

  @Option(help: "What to print.")
  var format: Format = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; the standard output if none.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "End with 4 where parts are unresolved.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "The file to write with the unresolved parts, which `orrery check --baseline` accepts.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var writeBaseline: String?

  @Flag(help: "Count the writes and exits in the source, and list those that the model misses.")
  var audit = false

  @Flag(help: "Show the notes too: what looks like a machine and is none, and why.")
  var verbose = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Print a function as it is understood: 'lowered' and its name.",
      valueName: "form> <function"))
  var dump: [String] = []

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard !dump.isEmpty else { return }
    guard dump.count == 2, dump[0] == "lowered" else {
      throw ValidationError(
        "--dump wants 'lowered' and the name of a function: --dump lowered Player.load")
    }
    guard format == .text, !audit, !strict, writeBaseline == nil else {
      throw ValidationError(
        "--dump prints a function and no report; leave out --format, --audit, --strict and "
          + "--write-baseline")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let model = try SourceModel.read(source, in: context)
    if let name = dump.last { return try printDump(of: name, model, in: context) }
    let report = ExtractReport(model, showsNotes: verbose)
    let destination = Destination(output, in: context)
    model.reportErrors(on: context.console)
    if format == .json || audit { model.warnWhereEmpty(on: context.console) }
    let audit = audit ? AuditReport(audit: Audit(model.texts, extract: model.extract)) : nil
    switch (format, audit) {
    case (.text, nil): try destination.write(report.lines)
    case (.json, nil): try destination.write(ModelFile.encode(model.extract))
    case (.text, let audit?): try destination.write(audit.lines)
    case (.json, let audit?): try destination.write(audit.json.document(levels: 4))
    }
    if let writeBaseline {
      try Destination(writeBaseline, in: context).write(Baseline.text(of: model.extract.machines))
    }
    if model.isFailed { return .failed }
    return strict && report.unresolvedCount > 0 ? .unresolved : .fine
  }

  private func printDump(
    of name: String, _ model: SourceModel, in context: Context
  ) throws(Failure) -> ExitStatus {
    model.reportErrors(on: context.console)
    let texts = model.texts
    let dumps = LoweredFunctions.dump(named: name, in: texts)
    guard !dumps.isEmpty else {
      let names = LoweredFunctions.names(in: texts)
      let closest = Suggestion.closest(to: name, in: names)
      throw Failure(
        .usage, "there is no function '\(name)' in files that may declare a machine",
        advice: closest.map { "did you mean '\($0)'?" }
          ?? "name a method with its type before it, such as Player.load")
    }
    try Destination(output, in: context).write(dumps.joined(separator: "\n"))
    return model.isFailed ? .failed : .fine
  }
}
