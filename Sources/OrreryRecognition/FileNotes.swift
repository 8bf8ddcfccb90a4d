import OrreryLowering
import OrreryModel
import SwiftSyntax

/// What a file tells that is no machine.
package struct FileNotes {
  /// What is left out here and why: types that another file declares too, generated files, and
  /// properties that are named like a state and are none.
  package var leftOut: [Diagnostic] = []
  /// What the file tells of types that are named like a state.
  package var stateLike = StateLikeTypes()

  package init() {}
}

extension Recognition {
  /// The notes on each file.
  package var notes: [ObjectIdentifier: FileNotes] {
    var notes = index.files.reduce(into: [:]) { $0[ObjectIdentifier($1)] = FileNotes() }
    let known = all
    let hints = known.flatMap { Hints(of: $0).all }
    let dropped = Set(index.duplicates.map(\.dropped.id))
    let unrecognised = Unrecognised(style: mutating, sites: known)
    let properties = unrecognised.properties.filter { !dropped.contains($0.owner) }
    let said =
      index.duplicates.map(Self.duplicate) + index.files.filter(\.isGenerated).map(Self.generated)
      + SharedNames.diagnostics(of: known) + properties.map(\.note)
      + strange(beside: known)
      + index.files.flatMap { file in
        Hints.strays(in: file, beside: hints).map { (file, $0) }
      }
    for note in said { notes[ObjectIdentifier(note.file)]?.leftOut.append(note.diagnostic) }
    for found in properties {
      notes[ObjectIdentifier(found.note.file)]?.stateLike.told.insert(found.state)
    }
    var parts = MachineParts(index: index)
    for site in known where notes[ObjectIdentifier(site.file)] != nil {
      notes[ObjectIdentifier(site.file)]?.stateLike.told.formUnion(parts.parts(of: site))
    }
    for info in index.infos
    where !info.file.isGenerated && !index.isIn(dropped, info) {
      notes[ObjectIdentifier(info.file)]?.stateLike.add(info)
      noteStates(keptBy: info, in: &notes)
    }
    return notes
  }

  /// What looks like a machine and is none.
  private func strange(beside known: [Site]) -> [NoteOfFile] {
    let functions = Set(known.flatMap(\.handlers).compactMap { $0.function?.node.id })
    let machines = Set(known.compactMap { $0.owner?.key })
    return ProtocolStates(index: index).diagnostics(beside: functions, of: machines)
      + StrangeReducers(index: index).diagnostics(beside: known)
      + ReducerStyle(index: index).conversions()
      + WrappingReducers.diagnostics(in: index) + ForeignMachines(index: index).diagnostics
  }

  /// Notes which types the properties of a type keep, or may.
  private func noteStates(
    keptBy info: TypeInfo, in notes: inout [ObjectIdentifier: FileNotes]
  ) {
    for stored in info.stored where notes[ObjectIdentifier(stored.file)] != nil {
      let id = ObjectIdentifier(stored.file)
      let path = (info.path + [stored.property.name]).joined(separator: ".")
      for key in mutating.handed(to: stored.property, of: info) {
        notes[id]?.stateLike.handed[key] = path
      }
      for key in StateLikeTypes.named(in: stored.property, of: info, index) {
        notes[id]?.stateLike.held[key] = path
      }
      guard let kept = mutating.kept(in: stored.property, of: info) else { continue }
      notes[id]?.stateLike.kept.insert(kept.state.key)
    }
  }

  private static func duplicate(
    _ found: (kept: TypeInfo, dropped: DeclSyntax, file: SourceFile)
  ) -> NoteOfFile {
    let first = found.kept.location
    let diagnostic = Diagnostic(
      id: "duplicate-type", severity: .warning, location: found.file.location(of: found.dropped),
      message: "'\(found.kept.path.joined(separator: "."))' is already declared at "
        + "\(first.file):\(first.line), so this declaration is left out; name the modules of both "
        + "files under `modules` in .orrery.yml")
    return (found.file, diagnostic)
  }

  private static func generated(_ file: SourceFile) -> NoteOfFile {
    let diagnostic = Diagnostic(
      id: "generated-file", severity: .note, location: file.location(of: file.tree),
      message: "the file says that a tool wrote it; Orrery looks for no machine in it")
    return (file, diagnostic)
  }
}
