import OrderedCollections
import Yams

/// The targets that an XcodeGen specification declares, together with those that it includes.
///
/// https://github.com/yonaskolb/XcodeGen/blob/master/Docs/ProjectSpec.md
struct XcodeGenSpec {
  /// A mapping that declares a target or a template, and the folder where its paths start.
  private struct Declaration {
    var node: Node
    var folder: String
  }

  private let tree: FileTree
  /// The specification and those that it includes, also where there is none.
  private var paths: [String] = []
  /// Several specifications may each say something of one target.
  private var declared: OrderedDictionary<String, [Declaration]> = [:]
  private var templates: OrderedDictionary<String, [Declaration]> = [:]

  /// Nothing where there is no specification.
  ///
  /// Other tools have a `project.yml` too. A file that cannot be read may be a specification.
  private init?(_ path: String, of tree: FileTree) {
    guard let text = tree.text(path) else { return nil }
    self.tree = tree
    guard let root = try? Yams.compose(yaml: text) else { return }
    let keys = ["targets", "targetTemplates", "include"]
    guard keys.contains(where: { Self.value($0, of: root) != nil }) else { return nil }
    paths.append(path)
    collect(root, from: PathName.parent(path))
  }

  /// Reads the specification in a folder; what cannot be read tells nothing.
  static func manifest(in folder: String, of tree: FileTree) -> BuildManifest {
    let names = ["project.yml", "project.yaml"].map { PathName.joined(folder, $0) }
    for name in names {
      guard let spec = XcodeGenSpec(name, of: tree) else { continue }
      return BuildManifest(
        kind: .project, paths: names + spec.paths.filter { !names.contains($0) },
        targets: spec.targets)
    }
    return BuildManifest(kind: .project, paths: names, isThere: false)
  }

  // MARK: Reading

  /// - Parameter folder: Where the paths in a specification start.
  private mutating func collect(_ root: Node, from folder: String) {
    for include in Self.list("include", of: root) {
      guard let name = Self.path(of: include) else { continue }
      let path = PathName.absolute(name, in: folder)
      let isRelative = Self.value("relativePaths", of: include)?.bool ?? true
      read(path, from: isRelative ? PathName.parent(path) : folder)
    }
    for (name, node) in Self.value("targets", of: root)?.mapping ?? [:] {
      declared[name.string ?? "", default: []].append(Declaration(node: node, folder: folder))
    }
    for (name, node) in Self.value("targetTemplates", of: root)?.mapping ?? [:] {
      templates[name.string ?? "", default: []].append(Declaration(node: node, folder: folder))
    }
  }

  private mutating func read(_ path: String, from folder: String) {
    // Specifications may include each other.
    guard !paths.contains(path) else { return }
    paths.append(path)
    guard let text = tree.text(path), let root = try? Yams.compose(yaml: text) else { return }
    collect(root, from: folder)
  }

  // MARK: Targets

  private var targets: [SourceTarget] {
    declared.map { name, declarations in
      let all = declarations.flatMap { declaration in
        Self.list("templates", of: declaration.node).flatMap { templates[$0.string ?? ""] ?? [] }
          + [declaration]
      }
      let type = all.compactMap { Self.value("type", of: $0.node)?.string }.last
      return SourceTarget(
        name: name, isTest: ["bundle.unit-test", "bundle.ui-testing"].contains(type),
        places: all.flatMap { Self.places(of: $0, for: name) })
    }
  }

  private static func places(
    of declaration: Declaration, for target: String
  ) -> [SourceTarget.Place] {
    list("sources", of: declaration.node).compactMap { source in
      guard let path = path(of: source), isCompiled(source) else { return nil }
      let globs = { (key: String) in list(key, of: source).compactMap(\.string).map(Glob.init) }
      return SourceTarget.Place(
        path: PathName.absolute(
          path.replacing("${target_name}", with: target), in: declaration.folder),
        includes: globs("includes"), excludes: globs("excludes"))
    }
  }

  /// Whether the Swift files of an entry are compiled, not copied or only shown.
  private static func isCompiled(_ source: Node) -> Bool {
    let phase = value("buildPhase", of: source)
    return (phase == nil || phase?.string == "sources")
      && value("type", of: source)?.string != "folder"
  }

  // MARK: Nodes

  /// The path of an entry, which may be the path alone.
  private static func path(of node: Node) -> String? {
    node.string ?? value("path", of: node)?.string
  }

  private static func value(_ key: String, of node: Node) -> Node? {
    guard let mapping = node.mapping else { return nil }
    let value = mapping[key] ?? mapping["<<"].flatMap { Self.value(key, of: $0) }
    return value.flatMap { Resolver.default.resolveTag(of: $0) == .null ? nil : $0 }
  }

  /// The elements of a list; a single value is a list of one.
  private static func list(_ key: String, of node: Node) -> [Node] {
    guard let value = value(key, of: node) else { return [] }
    return value.sequence.map(Array.init) ?? [value]
  }
}
