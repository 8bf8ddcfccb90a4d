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

  /// Whether methods of a machine change its state both by the functions of a reducer and without them.
  private func tellsMore(_ machine: Site, than reducer: Site) -> Bool {
    guard let info = machine.owner, info === reducer.owner, machine.path == reducer.path,
      (machine.member?.owner ?? machine.state) === reducer.state,
      let access = machine.access(in: index)
    else { return false }
    let handlers = Set(machine.handlers.compactMap { $0.function?.node.id })
    let reducers = reducer.handlers.compactMap(\.function)
    let (names, nodes) = (Set(reducers.map(\.name)), Set(reducers.map(\.node.id)))
    let reach = Reach(of: info, to: access, in: index)
    var (isCalled, isBesides) = (false, false)
    for index in reach.functions.indices {
      let node = reach.functions[index].node
      guard handlers.contains(node.id), !nodes.contains(node.id) else { continue }
      let parts = reach.closure(of: [index], calling: [])
      let calls = parts.lazy.flatMap { self.index.uses(of: reach.functions[$0]).calls }
      if calls.contains(where: { names.contains($0.name) }) {
        isCalled = true
      } else if parts.contains(where: { reach.mentions[$0].writes > 0 }) {
        isBesides = true
      }
    }
    return isCalled && isBesides
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
