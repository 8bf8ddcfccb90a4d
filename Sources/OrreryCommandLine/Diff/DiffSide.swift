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

  /// - Throws: `Failure` where nothing can be read, or the source has errors.
  func machines(in context: Context) throws(Failure) -> [Machine] {
    let extract: Extract
    switch self {
    case .workTree:
      extract = try SourceModel.read(SourceOptions(paths: [], module: nil), in: context).extract
    case .folder(let path):
      extract = try SourceModel.read(SourceOptions(paths: [path], module: nil), in: context).extract
    case .revision(let name):
      extract =
        SourceModel.read(
          try CommitTree(name, in: context.project), in: context.project
        ).extract
    case .model(let file):
      let text = try Disk.text(context.project.absolute(file), named: file)
      do {
        extract = try ModelFile.decode(text)
      } catch {
        throw Failure(
          at: file, "the file is no saved model (\(error))",
          advice: "write one with `orrery extract --format json`")
      }
    }
    for error in extract.errors {
      context.console.warn("\(name): \(error.line)")
    }
    return extract.machines
  }
}
