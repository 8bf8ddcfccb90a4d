import Comparing
import Foundation

/// A folder of results, a file for each tree, so that a build that is gone can still be compared.
struct Store {
  var folder: URL

  private static let testsMark = "+tests"

  func result(for tree: Tree) throws(Failure) -> Data {
    let file = url(of: tree)
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw Failure("'\(folder.path)' holds no result of \(tree.name)")
    }
    return try file.contents()
  }

  func write(_ result: Data, for tree: Tree) throws(Failure) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try result.write(to: url(of: tree), options: .atomic)
    } catch {
      throw Failure("the result of \(tree.name) cannot be stored: \(error.localizedDescription)")
    }
  }

  /// The trees that there are results of, in the order of their names.
  func trees(withTests: Bool) throws(Failure) -> [Tree] {
    do {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      return names.sorted().compactMap { name in
        guard name.hasSuffix(Self.testsMark) == withTests else { return nil }
        let tree = withTests ? String(name.dropLast(Self.testsMark.count)) : name
        return Tree(name: tree, withTests: withTests)
      }
    } catch {
      throw Failure("'\(folder.path)' cannot be read: \(error.localizedDescription)")
    }
  }

  private func url(of tree: Tree) -> URL {
    folder.appending(path: tree.name + (tree.withTests ? Self.testsMark : "") + ".json")
  }
}
