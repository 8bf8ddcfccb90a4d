import ArgumentParser
import OrreryModel
import OrreryModelFile

/// Where the machines are declared that runs are compared with.
struct DeclarationOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Swift files and folders that declare the machines.",
      discussion: "The sources of .orrery.yml where none are named, else the working directory.",
      valueName: "path"),
    completion: .file())
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "A model written by orrery extract --format json, instead of source.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var model: String?

  @Option(help: "The module of files that no package manifest and no Sources folder tells.")
  var module: String?

  func validate() throws {
    guard model == nil || source.isEmpty else {
      throw ValidationError("'--source' and '--model' cannot both be given.")
    }
  }

  /// The declared machines.
  ///
  /// - Throws: `Failure` where the source has errors, or a file cannot be read.
  func machines(in context: Context) throws(Failure) -> [Machine] {
    guard let model else {
      let options = SourceOptions(paths: source, module: module)
      let extract = try SourceModel.read(options, in: context).extract
      try extract.requireNoErrors(before: "nothing is compared", on: context.console)
      return extract.machines
    }
    let text = try Disk.text(context.project.absolute(model), named: model)
    do {
      return try ModelFile.decode(text).machines
    } catch {
      throw Failure(
        at: model, error.description,
        advice: "write one with `orrery extract --format json --output \(model)`")
    }
  }
}
