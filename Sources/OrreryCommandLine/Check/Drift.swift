import OrreryModel
import OrreryModelFile
import OrreryRendering
import OrreryTrace

/// One file that is not what the source would be drawn as.
struct Drift: Hashable, Sendable {
  /// How a file differs.
  enum Problem: String, CaseIterable, Sendable {
    /// It should be there and is not.
    case missing
    /// It shows something else than the source declares.
    case outdated
    /// It shows a machine that is no longer declared, or a format that is no longer wanted.
    case stale
  }

  /// The file as the user names it.
  var file: String
  var problem: Problem
  /// The id of the machine; none for the index and for what is stale.
  var machine: String?
  /// What differs, as lines of a unified diff; nothing for pictures.
  var diff: [UnifiedDiff.Line] = []
}

/// What a check found.
struct DriftReport: Hashable, Sendable {
  /// How one machine behaves differently from what is written.
  struct MachineChange: Hashable, Sendable {
    var machine: String
    var sentences: [String]
  }

  var drifts: [Drift] = []
  /// From the committed JSON of the machines, where there is some.
  var changes: [MachineChange] = []
  var checked = 0

  /// Compares the files of a folder with a gallery; writes nothing.
  ///
  /// - Throws: `Failure` where a file is there and cannot be read.
  init(_ gallery: Gallery, in folder: GalleryFolder, machines: [Machine]) throws(Failure) {
    checked = gallery.files.count
    for file in gallery.files {
      if let drift = try Self.drift(of: file, in: folder) { drifts.append(drift) }
    }
    for file in try folder.stale(besides: gallery) {
      drifts.append(Drift(file: folder.name(of: file), problem: .stale))
    }
    changes = try Self.changes(of: gallery, in: folder, machines)
  }

  private static func drift(
    of file: Gallery.File, in folder: GalleryFolder
  ) throws(Failure) -> Drift? {
    var drift = Drift(
      file: folder.name(of: file.name), problem: .missing, machine: file.machine)
    guard let written = try folder.text(of: file.name) else { return drift }
    drift.problem = .outdated
    switch file.content {
    case .picture(let dot, .picture(.svg)):
      return SVGStamp.hash(in: written) == Digest.sha256Hex(of: dot.utf8) ? nil : drift
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

  private static func changes(
    of gallery: Gallery, in folder: GalleryFolder, _ machines: [Machine]
  ) throws(Failure) -> [MachineChange] {
    var changes: [MachineChange] = []
    for file in gallery.files {
      guard case .text(_, .model) = file.content, let id = file.machine,
        let new = machines.first(where: { $0.id == id }),
        let text = try folder.text(of: file.name),
        // A file that is no model is an outdated one: the diff shows it.
        let old = try? ModelFile.decode(text).machines.first(where: { $0.id == id })
      else { continue }
      let sentences = MachineDiff(from: old, to: new).changes.map(\.description)
      if !sentences.isEmpty { changes.append(MachineChange(machine: id, sentences: sentences)) }
    }
    return changes
  }
}

extension String {
  /// The lines as `Masking` counts them.
  fileprivate var diffLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
