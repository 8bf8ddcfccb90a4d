import Foundation
import OrreryExtraction

/// The Swift files of a folder, read before anything is measured.
struct Sources {
  let name: String
  let files: [SourceText]

  init(folder: String) {
    name = URL(filePath: folder).lastPathComponent
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    files = paths.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.sorted()
      .compactMap { path in
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"),
          let text = String(data: data, encoding: .utf8)
        else { return nil }
        return SourceText(module: Self.module(of: path), path: path, text: text)
      }
  }

  private static func module(of path: String) -> String {
    let parts = path.split(separator: "/")
    let root = parts.lastIndex { $0 == "Sources" || $0 == "Tests" }
    guard let root, root + 2 < parts.count else { return "" }
    return String(parts[root + 1])
  }
}

extension [SourceText] {
  var bytes: Int { reduce(0) { $0 + $1.text.utf8.count } }
}
