import OrreryExtraction
import OrreryModel

/// What every block should hold, and how that differs from what it holds.
struct DocsPlan {
  /// A block and what should be in it.
  struct Entry {
    enum State: Hashable {
      /// The lines are as they should be, line numbers aside.
      case current
      /// Nothing was generated yet.
      case missing
      case outdated
      /// Somebody changed the lines, or wrote them.
      case edited
      /// The machine is gone.
      case stale
      /// The machine may stand in a file with errors: the block is left as it is.
      case hidden
    }

    /// The position of the document in the set; nothing for a page that is not there yet.
    var document: Int?
    var block: Int
    var state: State
    /// The machine as it is now; nothing for a list of all, and for what is stale.
    var machine: Machine?
    var wanted: [String] = []
    /// The hash of the machine, which only who writes has to know.
    var hash: String? { machine.map(DocsPlan.hash) }
  }

  /// A page that should be there and is not.
  struct NewPage {
    var name: String
    var path: String
    var machine: Machine?
    var begin: Marker.Begin
    var lines: [String]
  }

  let set: DocumentSet
  private(set) var entries: [Entry] = []
  private(set) var newPages: [NewPage] = []
  private let model: SourceModel

  /// - Throws: `Failure` with file and line where a block names no machine, or more than one.
  init(_ set: DocumentSet, _ model: SourceModel) throws(Failure) {
    self.set = set
    self.model = model
    let machines = model.whole.machines
    let pages = try PageFiles(set, machines: machines)
    let content = BlockContent(machines: machines, template: set.template, pages: pages.folders)
    var open: [(document: Int, block: Int, machine: Machine?, hasFacts: Bool)] = []
    for (position, document) in set.documents.enumerated() {
      var told: Set<String> = []
      for (index, block) in document.content.blocks.enumerated() {
        let machine = try machine(of: block, at: "\(document.content.name):\(block.line)")
        let hasFacts = machine.map { told.insert($0.id).inserted } ?? false
        open.append((position, index, machine, hasFacts))
      }
    }
    let hidden = open.map { place in
      let name = set.documents[place.document].content.blocks[place.block].begin.machineName
      return place.machine == nil && (name.map(model.mayHide) ?? false)
    }
    // A list of all would lose the row of what is hidden.
    let keepsLists = model.leavesMachinesOut || hidden.contains(true)
    entries = zip(open, hidden).map { ($0, $1) }.concurrentMap { place, isHidden in
      let document = set.documents[place.document]
      let block = document.content.blocks[place.block]
      let isKeptList = keepsLists && block.begin.format == .index
      if isHidden || isKeptList {
        return Entry(
          document: place.document, block: place.block, state: isHidden ? .hidden : .current,
          wanted: block.lines)
      }
      return Self.entry(
        block, (place.document, place.block), place.machine, content,
        in: document.folder, hasFacts: place.hasFacts)
    }
    newPages = pages.missing.map { page in
      let lines = content.lines(
        page.begin.format, of: page.machine, at: .init(folder: set.pages?.folder))
      return NewPage(
        name: page.name, path: page.path, machine: page.machine, begin: page.begin, lines: lines)
    }
  }

  /// Whether any document is kept.
  var isUsed: Bool { !entries.isEmpty || !newPages.isEmpty }

  /// How many blocks and pages there are, without those of machines that are gone.
  var count: Int { entries.count { !$0.isGone } + newPages.count }

  static func hash(of machine: Machine) -> String {
    String(MachineHash.structure(machine).prefix(16))
  }

  private static func entry(
    _ block: BlockDocument.Block, _ place: (document: Int, block: Int), _ machine: Machine?,
    _ content: BlockContent, in folder: String?, hasFacts: Bool
  ) -> Entry {
    var entry = Entry(
      document: place.document, block: place.block, state: .stale, machine: machine)
    guard machine != nil || block.begin.machine == nil else {
      if !block.isAsGenerated { entry.state = .edited }
      return entry
    }
    entry.wanted = content.lines(
      block.begin.format, of: machine,
      at: .init(folder: folder, headingLevel: block.headingLevel, hasFacts: hasFacts))
    entry.state = state(of: block, entry.wanted)
    return entry
  }

  private static func state(of block: BlockDocument.Block, _ wanted: [String]) -> Entry.State {
    if block.lines == wanted { return .current }
    if block.isEmpty { return .missing }
    guard block.isAsGenerated else { return .edited }
    return isSame(block, wanted) ? .current : .outdated
  }

  /// Whether the lines differ in line numbers alone.
  private static func isSame(_ block: BlockDocument.Block, _ wanted: [String]) -> Bool {
    block.lines.count == wanted.count
      && Masking.lines(ofBlock: block.lines, block.begin.format)
        == Masking.lines(ofBlock: wanted, block.begin.format)
  }

  // MARK: Machines

  /// - Returns: Nothing for a list of all, and for a machine that was there once and is gone.
  private func machine(
    of block: BlockDocument.Block, at place: String
  ) throws(Failure) -> Machine? {
    guard block.begin.format != .index, let name = block.begin.machineName else { return nil }
    let machines = model.extract.machines
    let exact = machines.filter { $0.id == name }
    let found = exact.isEmpty ? machines.filter { $0.isNamed(name) } : exact
    if found.count > 1 {
      let places = found.map { "\($0.id) (\($0.location.file):\($0.location.line))" }
      throw Failure(
        .usage, at: place, "'\(name)' names \(found.count) machines",
        advice: "write one id in full: \(places.joined(separator: ", "))")
    }
    if found.isEmpty, block.begin.hash == nil, !model.mayHide(name) {
      _ = try machines.selected(by: [name], at: place)
    }
    return found.first.flatMap { machine in
      model.whole.machines.first { $0.id == machine.id }
    }
  }
}

extension Masking {
  /// The lines of a block, with a mask in place of each line number.
  static func lines(ofBlock lines: [String], _ format: BlockFormat) -> [String] {
    // Of a table of values the header comes behind an empty line and the fence.
    let start = format == .text(.csv) ? min(2, lines.count) : 0
    return lines[..<start]
      + self.lines(of: lines[start...].joined(separator: "\n"), format.drawing)
  }
}
