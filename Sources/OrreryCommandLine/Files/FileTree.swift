/// Files by absolute paths: those of the disk, or of a commit.
struct FileTree {
  /// The text of a file; nothing where there is none, or none that can be read.
  var text: (String) -> String?
  var isFolder: (String) -> Bool

  static var disk: FileTree {
    FileTree(
      text: { Disk.kind($0) == .file ? try? Disk.text($0) : nil },
      isFolder: { Disk.kind($0) == .folder })
  }
}
