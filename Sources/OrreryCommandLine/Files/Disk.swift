import Foundation
import OrreryTrace

/// Reading from disk, with errors that name the file.
enum Disk {
  enum Kind {
    case file, folder
  }

  /// What lies at a path; nothing where nothing does.
  static func kind(_ path: String) -> Kind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue ? .folder : .file
  }

  /// Whether it is a file that can be read twice, not a pipe or a device.
  static func isRegular(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// The path without links.
  static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  static func bytes(_ path: String, named name: String? = nil) throws(Failure) -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Failure(
        "cannot read '\(name ?? path)' (\(error.reason))",
        advice: "check the path and its permissions")
    }
  }

  /// The text of a UTF-8 file, without its byte order mark.
  static func text(_ path: String, named name: String? = nil) throws(Failure) -> String {
    let bytes = try bytes(path, named: name)
    guard let text = String(utf8: bytes) else {
      throw Failure(
        at: name ?? path, "the file is not UTF-8",
        advice: "convert it, or leave it out with `exclude` in .orrery.yml")
    }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// The names in a folder, sorted by bytes: the order of a file system is nobody's.
  static func names(in folder: String, named name: String? = nil) throws(Failure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw Failure(
        "cannot read the folder '\(name ?? folder)' (\(error.reason))",
        advice: "check the path and its permissions")
    }
  }

  /// Whether any file or folder below a folder matches a pattern, also where no source is looked for.
  ///
  /// - Returns: Also true where the folder holds too much to be walked for a warning.
  static func hasMatch(of glob: Glob, below root: String) -> Bool {
    guard let walk = FileManager.default.enumerator(atPath: root) else { return false }
    var rest = 50_000
    while let name = walk.nextObject() as? String {
      rest -= 1
      if rest == 0 || glob.matches(name) { return true }
      if [".git", ".build"].contains(PathName.name(name)) { walk.skipDescendants() }
    }
    return false
  }
}
