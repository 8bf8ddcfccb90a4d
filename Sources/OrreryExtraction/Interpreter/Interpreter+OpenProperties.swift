import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Elements that stand for properties: by a key path that is not told, or a subscript of the type's own.
extension Interpreter {
  /// No more is known of the properties that a change of such an element may change.
  func openProperties(changedBy place: Place, _ path: inout Path) {
    guard let count = place.path.firstIndex(where: { $0.hasPrefix("[") }) else { return }
    let owner = Place(frame: place.frame, name: place.name, path: Array(place.path.prefix(count)))
    guard let info = index.info(type(at: owner, path)), info.kind != .enum else { return }
    let names =
      place.path[count].hasPrefix("[keyPath:") ? info.changing : info.changedByElements
    let text = place.path.reduce(into: place.name) { $0 += $1.hasPrefix("[") ? $1 : ".\($1)" }
    for name in names {
      let property = owner.appending(name)
      // What was known of the property is asked for, so that no other state shares the walk.
      _ = path.value(at: property)
      path.set(fresh(text, path, type: type(at: property, path)), at: property)
      if let watched = watched.map(path.resolved), holds(path.resolved(property), watched) {
        wrote(&path)
      }
    }
  }
}

extension TypeInfo {
  /// The properties that may be assigned.
  fileprivate var changing: [String] {
    stored.map(\.property).filter { !$0.isLet && !$0.isStatic }.map(\.name)
  }

  /// Those that its own subscripts assign, as far as these name them; all where they call a method.
  var changedByElements: [String] {
    guard !elementSetters.isEmpty else { return [] }
    let used = elementSetters.reduce(into: Set<String>()) {
      $0.formUnion(ClosureNames($1).names)
    }
    let isOpen = functions.contains { $0.isMutating && used.contains($0.name) }
    return isOpen ? changing : changing.filter(used.contains)
  }
}
