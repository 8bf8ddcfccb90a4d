import OrreryExtraction
import OrreryModel

/// The source files of a project as they are on disk; a file that is as it was is read once.
struct ProjectSources {
  private enum Content {
    case text(SourceText)
    case unread(Diagnostic)
  }

  private let paths: [String]
  private let finder: SourceFinder
  private var modules: ModuleMap
  /// The files in order, with their contents.
  private var files: [(file: SourceFinder.Found, stamp: FileStamp?, content: Content)] = []

  init(_ options: SourceOptions, in project: Project) {
    paths = options.paths.isEmpty ? project.sources : options.paths
    finder = SourceFinder(
      root: project.root, workingDirectory: project.workingDirectory,
      exclude: project.configuration.exclude.map(Glob.init))
    modules = ModuleMap(fallback: options.module)
  }

  /// The manifests that tell the files' modules, also where there is none.
  var manifests: [String] { modules.manifests }

  /// The files that could be read, by name.
  var texts: [SourceText] {
    files.compactMap { if case .text(let text) = $0.content { text } else { nil } }
  }

  /// An error for each file that could not be read.
  var unread: [Diagnostic] {
    files.compactMap { if case .unread(let error) = $0.content { error } else { nil } }
  }

  /// Reads what is new or changed.
  ///
  /// - Throws: `Failure` where a path holds no Swift.
  mutating func refresh(on console: Console) throws(Failure) {
    let known = Dictionary(files.map { ($0.file, $0) }) { first, _ in first }
    let found = try finder.files(in: paths)
    var progress = Progress("reading", total: found.count, on: console)
    defer { progress.finish() }
    var result: [(SourceFinder.Found, FileStamp?, Content)] = []
    for (position, file) in found.enumerated() {
      progress.update(position)
      let stamp = FileStamp(file.path)
      let old = known[file]
      if let old, let stamp, old.stamp == stamp {
        result.append((file, stamp, old.content))
      } else {
        result.append((file, stamp, content(of: file)))
      }
    }
    files = result
  }

  private mutating func content(of file: SourceFinder.Found) -> Content {
    do {
      let text = try Disk.text(file.path, named: file.name)
      return .text(
        SourceText(module: modules.module(forPath: file.path), path: file.name, text: text))
    } catch {
      return .unread(
        Diagnostic(
          id: "unread", severity: .error,
          location: SourceLocation(file: file.name, line: 1, column: 1),
          message: [error.message, error.advice].compactMap(\.self).joined(separator: "; ")))
    }
  }
}

extension ProjectSources {
  /// The files as they are on disk now, without reading one.
  ///
  /// - Throws: `Failure` where a path holds no Swift.
  func stamps() throws(Failure) -> [String: FileStamp?] {
    let found = try finder.files(in: paths).map { ($0.path, FileStamp($0.path)) }
    return Dictionary(found) { first, _ in first }
  }
}
