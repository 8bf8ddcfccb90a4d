import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// Properties that keep a machine of a library which is not read.
struct ForeignMachines {
  let index: SourceIndex

  /// What is to be said of each, with the file that it stands in.
  var diagnostics: [NoteOfFile] {
    index.keys.compactMap { index.info($0) }.filter { !$0.file.isGenerated }.flatMap { info in
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
    guard let type = type(of: property),
      index.resolve(name: type.name, in: info, module: info.module) == nil
    else { return nil }
    switch (type.name, type.types.count) {
    case ("GKStateMachine", 0): return "its states are classes that GameplayKit runs"
    case ("StateMachine", 3): return "its library has its own builder for transitions"
    default: return nil
    }
  }

  private func type(of property: StoredProperty) -> NamedType? {
    if let type = property.type { return NamedType(type.presentType) }
    guard let call = property.initializer?.as(FunctionCallExprSyntax.self) else { return nil }
    let generic = NamedType.specialization(in: call.calledExpression)
    return NamedType.name(of: generic?.expression ?? call.calledExpression).map { name in
      NamedType(name: name, types: NamedType.types(generic?.genericArgumentClause))
    }
  }
}
