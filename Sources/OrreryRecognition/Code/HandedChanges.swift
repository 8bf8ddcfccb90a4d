import OrreryLowering
import OrreryProgram
import SwiftSyntax

/// Which functions change the state of an object of some type that they are handed.
struct HandedChanges {
  let index: SourceIndex
  /// The key of the object's type, and what it calls its state.
  let type: String
  let members: Set<String>
  /// Whether a method of that type changes the state.
  let isWriter: (FunctionInfo) -> Bool
  private(set) var known: [SyntaxIdentifier: Bool] = [:]

  /// Whether a function assigns the state of such an object, calls a method of it that changes the
  /// state, or hands it to a function that does so.
  mutating func contains(_ function: FunctionInfo) -> Bool {
    if let known = known[function.node.id] { return known }
    // One that calls itself says nothing new there.
    known[function.node.id] = false
    let owner = index.info(function.owner)
    let names = Set(
      function.parameters.filter {
        index.resolve($0.type, in: owner, module: function.file.module) == type
      }.map { $0.ownName })
    let found = !names.isEmpty && changes(names, in: function)
    known[function.node.id] = found
    return found
  }

  private mutating func changes(_ names: Set<String>, in function: FunctionInfo) -> Bool {
    let code = index.code(of: function)
    let isAssigned = members.contains { member in
      var access = StateAccess(member)
      (access.names, access.member, access.isReference) = (names, member, true)
      access.isHanded = true
      return Mentions(of: access, in: code).writes > 0
    }
    if isAssigned { return true }
    let called = Set(code.uses.calls.filter(\.isOutside).map(\.name))
    if let info = index.info(type),
      info.functions.contains(where: { called.contains($0.name) && isWriter($0) })
    {
      return true
    }
    return happen(
      by: code.uses.calls.filter { call in names.contains(where: call.hands) }, in: function)
  }

  /// Whether one of some calls hands the object to a function that changes its state.
  mutating func happen(by calls: [Uses.CallUse], in function: FunctionInfo) -> Bool {
    for call in calls {
      for callee in index.callees(of: call, in: function) where contains(callee) { return true }
    }
    return false
  }
}
