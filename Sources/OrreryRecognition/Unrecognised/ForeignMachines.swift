import OrreryLowering
import OrrerySyntax
import SwiftSyntax

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
    // A type that is written has no other name by what it starts as.
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
