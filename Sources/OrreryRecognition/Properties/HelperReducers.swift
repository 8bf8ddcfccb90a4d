import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Reducer functions that are helpers of a type which keeps the state and has other events beside.
extension MutatingStyle {
  /// Reducers and the machines of the types that keep their state, so that none hides another.
  ///
  /// Of one enum the methods tell what the reducer tells. A reducer of a struct tells more of that than
  /// the methods do, which are told beside it.
  func arranged(_ reducers: [Site], beside machines: [Site]) -> [Site] {
    var machines = machines
    let free = reducers.filter { reducer in
      let index = machines.firstIndex { tellsMore($0, than: reducer) }
      guard let index else { return true }
      guard case .property(let name) = machines[index].holder, let member = machines[index].member
      else { return false }
      machines[index].path += [name, member.name]
      return true
    }
    return free + machines
  }

  /// Whether methods of a machine change its state both by the functions of a reducer and without them, or
  /// do more than to assign what these answer.
  private func tellsMore(_ machine: Site, than reducer: Site) -> Bool {
    guard let info = machine.owner, info === reducer.owner, machine.path == reducer.path,
      (machine.member?.owner ?? machine.state) === reducer.state,
      let access = machine.access(in: index)
    else { return false }
    let handlers = Set(machine.handlers.compactMap { $0.function?.node.id })
    let reducers = reducer.handlers.compactMap(\.function)
    let (names, nodes) = (Set(reducers.map(\.name)), Set(reducers.map(\.node.id)))
    let reach = Reach(of: info, to: access, in: index)
    var (isCalled, isBesides) = (false, observes(access, in: reach))
    for index in reach.functions.indices {
      let node = reach.functions[index].node
      guard handlers.contains(node.id), !nodes.contains(node.id) else { continue }
      let parts = reach.closure(of: [index], calling: [])
        .filter { !nodes.contains(reach.functions[$0].node.id) }
      let uses = parts.map { self.index.uses(of: reach.functions[$0]) }
      let called = uses.flatMap(\.calls).filter { names.contains($0.name) }
      if !called.isEmpty {
        // Which events a list holds is told by the reducer alone.
        if called.contains(where: \.context.isRepeated) { return false }
        isCalled = true
        let mentions = parts.map { reach.mentions[$0] }
        isBesides =
          isBesides || mentions.contains { $0.tests > 0 }
          || uses.contains { $0.calls.contains { !names.contains($0.name) } }
          || parts.contains { reach.functions[$0].isThrowing }
      } else if parts.contains(where: { reach.mentions[$0].writes > 0 }) {
        isBesides = true
      }
    }
    return isCalled && isBesides
  }

  /// Whether who changes the state has something else done, too.
  private func observes(_ access: StateAccess, in reach: Reach) -> Bool {
    reach.functions.contains { function in
      function.isObserver && access.names.contains(function.name)
        && !index.uses(of: function).calls.isEmpty
    }
  }
}

extension ExprSyntax {
  /// The dotted name that an expression is, without generic arguments.
  var typeName: String? {
    if let generic = self.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.typeName
    }
    guard let member = self.as(MemberAccessExprSyntax.self) else { return plainName }
    return member.base?.typeName.map { "\($0).\(Naming.identifier(member.declName.baseName.text))" }
  }
}
