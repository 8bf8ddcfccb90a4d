import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// `await isOpen`: what the machine's own actor is asked, which answers at once.
extension Interpreter {
  /// Whether an `await` stands only for coming to the actor of the machine, not for anybody's answer.
  func isHop(_ node: ExprSyntax, _ path: Path) -> Bool {
    guard let info = index.info(path.frames[path.depth - 1].selfType) else { return false }
    guard let call = node.as(FunctionCallExprSyntax.self) else {
      return isAtHand(node, of: info, path)
    }
    let form = CallForm(call)
    let own = info.functions.filter(form.calls)
    return isOwn(call.calledExpression, path) && !own.isEmpty
      && own.allSatisfy { !$0.isAsync && !$0.isOnActor }
      && awaitedArgument(of: node, path) == nil
      && !call.arguments.contains { $0.expression.plainCall.map { mayWait($0, path) } ?? false }
  }

  /// Whether an expression names a getter of the machine which is walked, with all that it waits for.
  func isWalkedGetter(_ node: ExprSyntax, _ path: Path) -> Bool {
    guard let info = index.info(path.frames[path.depth - 1].selfType) else { return false }
    return isAtHand(node, of: info, path, waiting: true)
  }

  /// Whether an expression names a property of the machine, or a part of one that is a value.
  ///
  /// - Parameter mayWait: Whether a getter may wait itself.
  private func isAtHand(
    _ node: ExprSyntax, of info: TypeInfo, _ path: Path, waiting mayWait: Bool = false
  ) -> Bool {
    var names: [String] = []
    var current = node
    while !isOwn(current, path) {
      guard let member = current.as(MemberAccessExprSyntax.self), let base = member.base else {
        return false
      }
      names.insert(Naming.identifier(member.declName.baseName.text), at: 0)
      current = base
    }
    guard let first = current.memberName else { return false }
    names.insert(first, at: 0)
    var owner: TypeInfo? = info
    for (offset, name) in names.enumerated() {
      guard let info = owner, offset == 0 || [.struct, .enum].contains(info.kind) else {
        return false
      }
      if let stored = info.property(name) {
        owner = index.info(type(of: stored.property, in: info))
      } else if let computed = info.computed.first(where: { $0.name == name }),
        !computed.isAsync || mayWait && names.count == 1
      {
        owner = index.info(resolve(computed.type, in: info, module: computed.file.module))
      } else {
        return false
      }
    }
    return true
  }

  /// Whether a name is one of the machine's own members: `open`, `self.open`, `self?.open`.
  private func isOwn(_ node: ExprSyntax, _ path: Path) -> Bool {
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return path.place(of: Naming.identifier(name)) == nil
    }
    guard let base = node.as(MemberAccessExprSyntax.self)?.base, let own = path.place(of: "self"),
      let place = place(of: base, path)
    else { return false }
    return path.resolved(place) == path.resolved(own)
  }
}

extension ExprSyntax {
  fileprivate var memberName: String? {
    let name =
      self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
    return name.map { Naming.identifier($0.baseName.text) }
  }
}

extension ComputedInfo {
  fileprivate var isAsync: Bool {
    var current = body.parent
    while let node = current, !node.is(VariableDeclSyntax.self) {
      if let accessor = node.as(AccessorDeclSyntax.self) {
        return accessor.effectSpecifiers?.asyncSpecifier != nil
      }
      current = node.parent
    }
    return false
  }
}
