import OrreryLowering
import OrrerySyntax
import OrreryTrace
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

  init(
    index: SourceIndex, type: String, members: Set<String>,
    known: [SyntaxIdentifier: Bool] = [:], isWriter: @escaping (FunctionInfo) -> Bool
  ) {
    (self.index, self.type, self.members) = (index, type, members)
    (self.known, self.isWriter) = (known, isWriter)
  }

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
      }.map { Naming.identifier(($0.secondName ?? $0.firstName).text) })
    let found = !names.isEmpty && changes(names, in: function)
    known[function.node.id] = found
    return found
  }

  private mutating func changes(_ names: Set<String>, in function: FunctionInfo) -> Bool {
    let isAssigned = members.contains { member in
      var access = StateAccess(member)
      (access.names, access.member, access.isReference) = (names, member, true)
      return MentionCounter.count(access, in: function.node).writes > 0
    }
    if isAssigned { return true }
    let called = OutsideCalls.names(in: [function])
    if let info = index.info(type),
      info.functions.contains(where: { called.contains($0.name) && isWriter($0) })
    {
      return true
    }
    let calls = HandingCalls.find(names, in: function.node)
    for call in calls {
      for callee in callees(of: call, in: function.file, index.info(function.owner))
      where contains(callee) { return true }
    }
    return false
  }

  /// Whether one of some calls hands the object to a function that changes its state.
  mutating func happen(
    by calls: [FunctionCallExprSyntax], in file: SourceFile, _ owner: TypeInfo
  ) -> Bool {
    for call in calls {
      for callee in callees(of: call, in: file, owner)
      where contains(callee) { return true }
    }
    return false
  }

  /// The functions that a call may mean, as far as declarations tell.
  private func callees(
    of call: FunctionCallExprSyntax, in file: SourceFile, _ owner: TypeInfo?
  ) -> [FunctionInfo] {
    let name = call.calleeName
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      let own = owner?.functions.filter { $0.name == name } ?? []
      return own.isEmpty ? index.globals[name] ?? [] : own
    }
    let types = ObjectTypes(index: index, file: file, type: owner)
    return member.base.flatMap { types.object($0)?.info }?.functions.filter { $0.name == name }
      ?? []
  }
}

/// The calls that are handed one of some variables.
private final class HandingCalls: SyntaxVisitor {
  private let names: Set<String>
  private var found: [FunctionCallExprSyntax] = []

  static func find(_ names: Set<String>, in node: some SyntaxProtocol) -> [FunctionCallExprSyntax] {
    let finder = HandingCalls(names)
    finder.walk(node)
    return finder.found
  }

  private init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let isHanded = node.arguments.contains { argument in
      let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      return name.map { names.contains(Naming.identifier($0)) } ?? false
    }
    if isHanded { found.append(node) }
    return .visitChildren
  }
}
