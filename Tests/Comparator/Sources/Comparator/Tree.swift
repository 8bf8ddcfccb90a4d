import Comparing
import Foundation

/// A tree of sources, by whose name its results are stored.
struct Tree: Hashable {
  var name: String
  /// Where it lies; nothing where only stored results of it are compared.
  var folder: URL?
  /// Whether its tests are read, too.
  var withTests = false

  init(name: String, withTests: Bool) {
    self.name = name
    self.withTests = withTests
  }

  init(path: String, withTests: Bool) {
    let folder = URL(filePath: path).standardizedFileURL
    self.folder = folder
    name = folder.lastPathComponent
    self.withTests = withTests
  }

  /// The trees that are named, or else those of which both sides have a result.
  static func all(
    named paths: [String], old: Source, new: Source?, withTests: Bool
  ) throws(Failure) -> [Tree] {
    let named = paths.map { Tree(path: $0, withTests: withTests) }
    guard Set(named.map(\.name)).count == named.count else {
      throw Failure("two trees have the same name, by which their results are stored")
    }
    if !named.isEmpty { return named }
    switch (old, new) {
    case (.store(let store), .store), (.store(let store), nil):
      return try store.trees(withTests: withTests)
    case (.file(let file), .file):
      return [Tree(name: file.deletingPathExtension().lastPathComponent, withTests: withTests)]
    default:
      throw Failure("name the trees that are to be compared")
    }
  }
}
