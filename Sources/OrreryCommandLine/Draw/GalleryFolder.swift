import Foundation

/// The folder that a gallery is written to, and compared with.
struct GalleryFolder {
  var path: String
  /// The folder as the user names it.
  var name: String

  /// What writing did.
  struct Outcome: Hashable {
    var written: [String] = []
    var unchanged = 0
    var removed: [String] = []
  }

  func path(of file: String) -> String { PathName.joined(path, file) }
  func name(of file: String) -> String { PathName.joined(name, file) }

  /// The text of a file; nothing where there is none.
  ///
  /// - Throws: `Failure` where it is there and cannot be read.
  func text(of file: String) throws(Failure) -> String? {
    guard Disk.kind(path(of: file)) == .file else { return nil }
    return String(decoding: try Disk.bytes(path(of: file), named: name(of: file)), as: UTF8.self)
  }

  /// Files that an earlier gallery left here and that this one does not have.
  ///
  /// - Throws: `Failure` where the page that lists them cannot be read.
  func stale(besides gallery: Gallery) throws(Failure) -> [String] {
    guard gallery.isWhole, let page = try text(of: IndexPage.fileName),
      let owned = IndexPage.files(in: page)
    else { return [] }
    let current = Set(gallery.files.map(\.name))
    return (owned + [IndexPage.fileName]).filter {
      !current.contains($0) && Disk.kind(path(of: $0)) == .file
    }
  }

  /// The gallery of a model, without a word about files of machines that may stand where nobody could
  /// read; these are named.
  ///
  /// - Returns: Whether there are such files.
  /// - Throws: `Failure` where the page that lists them cannot be read.
  func keep(
    _ gallery: inout Gallery, of model: SourceModel, on console: Console
  ) throws(Failure) -> Bool {
    let names = FileNames(model.extract.machines.map(\.id))
    let found = Set(
      model.extract.machines.flatMap { machine in
        DrawingFormat.allCases.map { names.name(of: machine.id, $0) }
      })
    // What shows a machine that was found needs no word; a format may be no longer wanted.
    let hidden = try stale(besides: gallery).filter { file in
      guard file != IndexPage.fileName, !file.hasPrefix(FileNames.features + "."),
        !found.contains(file)
      else { return false }
      return model.mayHide(PathName.withoutEnding(file))
    }
    if model.leavesMachinesOut || !hidden.isEmpty { gallery.leaveOthers() }
    for file in hidden {
      console.report(
        Failure(
          at: name(of: file), "the machine of the file was not found",
          advice: "a file with errors may declare it, so that the file is left as it is"))
    }
    return !hidden.isEmpty
  }

  // MARK: Writing

  /// Lays out all pictures, then writes all files, then removes those that are out of date.
  ///
  /// A picture of the same graph stays as it is: its bytes depend on the fonts of the machine that
  /// drew it.
  ///
  /// - Parameter last: The gallery that this process wrote before; its files are not looked at again.
  /// - Throws: `Failure` where a picture cannot be drawn or a file cannot be written; then the
  ///   folder is as it was.
  func write(
    _ gallery: Gallery, after last: Gallery? = nil, _ layout: Layout, on console: Console
  ) throws(Failure) -> Outcome {
    try requireOwnership(of: gallery)
    let written = Dictionary(last?.files.map { ($0.name, $0.content) } ?? []) { first, _ in first }
    var outcome = Outcome()
    var writer = FileWriter()
    var progress = Progress("drawing", total: gallery.files.count, on: console)
    defer { progress.finish() }
    var rendered: [(name: String, bytes: Data)] = []
    for (position, file) in gallery.files.enumerated() {
      progress.update(position)
      if written[file.name] == file.content {
        outcome.unchanged += 1
      } else if try isCurrent(file) {
        outcome.unchanged += 1
      } else {
        rendered.append((file.name, try bytes(of: file, layout)))
      }
    }
    for file in rendered { try writer.add(file.bytes, at: path(of: file.name)) }
    let stale = try stale(besides: gallery)
    try writer.commit()
    outcome.written = rendered.map(\.name)
    for file in stale where (try? FileManager.default.removeItem(atPath: path(of: file))) != nil {
      outcome.removed.append(file)
    }
    return outcome
  }

  /// A page that somebody else wrote is not replaced.
  private func requireOwnership(of gallery: Gallery) throws(Failure) {
    guard gallery.isWhole, let page = try text(of: IndexPage.fileName),
      IndexPage.files(in: page) == nil
    else { return }
    throw Failure(
      "'\(name(of: IndexPage.fileName))' was not written by orrery",
      advice: "choose a folder of its own with --output")
  }

  private func isCurrent(_ file: Gallery.File) throws(Failure) -> Bool {
    switch file.content {
    case .picture(let picture, .picture(.svg)):
      try text(of: file.name).map(GraphStamp(picture).isDrawn) ?? false
    case .picture: false
    case .text(let text, _), .index(let text): try self.text(of: file.name) == text
    }
  }

  private func bytes(of file: Gallery.File, _ layout: Layout) throws(Failure) -> Data {
    switch file.content {
    case .text(let text, _), .index(let text): Data(text.utf8)
    case .picture(let picture, .picture(let format)):
      Data(try layout.bytes(of: picture, as: format, for: file.name))
    case .picture(let picture, _): Data(picture.dot.utf8)
    }
  }
}
