import ArgumentParser
import OrreryModel

struct InitCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a commented .orrery.yml for the machines that are found.",
    discussion: """
      Looks for machines in the named paths, else in Sources, else in the working directory. A file \
      that is there is not replaced without --force. With --format schema, or --schema for short, it \
      prints the JSON Schema of the configuration instead, for editors.

      Example: orrery init
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case yaml, schema
  }

  @OptionGroup var source: SourceOptions

  @Option(help: "What to write: the configuration, or the JSON Schema of configurations.")
  var format: Format = .yaml

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is the standard output.",
      discussion: ".orrery.yml where none is named; the schema goes to the standard output.",
      valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Replace a configuration that is there.")
  var force = false

  @Flag(help: "Short for --format schema.")
  var schema = false

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    guard !schema, format == .yaml else {
      try Destination(output, in: context).write(ConfigurationSchema.text)
      return .fine
    }
    let folder = context.project.workingDirectory
    let file = output ?? Configuration.fileName
    guard force || file == "-" || Disk.kind(context.project.absolute(file)) == nil else {
      throw Failure(
        .usage, at: file, "there is a configuration already",
        advice: "edit it, or replace it with --force")
    }
    var options = source
    if options.paths.isEmpty {
      let hasSources = Disk.kind(PathName.joined(folder, "Sources")) == .folder
      options.paths = [hasSources ? "Sources" : "."]
    }
    let model = try SourceModel.read(options, in: context)
    let text = StarterConfiguration(
      sources: options.paths, machines: model.extract.machines
    ).text
    try Destination(file, in: context).write(text)
    model.extract.report(on: context.console)
    context.console.note(
      """
      wrote \(file): \(Quantity.text(model.extract.machines.count, "machine")) in \
      \(Quantity.text(model.fileCount, "file"))
      """)
    // What could not be read is said; the configuration is where it can be left out.
    return model.extract.errors.isEmpty ? .fine : .failed
  }
}
