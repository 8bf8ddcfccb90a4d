import OrreryModel

/// The files of the pages, one a machine, and the list of them.
struct PageFiles {
  struct Missing {
    var name: String
    var path: String
    var machine: Machine?
    var begin: Marker.Begin
  }

  static let indexName = "README.md"

  /// The files by the machines' ids, as paths from the root.
  private(set) var folders: [String: String] = [:]
  private(set) var missing: [Missing] = []

  /// - Throws: `Failure` where somebody else's file has the name of a page.
  init(_ set: DocumentSet, machines: [Machine]) throws(Failure) {
    guard let pages = set.pages else { return }
    let names = FileNames(machines.map(\.id))
    let shown = set.documents.filter(\.isPage).map { document in
      (document: document, names: document.content.blocks.compactMap(\.pageName))
    }
    for machine in machines {
      let owner = shown.first { $0.names.contains(where: machine.isNamed) }?.document
      let file =
        owner.map { PathName.name($0.path) } ?? names.name(of: machine.id, .text(.markdown))
      folders[machine.id] = PathName.joined(pages.folder, file)
      guard owner == nil else { continue }
      try add(
        file, machine, Marker.Begin(machine: Marker.word(machine.id), format: .page), in: pages)
    }
    let index = PathName.joined(pages.path, Self.indexName)
    if !machines.isEmpty, Disk.kind(index) == nil {
      try add(Self.indexName, nil, Marker.Begin(format: .index), in: pages)
    }
  }

  private mutating func add(
    _ file: String, _ machine: Machine?, _ begin: Marker.Begin,
    in pages: (name: String, path: String, folder: String)
  ) throws(Failure) {
    let page = Missing(
      name: PathName.joined(pages.name, file), path: PathName.joined(pages.path, file),
      machine: machine, begin: begin)
    guard Disk.kind(page.path) == nil else {
      throw Failure(
        at: page.name, "the file has the name of a page and no block for it",
        advice: "move it away, or put `\(begin.text)` and `\(Marker.endText)` into it")
    }
    missing.append(page)
  }
}

extension BlockDocument.Block {
  /// The machine whose page the block is.
  fileprivate var pageName: String? { begin.format == .page ? begin.machineName : nil }
}
