import Foundation

/// Writes a set of files so that none is ever half there.
///
/// All are written under other names first; only when each of them is complete do they take their
/// places.
struct FileWriter {
  private struct Pending {
    var path: String
    var temporary: String
  }

  private var pending: [Pending] = []
  /// The folders that hold nothing of processes that were killed.
  private var swept: Set<String> = []

  /// Writes the bytes beside their place.
  ///
  /// - Throws: `Failure` where the folder or the file cannot be made; nothing is left behind.
  mutating func add(_ bytes: Data, at link: String) throws(Failure) {
    // A link stays a link, and a file keeps its permissions.
    let path = Disk.isLink(link) ? URL(filePath: link).resolvingSymlinksInPath().path : link
    try requireFolder(of: path)
    let permissions = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    if swept.insert(PathName.parent(path)).inserted { TemporaryFile.sweep(PathName.parent(path)) }
    let temporary = TemporaryFile.path(beside: path)
    do {
      pending.append(Pending(path: path, temporary: temporary))
      try bytes.write(to: URL(filePath: temporary))
      if let permissions {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: temporary)
      }
    } catch {
      throw failed(path, error.reason)
    }
  }

  /// Makes an empty file beside the place of another, and its folder where there is none.
  ///
  /// - Returns: The path of the file.
  /// - Throws: `Failure` where it cannot be made.
  static func reserve(_ path: String) throws(Failure) -> String {
    var writer = FileWriter()
    try writer.add(Data(), at: path)
    return writer.pending[0].temporary
  }

  private func requireFolder(of path: String) throws(Failure) {
    for folder in PathName.ancestors(path) where Disk.kind(folder) == .file {
      throw failed(path, "'\(folder)' is a file")
    }
    guard Disk.kind(path) != .folder else { throw failed(path, "a folder has that name") }
    do {
      try FileManager.default.createDirectory(
        atPath: PathName.parent(path), withIntermediateDirectories: true)
    } catch {
      throw failed(path, error.reason)
    }
  }

  /// Puts all files in their places.
  mutating func commit() throws(Failure) {
    for (position, file) in pending.enumerated() {
      guard rename(file.temporary, file.path) == 0 else {
        let reason = String(cString: strerror(errno))
        pending.removeFirst(position)
        throw failed(file.path, reason)
      }
    }
    pending = []
  }

  /// Leaves nothing behind, and says why.
  private func failed(_ path: String, _ reason: String) -> Failure {
    for file in pending { try? FileManager.default.removeItem(atPath: file.temporary) }
    return Failure(
      "cannot write '\(path)' (\(reason))",
      advice: "choose another place with --output, or change the permissions")
  }
}
