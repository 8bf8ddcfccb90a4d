import Foundation
import OrreryExtraction
import OrreryModel

/// The documents of a project: the files with blocks, and the pages of the machines.
struct DocumentSet {
  /// A file that may hold blocks.
  struct Document {
    var path: String
    /// The folder of the file from the root; nothing where it lies outside.
    var folder: String?
    var content: BlockDocument
    /// Whether the file lies in the folder of the pages.
    var isPage = false
  }

  static let endings = [".md", ".markdown"]

  var documents: [Document] = []
  /// The folder of the pages, as the user names it, and from the root.
  var pages: (name: String, path: String, folder: String)?
  var template = PageTemplate.standard

  /// Reads the files that the arguments name, else those of the configuration, else all of the tree;
  /// the pages only where no file is named.
  ///
  /// - Throws: `Failure` where a file cannot be read or a marker in it is wrong.
  init(files: [String], in project: Project) throws(Failure) {
    let settings = project.configuration.docs
    var wanted = files
    if files.isEmpty {
      wanted = settings.files.map(project.fromWorkingDirectory)
      if wanted.isEmpty, settings.pages == nil { wanted = [project.fromWorkingDirectory(".")] }
      if let folder = settings.pages {
        let name = project.fromWorkingDirectory(folder)
        let path = project.absolute(name)
        pages = (name, path, PathName.relative(path, to: project.root))
        if Disk.kind(path) == .folder { wanted.append(name) }
      }
      if let file = settings.template {
        let name = project.fromWorkingDirectory(file)
        template = try PageTemplate(
          name: name, text: Disk.text(project.absolute(name), named: name))
      }
    }
    try read(wanted, in: project)
  }

  private mutating func read(_ paths: [String], in project: Project) throws(Failure) {
    let finder = SourceFinder(
      root: project.root, workingDirectory: project.workingDirectory,
      exclude: project.configuration.exclude.map(Glob.init), endings: Self.endings)
    let template = project.configuration.docs.template.map {
      PathName.absolute($0, in: project.root)
    }
    let files = try finder.findings(in: paths).files.map(\.path).filter { $0 != template }
    let pages = pages?.path
    let read = files.concurrentMap { file in
      Result { () throws(Failure) in try Self.document(file, pages: pages, in: project) }
    }
    for document in read { documents.append(try document.get()) }
  }

  private static func document(
    _ path: String, pages: String?, in project: Project
  ) throws(Failure) -> Document {
    let name = PathName.relative(path, to: project.workingDirectory)
    let folder = PathName.parent(PathName.relative(path, to: project.root))
    return Document(
      path: path, folder: folder.hasPrefix("..") ? nil : folder,
      content: try BlockDocument(name: name, bytes: [UInt8](try Disk.bytes(path, named: name))),
      isPage: PathName.parent(path) == pages)
  }
}
