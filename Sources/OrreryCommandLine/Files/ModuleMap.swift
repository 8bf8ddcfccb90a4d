import OrreryExtraction
import OrreryTrace

/// Tells the module that a file is compiled into, and whether it is compiled for tests.
struct ModuleMap {
  private let override: String?
  private let modules: [(folder: String, name: String)]
  private let tree: FileTree
  /// The manifests in a folder, in the order in which they are asked.
  private var found: [String: [BuildManifest]] = [:]

  /// - Parameters:
  ///   - override: The module of every file: `--module`.
  ///   - modules: Absolute folders and the modules of what is in them, whatever manifests say.
  init(
    override: String?, modules: [(folder: String, name: String)] = [], tree: FileTree = .disk
  ) {
    (self.override, self.modules, self.tree) = (override, modules, tree)
  }

  /// The manifests that were looked for, also where there is none.
  var manifests: [String] { found.values.flatMap { $0.flatMap(\.paths) } }

  /// The module of a file; empty where nothing tells.
  ///
  /// It is what the command line says, else the configuration, else the target of the nearest
  /// manifest that has one for the file, else the folder below `Sources` or `Tests`.
  ///
  /// - Parameter path: An absolute path.
  mutating func module(forPath path: String) -> String {
    let name =
      override ?? configured(path) ?? target(holding: path)?.name ?? conventional(path)
    return name.map(Naming.module(target:)) ?? ""
  }

  /// Whether a manifest says that a file is compiled for tests.
  ///
  /// - Parameter path: An absolute path.
  mutating func isTest(path: String) -> Bool { target(holding: path)?.isTest ?? false }

  private func configured(_ path: String) -> String? {
    modules.filter { PathName.isWithin(path, $0.folder) }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }?.name
  }

  private mutating func target(holding path: String) -> SourceTarget? {
    for folder in PathName.ancestors(path) {
      for manifest in manifests(in: folder) {
        if let target = manifest.target(holding: path) { return target }
      }
    }
    return nil
  }

  // MARK: Folders

  /// The folder below `Sources` or `Tests`; the folders of an app are no modules.
  ///
  /// In a package it is the first such one, in a path that lies in none the last.
  private mutating func conventional(_ path: String) -> String? {
    var package: String?
    for folder in PathName.ancestors(path) {
      for manifest in manifests(in: folder) where manifest.isThere {
        if manifest.kind == .project { return nil }
        package = package ?? folder
      }
    }
    let parts = (package.map { PathName.relative(path, to: $0) } ?? path).split(separator: "/")
    let names = zip(parts, parts.dropFirst().dropLast())
      .filter { parent, _ in ["Sources", "Tests"].contains(parent) }.map { String($1) }
    return package == nil ? names.last : names.first
  }

  // MARK: Manifests

  private mutating func manifests(in folder: String) -> [BuildManifest] {
    if let known = found[folder] { return known }
    let projects = tree.names(folder).filter { $0.hasSuffix(".xcodeproj") }
    let manifests =
      [package(in: folder), XcodeGenSpec.manifest(in: folder, of: tree)]
      + projects.map { XcodeProject.manifest(PathName.joined(folder, $0), of: tree) }
    found[folder] = manifests
    return manifests
  }

  private func package(in folder: String) -> BuildManifest {
    let path = PathName.joined(folder, "Package.swift")
    guard let source = tree.text(path) else {
      return BuildManifest(kind: .package, paths: [path], isThere: false)
    }
    let targets = PackageManifest.targets(source: source).map { target in
      let place = target.path ?? self.folder(of: target.name, in: folder)
      return SourceTarget(
        name: target.name, isTest: target.kind == "testTarget",
        places: [SourceTarget.Place(path: PathName.absolute(place, in: folder))])
    }
    return BuildManifest(kind: .package, paths: [path], targets: targets)
  }

  /// The folder in which SwiftPM looks for a target that names none.
  private func folder(of target: String, in root: String) -> String {
    let parents = ["Sources", "Tests", "Source", "src", "srcs", "Plugins"]
    let candidates = parents.map { "\($0)/\(target)" }
    return candidates.first { tree.isFolder(PathName.joined(root, $0)) } ?? "Sources/\(target)"
  }
}
