import Comparing
import Foundation

/// Where one side's results come from.
enum Source {
  /// A build of the tool, which is run.
  case tool(URL)
  /// One stored result.
  case file(URL)
  /// Stored results by tree.
  case store(Store)

  init(_ path: String) throws(Failure) {
    let url = URL(filePath: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure("'\(path)' does not exist")
    }
    if isFolder.boolValue {
      self = .store(Store(folder: url))
    } else if url.pathExtension == "json" {
      self = .file(url)
    } else if FileManager.default.isExecutableFile(atPath: path) {
      self = .tool(url)
    } else {
      throw Failure("'\(path)' is no program, no folder and no JSON file")
    }
  }

  /// The JSON of a tree.
  func result(for tree: Tree) throws(Failure) -> Data {
    switch self {
    case .tool(let tool): try Extraction(tool: tool, tree: tree).run()
    case .file(let file): try file.contents()
    case .store(let store): try store.result(for: tree)
    }
  }
}

extension URL {
  /// What the file holds.
  func contents() throws(Failure) -> Data {
    do {
      return try Data(contentsOf: self)
    } catch {
      throw Failure("'\(path)' cannot be read: \(error.localizedDescription)")
    }
  }
}
