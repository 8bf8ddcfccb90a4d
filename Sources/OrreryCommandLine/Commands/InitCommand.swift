import ArgumentParser
import OrreryModel

struct InitCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a commented .orrery.yml for the machines that are found.",
    discussion: """
      Looks for machines in the named paths, else in Sources, else in the working directory. \
      Excludes files that are not Swift and declare no machine, such as templates. Replaces an \
      existing configuration only with --force.

      With --format schema, or --schema for short, it prints the JSON Schema of the configuration \
      instead, for editors. With --format markdown it prints a table of all keys.

      Example: orrery init
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case yaml, schema, markdown
  }

  @OptionGroup var source: SourceOptions

  @Option(help: "What to write: yaml, schema, markdown.")
  var format: Format = .yaml

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is the standard output.",
      discussion: "By default .orrery.yml; the schema and the table go to the standard output.",
      valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Replace an existing configuration.")
  var force = false

  @Flag(help: "Short for --format schema.")
  var schema = false

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let destination = Destination(output, in: context)
    switch schema ? .schema : format {
    case .schema:
      try destination.write(ConfigurationSchema.text)
      return .fine
    case .markdown:
      try destination.write(ConfigurationReference.text)
      return .fine
    case .yaml: return try writeConfiguration(in: context)
    }
  }

  private func writeConfiguration(in context: Context) throws(Failure) -> ExitStatus {
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
    let exclude = NeededExcludes(model, in: context.project).globs
    let text = StarterConfiguration(
      sources: options.paths, exclude: exclude + options.tree.exclude,
      machines: model.whole.machines
    ).text
    try Destination(file, in: context).write(text)
    model.report(
      on: context.console, besides: model.harmlessFiles.filter(NeededExcludes.isTemplate))
    for glob in exclude {
      context.console.note("\(glob) cannot be read as Swift: excluded")
    }
    context.console.note(
      """
      wrote \(file): \(Quantity.text(model.whole.machines.count, "machine")) in \
      \(Quantity.text(model.fileCount, "file"))
      """)
    return model.isFailed ? .failed : .fine
  }
}
