import ArgumentParser
import Foundation
import OrreryModel

struct InitCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a commented .orrery.yml for the machines that are found.",
    discussion: """
      Looks for machines in the named paths, else in Sources, else in the working directory. A file \
      that is there is not replaced without --force. With --schema it prints the JSON Schema of the \
      configuration instead, for editors.

      Example: orrery init
      """)

  @OptionGroup var source: SourceOptions

  @Flag(help: "Replace a configuration that is there.")
  var force = false

  @Flag(help: "Print the JSON Schema of the configuration; write nothing.")
  var schema = false

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    guard !schema else {
      context.console.data(ConfigurationSchema.text)
      return .fine
    }
    let folder = context.project.workingDirectory
    let path = PathName.joined(folder, Configuration.fileName)
    guard force || Disk.kind(path) == nil else {
      throw Failure(
        .usage, at: Configuration.fileName, "there is a configuration already",
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
    var writer = FileWriter()
    try writer.add(Data(text.utf8), at: path)
    try writer.commit()
    context.console.note(
      """
      wrote \(Configuration.fileName): \(Quantity.text(model.extract.machines.count, "machine")) in \
      \(Quantity.text(model.fileCount, "file"))
      """)
    return .fine
  }
}
