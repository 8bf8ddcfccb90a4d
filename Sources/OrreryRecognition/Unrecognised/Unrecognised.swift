import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Properties that are named like a state and are none, and why.
struct Unrecognised {
  private let style: MutatingStyle
  /// The types that are some machine's state.
  private let known: Set<String>

  init(style: MutatingStyle, sites: [Site]) {
    self.style = style
    known = Set(sites.map(\.state.key))
  }

  /// A property with what is to be said of it, its type's declaration, and the key of the state.
  struct Property {
    var note: NoteOfFile
    var owner: SyntaxIdentifier
    var state: String
  }

  var properties: [Property] {
    style.index.infos.flatMap { info -> [Property] in
      guard info.kind != .enum, !known.contains(info.key), !info.file.isGenerated else { return [] }
      return info.stored.compactMap { read($0, of: info) }
    }
  }

  private func read(_ stored: StoredInfo, of info: TypeInfo) -> Property? {
    let property = stored.property
    guard !property.isStatic, let kept = style.kept(in: property, of: info),
      kept.form != .plain || !property.isLet, !known.contains(kept.state.key),
      MutatingStyle.isNamedLikeState(property.name)
        || MutatingStyle.isNamedLikeState(kept.state.name)
    else { return nil }
    let access = style.access(to: property, kept, in: info)
    let mentions = info.functions.map { ($0, style.index.mentions(of: access, in: $0)) }
    let writes = mentions.reduce(0) { $0 + $1.1.writes }
    // A value that nobody changes is data.
    guard writes > 0 || info.isObject else { return nil }
    let isHanded = mentions.contains { function, found in
      function.parameters.contains { found.assigned.contains($0.ownName) }
    }
    let question =
      mentions.contains { $0.1.tests > 0 } ? "only test whether there is one" : "never test it"
    let reason =
      writes == 0
      ? "no method of '\(info.name)' assigns it, and what others do to it is not followed"
      : isHanded
        ? "the methods of '\(info.name)' set it to what they are handed and \(question); what "
          + "callers hand to them is not followed"
        : "the methods of '\(info.name)' \(question) and never set a second case"
    let note = stored.file.noMachine(
      info.path + [property.name], "is no machine: \(reason)", at: property.declaration)
    return Property(note: note, owner: info.node.id, state: kept.state.key)
  }
}

/// Properties that keep a machine of a library which is not read.
struct ForeignMachines {
  let index: SourceIndex

  /// What is to be said of each, with the file that it stands in.
  var diagnostics: [NoteOfFile] {
    index.infos.filter { !$0.file.isGenerated }.flatMap { info in
      info.stored.compactMap { stored in
        reason(for: stored.property, in: info).map { reason in
          stored.file.noMachine(
            info.path + [stored.property.name], "looks like a machine and is not read: \(reason)",
            at: stored.property.declaration)
        }
      }
    }
  }

  private func reason(for property: StoredProperty, in info: TypeInfo) -> String? {
    // What a property starts as tells its type only where none is written.
    let written = property.type.map { NamedType($0.presentType) }
    guard let type = written ?? NamedType(of: property),
      index.resolve(name: type.name, in: info, module: info.module) == nil
    else { return nil }
    switch (type.name, type.types.count) {
    case ("GKStateMachine", 0): return "its states are classes that GameplayKit runs"
    case ("StateMachine", 3): return "its library has its own builder for transitions"
    default: return nil
    }
  }
}
