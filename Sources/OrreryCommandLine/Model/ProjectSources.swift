import Foundation
import OrreryExtraction
import OrreryModel

/// The source files of a project as they are on disk; a file that is as it was is read once.
struct ProjectSources {
  private struct Content {
    /// Nothing where the file cannot be read at all.
    var text: SourceText?
    var error: Diagnostic?
  }

  private let paths: [String]
  private let finder: SourceFinder
  private let readsTests: Bool
  private var modules: ModuleMap
  /// The files in order, with their contents.
  private var files: [(file: SourceFinder.Found, stamp: FileStamp?, content: Content)] = []
  /// How many files and folders of tests were passed over.
  private(set) var testsPassedOver = 0
  /// The patterns that passed nothing over.
  private(set) var idleExcludes: [Glob] = []

  init(_ options: SourceOptions, in project: Project) {
    paths = options.paths.isEmpty ? project.sources : options.paths
    readsTests = options.tree.tests || project.configuration.tests
    finder = SourceFinder(
      root: project.root, workingDirectory: project.workingDirectory,
      exclude: options.tree.globs(project),
      readsTests: readsTests)
    modules = ModuleMap(override: options.tree.module, modules: project.modules)
  }

  /// The manifests that tell the files' modules, also where there is none.
  var manifests: [String] { modules.manifests }

  /// The files that could be read, by name.
  var texts: [SourceText] { files.compactMap(\.content.text) }

  /// An error for each file that could not be read.
  var unread: [Diagnostic] { files.compactMap(\.content.error) }

  /// Reads what is new or changed.
  ///
  /// - Throws: `Failure` where a path holds no Swift.
  mutating func refresh(on console: Console) throws(Failure) {
    let known = Dictionary(files.map { ($0.file, $0) }) { first, _ in first }
    finder.ignored.forget()
    let found = try find()
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

  /// The files as they are on disk now, without reading one.
  ///
  /// - Throws: `Failure` where a path holds no Swift.
  mutating func stamps() throws(Failure) -> [String: FileStamp?] {
    let found = try find().map { ($0.path, FileStamp($0.path)) }
    return Dictionary(found) { first, _ in first }
  }

  private mutating func find() throws(Failure) -> [SourceFinder.Found] {
    let findings = try finder.findings(in: paths)
    let files = readsTests ? findings.files : withoutTests(findings.files)
    testsPassedOver = findings.testFolders + findings.files.count - files.count
    idleExcludes = finder.exclude.filter { !findings.used.contains($0) }
    return files
  }

  /// The files without those of targets of tests, unless a path was asked for that holds nothing else.
  private mutating func withoutTests(_ files: [SourceFinder.Found]) -> [SourceFinder.Found] {
    let tests = Set(files.filter { modules.isTest(path: $0.path) })
    guard !tests.isEmpty else { return files }
    let mixed = Set(files.filter { !tests.contains($0) }.map(\.origin))
    return files.filter { !tests.contains($0) || !mixed.contains($0.origin) }
  }

  /// A file in another encoding is read as well as that can be, so that a machine in it is not lost
  /// in silence.
  private mutating func content(of file: SourceFinder.Found) -> Content {
    func diagnostic(_ id: String, _ failure: Failure) -> Diagnostic {
      Diagnostic(
        id: id, severity: .error,
        location: SourceLocation(file: file.name, line: 1, column: 1),
        message: [failure.message, failure.advice].compactMap(\.self).joined(separator: "; "))
    }
    let module = modules.module(forPath: file.path)
    do {
      let text = try Disk.text(file.path, named: file.name)
      return Content(text: SourceText(module: module, path: file.name, text: text))
    } catch {
      guard let bytes = try? Disk.bytes(file.path) else {
        return Content(error: diagnostic("unread", error))
      }
      let isUTF16 = [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2)))
      let text =
        (isUTF16 ? String(data: bytes, encoding: .utf16) : nil)
        ?? String(decoding: bytes, as: UTF8.self)
      return Content(
        text: SourceText(module: module, path: file.name, text: text),
        error: diagnostic("encoding", error))
    }
  }
}
