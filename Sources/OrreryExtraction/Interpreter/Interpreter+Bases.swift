import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// What is asked for before something in it is assigned.
extension Interpreter {
  /// The computed property of `self` that an assignment goes through, where its getter may stop the
  /// program.
  func trappingBase(of target: ExprSyntax, _ path: Path) -> ExprSyntax? {
    var current = target.whole
    while let node = current {
      if let name = node.ownName, path.place(of: name) == nil {
        let info = index.info(path.frames[path.depth - 1].selfType)
        let getter = info?.computed.first { $0.name == name && !$0.isStatic }
        guard let info, let getter, canFollow(info.key), mayTrap(getter) else { return nil }
        return node
      }
      current = node.whole
    }
    return nil
  }

  private func mayTrap(_ getter: ComputedInfo) -> Bool {
    getter.body.tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let name) = token.tokenKind else { return false }
      return Self.traps.contains(name)
    }
  }
}

extension ExprSyntax {
  /// The property that `name` or `self.name` may be.
  fileprivate var ownName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    guard let member = self.as(MemberAccessExprSyntax.self), member.base?.isPlainSelf == true else {
      return nil
    }
    return Naming.identifier(member.declName.baseName.text)
  }
}
