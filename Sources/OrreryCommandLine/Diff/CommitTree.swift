import Foundation

/// The Swift files of a commit, and what tells their modules.
struct CommitTree {
  struct Source {
    /// The path that the file would have in the work tree.
    var path: String
    var name: String
    var text: String
  }

  var sources: [Source] = []
  /// Whether targets of tests are read, too.
  let readsTests: Bool
  var files: FileTree

  /// Reads the sources of the configuration from a commit.
  ///
  /// - Throws: `Failure` where there is no repository or no such commit.
  init(_ revision: String, _ options: TreeOptions, in project: Project) throws(Failure) {
    let git = Git(folder: project.root)
    let top = PathName.absolute(try git.top(), in: "/")
    let commit = try git.commit(revision)
    let scope = Scope(project, options)
    readsTests = project.configuration.tests || options.tests
    let all = try git.files(of: commit).map { (PathName.joined(top, $0.path), $0.blob) }
    let wanted = all.filter { path, _ in
      PathName.name(path) == "Package.swift" || scope.name(of: path) != nil
    }
    let texts = Dictionary(zip(wanted.map(\.0), try git.texts(of: wanted.map(\.1)))) { $1 }
    let blobs = Dictionary(all) { $1 }
    // What an Xcode project is declared in is asked for by name.
    files = FileTree(files: blobs.keys) { path in
      texts[path] ?? blobs[path].flatMap { try? git.texts(of: [$0]).first }
    }
    for (path, _) in wanted {
      guard let name = scope.name(of: path), let text = texts[path] else { continue }
      sources.append(Source(path: path, name: name, text: text))
    }
  }

  /// Which files of a repository the configuration means.
  private struct Scope {
    private let root: String
    private let folders: [String]
    private let exclude: [Glob]
    private let readsTests: Bool

    init(_ project: Project, _ options: TreeOptions) {
      // Git tells paths without links.
      root = URL(filePath: project.root).resolvingSymlinksInPath().path
      folders = project.configuration.sources.map { [root] in PathName.absolute($0, in: root) }
      exclude = options.globs(project)
      readsTests = project.configuration.tests || options.tests
    }

    /// The file's name from the root; nothing where it is not meant.
    func name(of path: String) -> String? {
      let name = PathName.relative(path, to: root)
      let origin = (folders.isEmpty ? [root] : folders).first {
        path == $0 || path.hasPrefix($0 + "/")
      }
      guard path.hasSuffix(".swift"), let origin else { return nil }
      let below = path.dropFirst(origin.count).split(separator: "/")
      let isPassedOver =
        below.contains(where: SourceRules.isForeign)
        || !readsTests && below.dropLast().contains(where: SourceRules.holdsTests)
      guard path == origin || !isPassedOver else { return nil }
      return exclude.contains { $0.matches(name) } ? nil : name
    }
  }
}
