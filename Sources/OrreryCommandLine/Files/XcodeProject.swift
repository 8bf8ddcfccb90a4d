import Foundation

/// The targets of an `.xcodeproj`, and the files that each of them compiles.
struct XcodeProject {
  private typealias Object = [String: Any]

  /// A folder that Xcode keeps in step with the disk.
  private struct Folder {
    var id: String
    var path: String
    var exceptions: [Object]
  }

  private let objects: [String: Object]
  /// The group that each file and group is in.
  private let groups: [String: String]
  private let project: Object
  /// Where paths start.
  private let root: String

  /// Nothing where the text is no property list of a project.
  private init?(_ text: String, in folder: String) {
    let list = try? PropertyListSerialization.propertyList(
      from: Data(text.utf8), options: [], format: nil)
    guard let list = list as? Object, let all = list["objects"] as? Object,
      let id = list["rootObject"] as? String, let project = all[id] as? Object
    else { return nil }
    objects = all.compactMapValues { $0 as? Object }
    var groups: [String: String] = [:]
    for (id, object) in objects {
      for child in Self.ids("children", of: object) { groups[child] = id }
    }
    self.groups = groups
    self.project = project
    root = PathName.absolute(Self.text("projectDirPath", of: project) ?? "", in: folder)
  }

  /// Reads a project; one that cannot be read has no targets.
  ///
  /// - Parameter path: The `.xcodeproj`.
  static func manifest(_ path: String, of tree: FileTree) -> BuildManifest {
    let file = PathName.joined(path, "project.pbxproj")
    let project = tree.text(file).flatMap { XcodeProject($0, in: PathName.parent(path)) }
    return BuildManifest(kind: .project, paths: [file], targets: project?.targets ?? [])
  }

  // MARK: Targets

  private var targets: [SourceTarget] {
    let folders = folders
    return Self.ids("targets", of: project).compactMap { id in
      guard let object = object(id, "PBXNativeTarget"), let name = Self.text("name", of: object)
      else { return nil }
      let type = Self.text("productType", of: object) ?? ""
      var target = SourceTarget(
        name: name, isTest: type.contains("unit-test") || type.contains("ui-testing"),
        files: Set(files(of: object)))
      add(folders, to: &target, id, object)
      return target
    }
  }

  private func files(of target: Object) -> [String] {
    Self.ids("buildPhases", of: target).compactMap { object($0, "PBXSourcesBuildPhase") }
      .flatMap { Self.ids("files", of: $0) }
      .compactMap { object($0, "PBXBuildFile").flatMap { Self.text("fileRef", of: $0) } }
      .compactMap(path)
  }

  /// Adds the folders that belong to a target as a whole.
  ///
  /// A folder's exceptions are what such a target leaves out, and what another target takes of it.
  private func add(
    _ folders: [Folder], to target: inout SourceTarget, _ id: String, _ object: Object
  ) {
    let own = Set(Self.ids("fileSystemSynchronizedGroups", of: object))
    for folder in folders {
      let names = folder.exceptions.filter { Self.text("target", of: $0) == id }
        .flatMap { Self.ids("membershipExceptions", of: $0) }
      let paths = names.map { PathName.absolute($0, in: folder.path) }
      if own.contains(folder.id) {
        target.places.append(SourceTarget.Place(path: folder.path))
        target.omitted += paths
      } else {
        target.places += paths.map { SourceTarget.Place(path: $0) }
      }
    }
  }

  private var folders: [Folder] {
    objects.keys.compactMap { id in
      guard let folder = object(id, "PBXFileSystemSynchronizedRootGroup"), let path = path(id)
      else { return nil }
      let exceptions = Self.ids("exceptions", of: folder).compactMap { objects[$0] }
      return Folder(id: id, path: path, exceptions: exceptions)
    }
  }

  // MARK: Objects

  /// The path of a file or a group: its own, after those of the groups that it is in.
  private func path(_ id: String) -> String? {
    var parts: [String] = []
    var passed: Set<String> = []
    var next: String? = id
    while let id = next {
      // A group that holds itself is nowhere.
      guard passed.insert(id).inserted, let object = objects[id] else { return nil }
      if let part = Self.text("path", of: object) { parts.insert(part, at: 0) }
      switch Self.text("sourceTree", of: object) {
      case "<group>": next = groups[id]
      case "SOURCE_ROOT": next = nil
      default: return nil
      }
    }
    return PathName.absolute(parts.joined(separator: "/"), in: root)
  }

  private func object(_ id: String, _ kind: String) -> Object? {
    objects[id].flatMap { Self.text("isa", of: $0) == kind ? $0 : nil }
  }

  private static func text(_ key: String, of object: Object) -> String? {
    object[key] as? String
  }

  private static func ids(_ key: String, of object: Object) -> [String] {
    (object[key] as? [Any] ?? []).compactMap { $0 as? String }
  }
}
