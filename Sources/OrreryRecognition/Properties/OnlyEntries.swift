import OrreryLowering
import OrreryProgram

// Methods by which alone a state is changed: what they are handed is what happens.
extension MutatingStyle {
  /// Whether no other method, setter or closure of a type comes to write its state but by a method,
  /// or by private ones that this hands its event on to.
  func isOnlyEntry(_ function: FunctionInfo, of info: TypeInfo, _ access: StateAccess) -> Bool {
    let functions = info.functions.filter { !$0.isStatic } + info.accessors
    let mentions = functions.map { index.mentions(of: access, in: $0) }
    let byName = Dictionary(grouping: functions.indices, by: { functions[$0].name })
    let calls = CallGraph(callees: mentions.map { $0.calls.flatMap { byName[$0] ?? [] } })
    let comesToWrite = calls.reaching(mentions.map { $0.writes > 0 })
    let writing = Set(functions.indices.filter { comesToWrite[$0] }.map { functions[$0].name })
    let entries = functions.indices.filter { index in
      writing.contains(functions[index].name) && !functions[index].isPrivate
        && !access.names.contains(functions[index].name)
    }
    guard entries.count == 1, let entry = entries.first.map({ functions[$0] }),
      !entry.isAccessor, entry.body != nil
    else { return false }
    let later = index.laterClosures(ofInitializersOf: info).map {
      Mentions(of: access, in: $0.code)
    }
    return (entry.node.id == function.node.id || function.isPrivate)
      && later.allSatisfy { $0.writes == 0 && $0.calls.isDisjoint(with: writing) }
  }

  /// Whether the only entry to a state does nothing but to hand an enum on.
  func isHandedOnAlone(
    _ name: String, _ type: TypeInfo, by function: FunctionInfo, in info: TypeInfo,
    _ access: StateAccess?
  ) -> Bool {
    guard let access, !access.isBoxed, !access.isReference, !access.isShared, !tells(type),
      type.cases.count > 1, !access.typeNames.contains(type.name), !function.isPrivate,
      let items = function.body?.statements, items.count == 1
    else { return false }
    return handsOn(name, type, function, in: info) && !function.tellsWhatHappened
      && isOnlyEntry(function, of: info, access)
  }
}

extension FunctionInfo {
  /// Whether the name is that of something that has happened: `refreshSucceeded`.
  var tellsWhatHappened: Bool { name.hasSuffix("ed") }
}
