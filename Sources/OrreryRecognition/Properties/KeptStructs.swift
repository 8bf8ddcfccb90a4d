import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Objects that keep a struct and change it by the actions that they take.
extension MutatingStyle {
  /// A machine for each object with a method that switches over the cases of its action, and changes
  /// what the object keeps there.
  ///
  /// - Parameter others: The machines that are known; where one is the object's, this one is named
  ///   after the property.
  func structSites(beside others: [Site]) -> [Site] {
    var style = self
    style.takesEffects = true
    let known = Set(others.map(\.id))
    let states = Set(others.map(\.state.key))
    let kept = Set(others.compactMap(\.keptProperty))
    let infos = index.infos.filter { !$0.file.isGenerated }
    return infos.concurrentMap { info -> [Site] in
      style.allStructs(of: info).enumerated().compactMap {
        rank, candidate in
        guard !states.contains(candidate.state.key),
          !kept.contains("\(info.key).\(candidate.name)")
        else { return nil }
        let isFirst =
          rank == 0 && !known.contains(Naming.machine(module: info.module, path: info.path))
        return style.site(
          of: info, candidate, path: isFirst ? info.path : info.path + candidate.path)
      }
    }.flatMap { $0 }
  }

  private func allStructs(of info: TypeInfo) -> [Candidate] {
    let lent = lentStructs(of: info)
    let names = Set(lent.map(\.name))
    return lent + keptStructs(of: info).filter { !names.contains($0.name) }
  }

  /// The structs that an object keeps and that its actions change.
  private func keptStructs(of info: TypeInfo) -> [Candidate] {
    guard info.isObject else { return [] }
    let dispatchers = info.functions.compactMap { function -> Dispatcher? in
      guard !function.isStatic, let body = function.body,
        let source = eventSource(of: function, in: info), case .cases = source.events
      else { return nil }
      let clauses = body.clauses(over: source.parameter)
      return clauses.count > 1 ? Dispatcher(function: function, clauses: clauses) : nil
    }
    guard !dispatchers.isEmpty else { return [] }
    return ownStructs(of: info).filter { candidate in
      let reach = Reach(of: info, to: candidate.access, in: index)
      return dispatchers.contains { $0.changes(candidate.access, reach, in: index) }
    }
  }

  private func ownStructs(of info: TypeInfo) -> [Candidate] {
    info.stored.map(\.property).compactMap { property in
      guard !property.isStatic else { return nil }
      let wrapped = wrapped(in: property, of: info)
      guard wrapped != nil || !property.isLet,
        let state = stateStruct(wrapped?.key ?? index.type(of: property, in: info))
      else { return nil }
      var access = StateAccess(property.name, of: state)
      access.isBoxed = wrapped?.form == .box
      return Candidate(
        name: property.name, state: state, access: access, isSubject: wrapped?.form == .subject)
    }
  }

  /// A struct that says by its name that it is a state.
  func stateStruct(_ key: String?) -> TypeInfo? {
    guard let state = index.info(key), state.kind == .struct, !state.stored.isEmpty,
      ReducerStyle.stateWords.contains(where: state.name.hasSuffix)
    else { return nil }
    return state
  }
}

/// A method that takes an action, and the clauses for its cases.
private struct Dispatcher {
  var function: FunctionInfo
  var clauses: [SwitchCaseSyntax]

  /// Whether a clause changes the state, itself or through what it calls.
  func changes(_ access: StateAccess, _ reach: Reach, in index: SourceIndex) -> Bool {
    clauses.contains { clause in
      let found = Mentions(
        of: access, in: index.code(of: clause.statements, in: function))
      if found.writes > 0 { return true }
      return reach.writes(byCalling: found.calls)
    }
  }
}

extension SyntaxProtocol {
  /// The clauses of a `switch` over a variable that name a case.
  fileprivate func clauses(over name: String) -> [SwitchCaseSyntax] {
    all(SwitchExprSyntax.self).filter { $0.subject.plainName == name }.flatMap(\.cases)
      .compactMap { $0.as(SwitchCaseSyntax.self) }
      .filter { $0.label.is(SwitchCaseLabelSyntax.self) }
  }
}

extension Site {
  /// The property that holds the state, by the key of the type that keeps it.
  fileprivate var keptProperty: String? {
    guard let owner, let name = holder.property else { return nil }
    return "\(owner.key).\(name)"
  }
}
