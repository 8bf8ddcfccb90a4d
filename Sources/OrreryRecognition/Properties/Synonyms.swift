import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// Computed properties that stand for the one that keeps the state.
extension MutatingStyle {
  /// Those of the state's type whose getter gives the property, and whose setter stores to it.
  func synonyms(of property: String, holding state: TypeInfo, in info: TypeInfo) -> Set<String> {
    let found = info.computed.filter { computed in
      !computed.isStatic && computed.name != property
        && index.resolve(computed.type, in: info) == state.key
        && stands(computed, for: property, in: info)
    }
    return Set(found.map(\.name))
  }

  private func stands(_ computed: ComputedInfo, for property: String, in info: TypeInfo) -> Bool {
    let setter = info.accessors.first { $0.name == computed.name }
    let isAlone = Self.isAlone(computed.body, property)
    guard let setter, !setter.lendsAtOnce else { return isAlone }
    let reads = index.mentions(of: StateAccess(property), in: computed)
    guard let value = setter.accessorValue, isAlone || (reads.reads > 0 && reads.tests == 0) else {
      return false
    }
    var access = StateAccess(property)
    if index.mentions(of: access, in: setter).assigned == [value] { return true }
    // `box.withLock { $0 = newValue }`
    access.isBoxed = isAlone
    return index.mentions(of: access, in: setter).assigned == [value]
  }

  /// Whether a body is the property alone, also inside a closure that is run under a lock.
  private static func isAlone(_ body: CodeBlockItemListSyntax, _ property: String) -> Bool {
    guard body.count == 1 else { return false }
    let node = body.onlyValue ?? body.first?.item.as(YieldStmtSyntax.self)?.lent
    if let call = node?.as(FunctionCallExprSyntax.self), let closure = call.trailingClosure {
      let names: Set = ["withLock", "sync", "withLockedValue", "withCriticalRegion", "read"]
      let member = call.calledExpression.as(MemberAccessExprSyntax.self)
      guard names.contains(member?.declName.baseName.text ?? "") else { return false }
      // `box.withLock { $0 }` gives what is in the box.
      if closure.statements.trimmedText == "$0" {
        return member?.base.map { isProperty($0, property) } ?? false
      }
      return isAlone(closure.statements, property)
    }
    return node.map { isProperty($0, property) } ?? false
  }

  private static func isProperty(_ node: ExprSyntax, _ property: String) -> Bool {
    if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      StateAccess.contents.contains(member.declName.baseName.text)
    {
      return isProperty(base, property)
    }
    return node.ownName == property
  }
}
