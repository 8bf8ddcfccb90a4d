import OrreryModel
import OrreryModelFile

/// One side of a comparison: where its machines come from.
enum DiffSide: Hashable {
  /// The sources of the work tree.
  case workTree
  case model(String)
  case folder(String)
  case revision(String)

  /// What a word of the command line means: a saved model, a folder or file, else a revision.
  init(_ word: String, in project: Project) {
    let path = project.absolute(word)
    switch Disk.kind(path) {
    case .file where word.hasSuffix(".json"): self = .model(word)
    case .file, .folder: self = .folder(word)
    case nil: self = .revision(word)
    }
  }

  /// The name by which reports tell the side.
  var name: String {
    switch self {
    case .workTree: "the work tree"
    case .model(let name), .folder(let name), .revision(let name): name
    }
  }

  /// - Throws: `Failure` where nothing can be read.
  func model(
    in context: Context, reading tree: TreeOptions
  ) throws(Failure) -> SourceModel {
    let model: SourceModel
    switch self {
    case .workTree:
      model = try SourceModel.read(SourceOptions(paths: [], tree: tree), in: context)
    case .folder(let path):
      model = try SourceModel.read(SourceOptions(paths: [path], tree: tree), in: context)
    case .revision(let name):
      model =
        SourceModel.read(
          try CommitTree(name, tree, in: context.project), in: context.project,
          module: tree.module)
    case .model(let file):
      let text = try Disk.text(context.project.absolute(file), named: file)
      do {
        model = SourceModel(saved: try ModelFile.decode(text))
      } catch {
        throw Failure(
          at: file, "the file is no saved model (\(error))",
          advice: "write one with `orrery extract --format json`")
      }
    }
    for found in model.extract.diagnostics where found.severity == .error || found.isOfReading {
      context.console.warn("\(name): \(found.line)")
    }
    return model
  }
}
