/// Files by absolute paths: those of the disk, or of a commit.
struct FileTree {
  /// The text of a file; nothing where there is none, or none that can be read.
  var text: (String) -> String?
  var isFolder: (String) -> Bool
  /// The names in a folder, sorted; none where there is no folder.
  var names: (String) -> [String]

  static var disk: FileTree {
    FileTree(
      text: { Disk.kind($0) == .file ? try? Disk.text($0) : nil },
      isFolder: { Disk.kind($0) == .folder },
      names: { (try? Disk.names(in: $0)) ?? [] })
  }
}

extension FileTree {
  /// Has the folders that a list of files makes.
  init(files: some Sequence<String>, text: @escaping (String) -> String?) {
    var folders: [String: Set<String>] = [:]
    for file in files {
      for (path, folder) in zip([file] + PathName.ancestors(file), PathName.ancestors(file)) {
        // Where a name is known, so are the folders above.
        guard folders[folder, default: []].insert(PathName.name(path)).inserted else { break }
      }
    }
    let names = folders.mapValues { $0.sorted() }
    self.init(text: text, isFolder: { names[$0] != nil }, names: { names[$0] ?? [] })
  }
}
