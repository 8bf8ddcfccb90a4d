import ArgumentParser
import OrreryModel
import OrreryModelFile

/// Where the machines are declared that runs are compared with.
struct DeclarationOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Swift files and folders that declare the machines.",
      discussion: "By default the sources of .orrery.yml, else the working directory.",
      valueName: "path"),
    completion: .file())
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "A model written by orrery extract --format json, instead of source.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var model: String?

  @OptionGroup var tree: TreeOptions

  func validate() throws {
    guard model == nil || source.isEmpty else {
      throw ValidationError("'--source' and '--model' cannot both be given.")
    }
  }

  /// The declared machines, without those that files with errors have a part in.
  ///
  /// - Throws: `Failure` where a path holds no Swift, or the model cannot be read.
  func machines(
    in context: Context, layers: [Configuration.Layer] = []
  ) throws(Failure) -> [Machine] {
    guard let model else {
      let model = try SourceModel.read(
        SourceOptions(paths: source, tree: tree), layers: layers, in: context)
      model.report(on: context.console)
      return model.whole.machines
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
