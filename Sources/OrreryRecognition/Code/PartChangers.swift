import OrreryExecution
import OrreryLowering
import SwiftSyntax

// Methods that change a part of a property, which runs the setter or the observers of the property:
// `link.drop()` where `drop` is a mutating method of a struct.

extension SourceIndex {
  /// The mutating methods of what the properties with accessors of a type hold, by property.
  func partChangers(of info: TypeInfo) -> [String: PartChangers] {
    let observed = Set(info.accessors.filter { !$0.isStatic }.map(\.name))
    return observed.reduce(into: [:]) { result, name in
      let stored = info.property(name)?.property
      let type = stored?.type ?? info.computed.first { $0.name == name }?.type
      var changers = PartChangers()
      changers.isCollection = type?.isCollection ?? stored?.initializer?.isCollection ?? false
      let start = stored.flatMap { self.type(of: $0, in: info) }.flatMap { self.info($0) }
      addMutators(
        of: (type.map { values(in: $0, info) } ?? []) + [start].compactMap(\.self), &changers)
      result[name] = changers
    }
  }

  /// Adds the mutating methods of some values and of those that they hold.
  private func addMutators(of values: [TypeInfo], _ changers: inout PartChangers) {
    var seen: Set<String> = []
    var open = values
    while let next = open.popLast(), seen.count < 32 {
      guard next.isValue, seen.insert(next.key).inserted else { continue }
      changers.names.formUnion(next.functions.filter(\.isMutating).map(\.name))
      for stored in next.stored where !stored.property.isStatic {
        guard let type = stored.property.type else { continue }
        if type.isCollection { changers.isCollection = true }
        open += self.values(in: type, next)
      }
    }
  }

  /// The types that a type names: those of what its values hold.
  private func values(in type: TypeSyntax, _ scope: TypeInfo) -> [TypeInfo] {
    if let found = self.type(type, in: scope) { return [found] }
    return type.presentType.elementType.map { values(in: $0, scope) } ?? []
  }
}

/// By which methods a value or a part of it is changed.
struct PartChangers {
  var names: Set<String> = []
  /// Whether a collection is among its parts.
  var isCollection = false

  func contains(_ method: String) -> Bool {
    names.contains(method) || isCollection && Library.isMutator(method)
  }
}
