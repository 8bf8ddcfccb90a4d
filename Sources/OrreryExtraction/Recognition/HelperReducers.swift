import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Reducer functions that are helpers of a type which keeps the state and has other events beside.
extension MutatingStyle {
  /// Reducers and the machines of the types that keep their state, so that none hides another.
  ///
  /// Of one enum the methods tell what the reducer tells, unless others call that too. A reducer of a
  /// struct tells more of that than the methods do, which are told beside it.
  func arranged(_ reducers: [Site], beside machines: [Site]) -> [Site] {
    var machines = machines
    let free = reducers.filter { reducer in
      let index = machines.firstIndex { tellsMore($0, than: reducer) }
      guard let index else { return true }
      let member = machines[index].member
      guard case .property(let name) = machines[index].holder,
        member != nil || isCalledElsewhere(reducer)
      else { return false }
      machines[index].path += [name] + (member.map { [$0.name] } ?? [])
      return true
    }
    return free + machines
  }

  /// Whether methods of a machine change its state both by the functions of a reducer and without them.
  private func tellsMore(_ machine: Site, than reducer: Site) -> Bool {
    guard let info = machine.owner, info === reducer.owner, machine.path == reducer.path,
      (machine.member?.owner ?? machine.state) === reducer.state, let access = machine.access
    else { return false }
    let handlers = Set(machine.handlers.compactMap { $0.function?.node.id })
    let reducers = reducer.handlers.compactMap(\.function)
    let (names, nodes) = (Set(reducers.map(\.name)), Set(reducers.map(\.node.id)))
    let reach = Reach(of: info, to: access)
    var (isCalled, isBesides) = (false, false)
    for index in reach.functions.indices {
      let node = reach.functions[index].node
      guard handlers.contains(node.id), !nodes.contains(node.id) else { continue }
      let parts = reach.closure(of: [index], calling: [])
      if parts.contains(where: { calls(names, in: reach.functions[$0]) }) {
        isCalled = true
      } else if parts.contains(where: { reach.mentions[$0].writes > 0 }) {
        isBesides = true
      }
    }
    return isCalled && isBesides
  }

  /// Whether another type names a reducer's function: `Turnstile.reduce`.
  private func isCalledElsewhere(_ reducer: Site) -> Bool {
    guard let owner = reducer.owner?.path.last else { return false }
    let names = Set(reducer.handlers.compactMap { $0.function?.name })
    return index.files.contains { file in
      guard !file.words.areTests, file.words.contains(Word(owner)),
        file.words.containsAny(of: Set(names.map { Word($0) }))
      else { return false }
      let finder = ForeignNames(names, of: owner)
      finder.walk(file.tree)
      return finder.isFound
    }
  }

  private func calls(_ names: Set<String>, in function: FunctionInfo) -> Bool {
    CallForm.calls(in: function.node).contains { names.contains($0.name) }
  }
}

/// Looks outside a type for its static members.
private final class ForeignNames: SyntaxVisitor {
  private let names: Set<String>
  private let owner: String
  private(set) var isFound = false

  init(_ names: Set<String>, of owner: String) {
    (self.names, self.owner) = (names, owner)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard names.contains(Naming.identifier(node.declName.baseName.text)),
      let base = node.base?.lastToken(viewMode: .sourceAccurate),
      Naming.identifier(base.text) == owner,
      TypePath.enclosing(Syntax(node)).last != owner
    else { return .visitChildren }
    isFound = true
    return .skipChildren
  }
}
