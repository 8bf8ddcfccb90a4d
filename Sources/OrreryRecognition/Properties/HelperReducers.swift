import OrreryLowering
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
      if parts.contains(where: { calls(names, in: reach.functions[$0]) }) {
        isCalled = true
      } else if parts.contains(where: { reach.mentions[$0].writes > 0 }) {
        isBesides = true
      }
    }
    return isCalled && isBesides
  }

  /// Whether code outside of the type, and of those in it, names a reducer's function:
  /// `Turnstile.reduce`.
  private func isCalledElsewhere(_ reducer: Site) -> Bool {
    guard let owner = reducer.owner else { return false }
    let names = Set(reducer.handlers.compactMap { $0.function?.name })
    return index.files.contains { file in
      guard !file.words.areTests, file.words.containsAny(of: Set(names.map { Word($0) })) else {
        return false
      }
      let finder = ForeignNames(names, of: owner)
      finder.walk(file.tree)
      return finder.bases.contains { base in
        index.resolve(name: base, in: nil, module: file.module, file: file) == owner.key
      }
    }
  }

  private func calls(_ names: Set<String>, in function: FunctionInfo) -> Bool {
    index.uses(of: function).calls.contains { names.contains($0.name) }
  }
}

/// Looks outside of a type for what may be its static members: the types that these are asked of.
private final class ForeignNames: SyntaxVisitor {
  private let names: Set<String>
  private let owner: TypeInfo
  private(set) var bases: Set<String> = []

  init(_ names: Set<String>, of owner: TypeInfo) {
    (self.names, self.owner) = (names, owner)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if names.contains(Naming.identifier(node.declName.baseName.text)),
      let base = node.base?.typeName, !TypePath.enclosing(Syntax(node)).starts(with: owner.path)
    {
      bases.insert(base)
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  /// The dotted name that an expression is, without generic arguments.
  var typeName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    if let generic = self.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.typeName
    }
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.typeName else {
      return nil
    }
    return "\(base).\(Naming.identifier(member.declName.baseName.text))"
  }
}
