import OrreryExtraction
import OrreryTrace

/// Tells the module that a file is compiled into.
struct ModuleMap {
  private struct Package {
    var root: String
    /// Folders of targets, relative to the root, and the targets' names.
    var targets: [(folder: String, name: String)]
  }

  /// The module of files that no package and no folder tells: `--module`.
  var fallback: String?
  private var packages: [String: Package?] = [:]
  private let tree: FileTree

  init(fallback: String?, tree: FileTree = .disk) {
    self.fallback = fallback
    self.tree = tree
  }

  /// The manifests that were looked for.
  var manifests: [String] { packages.keys.map { PathName.joined($0, "Package.swift") } }

  /// The module of a file: the target of the nearest manifest that holds it, else the folder below
  /// `Sources` or `Tests`, else the fallback; empty where nothing tells.
  ///
  /// - Parameter path: An absolute path.
  mutating func module(forPath path: String) -> String {
    let package = package(around: path)
    let inside = package.map { PathName.relative(path, to: $0.root) } ?? path
    let target =
      package.flatMap { Self.target(holding: inside, in: $0) }
      ?? Self.conventional(inside, first: package != nil) ?? fallback
    return target.map(Naming.module(target:)) ?? ""
  }

  private static func target(holding path: String, in package: Package) -> String? {
    package.targets.filter { $0.folder == "." || path.hasPrefix($0.folder + "/") }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }?.name
  }

  /// The folder `X` of `Sources/X/…`; the first such one of a package, the last one of a path that
  /// lies in none.
  private static func conventional(_ path: String, first: Bool) -> String? {
    let parts = path.split(separator: "/")
    let isParent = { (position: Int) in
      ["Sources", "Tests"].contains(parts[position]) && position + 2 < parts.count
    }
    let position =
      first ? parts.indices.first(where: isParent) : parts.indices.last(where: isParent)
    return position.map { String(parts[$0 + 1]) }
  }

  private mutating func package(around path: String) -> Package? {
    for folder in PathName.ancestors(path) {
      let known = packages[folder] ?? package(in: folder)
      packages.updateValue(known, forKey: folder)
      if let known { return known }
    }
    return nil
  }

  /// A manifest that cannot be read tells nothing; the folders' names still do.
  private func package(in folder: String) -> Package? {
    guard let source = tree.text(PathName.joined(folder, "Package.swift")) else { return nil }
    let targets = PackageManifest.targets(source: source).map { target in
      (
        folder: target.path.map(PathName.normalized) ?? self.folder(of: target.name, in: folder),
        name: target.name
      )
    }
    return Package(root: folder, targets: targets)
  }

  /// The folder in which SwiftPM looks for a target that names none.
  private func folder(of target: String, in root: String) -> String {
    let parents = ["Sources", "Tests", "Source", "src", "srcs", "Plugins"]
    let candidates = parents.map { "\($0)/\(target)" }
    return candidates.first { tree.isFolder(PathName.joined(root, $0)) } ?? candidates[0]
  }
}
