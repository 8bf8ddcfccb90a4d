import OrderedCollections
import OrreryExtraction
import OrreryModel
import OrreryModelFile
import OrreryRendering

/// One file that is not what the source would be drawn as.
struct Drift: Hashable, Sendable {
  /// How a file differs.
  enum Problem: String, CaseIterable, Sendable {
    /// It should be there and is not.
    case missing
    /// It shows something else than the source declares.
    case outdated
    /// Somebody changed what was generated.
    case edited
    /// It shows a machine that is no longer declared, or a format that is no longer wanted.
    case stale
    /// A part of the source that could not be resolved, and that the baseline does not accept.
    case unresolved
  }

  /// The file as the user names it.
  var file: String
  /// The line, where the file is only partly the tool's, or the problem in the source.
  var line: Int?
  var problem: Problem
  /// The id of the machine; none for the index and for what is stale.
  var machine: String?
  /// What differs, as lines of a unified diff; nothing for pictures.
  var diff: [UnifiedDiff.Line] = []
  /// What puts it right.
  var remedy = "`orrery draw`"
  /// What is said besides.
  var detail: String?

  /// File and line as terminals link them.
  var place: String { line.map { "\(file):\($0)" } ?? file }
}

/// What a check found.
struct DriftReport: Hashable, Sendable {
  /// How one machine behaves differently from what is written.
  struct MachineChange: Hashable, Sendable {
    /// One difference, and where the source decides it.
    struct Fact: Hashable, Sendable {
      var text: String
      var location: SourceLocation
    }

    var machine: String
    var facts: [Fact]

    var sentences: [String] { facts.map(\.text) }

    /// - Parameters:
    ///   - old: What is written.
    ///   - new: What the source declares; its places are those of the facts.
    init(from old: Machine, to new: Machine) {
      machine = new.id
      facts = MachineDiff(from: old, to: new).changes.map {
        Fact(text: $0.description, location: $0.location(in: new))
      }
    }
  }

  var drifts: [Drift] = []
  /// From the committed JSON and the facts of blocks, where there are some.
  var changes: [MachineChange] = []
  var checked = 0

  /// Compares the files of a folder with a gallery; writes nothing.
  ///
  /// - Throws: `Failure` where a file is there and cannot be read.
  init(_ gallery: Gallery, in folder: GalleryFolder, machines: [Machine]) throws(Failure) {
    checked = gallery.files.count
    let found = gallery.files.concurrentMap { file in
      Result { () throws(Failure) in try Self.drift(of: file, in: folder) }
    }
    for result in found {
      if let drift = try result.get() { drifts.append(drift) }
    }
    let outdated = Set(drifts.map(\.file))
    for file in try folder.stale(besides: gallery) {
      drifts.append(Drift(file: folder.name(of: file), problem: .stale))
    }
    // Of a model as the source declares it there is nothing to say.
    changes = try Self.changes(
      of: gallery.files.filter { outdated.contains(folder.name(of: $0.name)) }, in: folder, machines
    )
  }

  /// Adds what the blocks and pages of documents say.
  mutating func add(_ plan: DocsPlan) {
    checked += plan.entries.count + plan.newPages.count
    drifts += plan.drifts
    let known = Set(changes.map(\.machine))
    changes += plan.changes.filter { !known.contains($0.machine) }
  }

  /// Adds the unresolved parts that a baseline does not accept.
  mutating func add(_ baseline: Baseline, _ machines: [Machine]) {
    let surplus = OrderedDictionary(grouping: baseline.surplus(in: machines), by: \.machine.id)
    for (machine, found) in surplus {
      drifts += Unresolved.grouped(found.map(\.part)).flatMap { group in
        // What is said of events is said once at each of its lines.
        let places = group.events.isEmpty ? group.parts.map(\.location) : group.places
        return places.map { place in
          Drift(
            file: place.file, line: place.line, problem: .unresolved, machine: machine,
            remedy: "`orrery extract --write-baseline` to accept it",
            detail: group.reason(naming: 3))
        }
      }
    }
  }

  private static func drift(
    of file: Gallery.File, in folder: GalleryFolder
  ) throws(Failure) -> Drift? {
    var drift = Drift(
      file: folder.name(of: file.name), problem: .missing, machine: file.machine)
    guard let written = try folder.text(of: file.name) else { return drift }
    drift.problem = .outdated
    switch file.content {
    case .picture(let picture, .picture(.svg)):
      return GraphStamp(picture).isShown(by: written) ? nil : drift
    case .picture:
      return nil
    case .text(let text, let format):
      drift.diff = diff(written, text, format)
    case .index(let text):
      drift.diff = diff(written, text, nil)
    }
    return drift.diff.isEmpty ? nil : drift
  }

  private static func diff(
    _ written: String, _ wanted: String, _ format: DrawingFormat?
  ) -> [UnifiedDiff.Line] {
    guard written != wanted else { return [] }
    return UnifiedDiff(
      written.diffLines, wanted.diffLines,
      oldKeys: Masking.lines(of: written, format), newKeys: Masking.lines(of: wanted, format)
    ).lines
  }

  /// What machines do differently, by the model or the picture of each that differs.
  private static func changes(
    of files: [Gallery.File], in folder: GalleryFolder, _ machines: [Machine]
  ) throws(Failure) -> [MachineChange] {
    var changes: [MachineChange] = []
    var told: Set<String> = []
    // A model tells more than the facts of a picture.
    for file in files.filter(\.isModel) + files.filter({ !$0.isModel }) {
      guard let id = file.machine, !told.contains(id),
        let new = machines.first(where: { $0.id == id }),
        let text = try folder.text(of: file.name), let old = written(in: text, file, like: new)
      else { continue }
      told.insert(id)
      let change = MachineChange(from: old, to: new)
      if !change.facts.isEmpty { changes.append(change) }
    }
    return changes
  }

  /// The machine that a file tells of; nothing where it tells of none, or is spoilt: then the lines
  /// that differ show it.
  private static func written(
    in text: String, _ file: Gallery.File, like machine: Machine
  ) -> Machine? {
    switch file.content {
    case .text(_, .model):
      try? ModelFile.decode(text).machines.first { $0.id == machine.id }
    case .picture(_, .picture(.svg)):
      Facts.machine(content: SVGMetadata.lines(in: text), like: machine)
    case .picture, .text, .index: nil
    }
  }
}

extension Gallery.File {
  fileprivate var isModel: Bool { if case .text(_, .model) = content { true } else { false } }
}

extension String {
  /// The lines as `Masking` counts them.
  fileprivate var diffLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
