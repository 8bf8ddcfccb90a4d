/// The patterns that leave templates out of a tree: what cannot be read as Swift, declares no machine,
/// and will not be corrected.
struct NeededExcludes {
  /// Files by their paths from the configuration's folder.
  private let files: [String]
  private let broken: Set<String>

  init(_ model: SourceModel, in project: Project) {
    func path(_ name: String) -> String {
      PathName.relative(
        PathName.absolute(name, in: project.root), to: project.workingDirectory)
    }
    files = model.texts.map { path($0.path) }
    broken = Set(model.harmlessFiles.filter(Self.isTemplate).map(path))
  }

  /// Xcode's templates have placeholders in their names, or lie in folders of their own kind.
  static func isTemplate(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.contains("___") || $0.hasSuffix(".xctemplate") }
  }

  /// One a folder in which no file can be read, else one a file.
  var globs: [String] {
    var globs: [String] = []
    for file in files where broken.contains(file) {
      let folder = PathName.ancestors("/" + file).map { String($0.dropFirst()) }.last { folder in
        !folder.isEmpty
          && files.allSatisfy { !$0.hasPrefix(folder + "/") || broken.contains($0) }
      }
      let glob = folder ?? file
      if globs.last != glob { globs.append(glob) }
    }
    return globs
  }
}
