import Foundation

/// The files under test: this package, as it lies on the disk.
enum Repository {
  /// The root of the package.
  ///
  /// Symbolic links are followed, so that the test target can be built from elsewhere and still
  /// judges the real files.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every file of `Sources`, parsed.
  static let sources = parse(under: "Sources")

  /// Every file that people of this project read and write: sources, tests and samples.
  static let everything = sources + parse(under: "Tests") + parse(under: "Samples")

  /// The package's manifest.
  static var manifest: Manifest {
    get throws { Manifest(SourceFile(path: "Package.swift", text: try text("Package.swift"))) }
  }

  static func url(_ path: String) -> URL { root.appending(path: path) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// The names in a folder, sorted, without what `.gitignore` ignores.
  static func entries(of folder: String = "") throws -> [String] {
    let patterns = try text(".gitignore").split(separator: "\n").map(String.init)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: url(folder).path)
    return names.filter { name in
      name != ".git" && !patterns.contains { matches($0, name) }
    }.sorted()
  }

  /// Whether a `.gitignore` line with at most one `*` covers a name.
  private static func matches(_ pattern: String, _ name: String) -> Bool {
    let parts = pattern.trimmingSuffix("/").split(
      separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count == 2 else {
      return pattern.trimmingSuffix("/") == name
    }
    return name.hasPrefix(first) && name.hasSuffix(last)
  }

  private static func parse(under folder: String) -> [SourceFile] {
    swiftFiles(under: folder).compactMap { path in
      (try? text(path)).map { SourceFile(path: path, text: $0) }
    }
  }

  /// Swift files below a folder, sorted.
  ///
  /// Folders of test inputs hold Swift of every quality on purpose and are left out, as is anything
  /// that a build has written.
  private static func swiftFiles(under folder: String) -> [String] {
    let inputs: Set<String> = ["Fixtures", "Goldens", "Cases", "Resources"]
    let walk = FileManager.default.enumerator(atPath: url(folder).path)
    var found: [String] = []
    while let path = walk?.nextObject() as? String {
      let parts = path.split(separator: "/").map(String.init)
      let isOurs = parts.allSatisfy { !$0.hasPrefix(".") && !inputs.contains($0) }
      if isOurs, path.hasSuffix(".swift") { found.append("\(folder)/\(path)") }
    }
    return found.sorted()
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
