import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Calls that never return, or that do so under a condition.
extension Interpreter {
  /// Ends a way in a call that never returns.
  func trap(_ name: String, _ path: Path) -> Evaluated {
    trapped.append(Flow(path: path, exit: .trapped(name)))
    return []
  }

  /// `precondition(condition)`: no way goes on without it.
  func require(_ condition: ExprSyntax, _ path: Path) -> Evaluated {
    truth(condition, path).compactMap { answer in
      switch answer {
      case .known(let path, true): return (path, .void)
      case .open(var yes, var no, let text):
        yes.guards.append(Clause(text: text))
        no.guards.append(Clause(text: text, isNegated: true))
        if !no.isImpossible, !no.contradictsItself { _ = trap("precondition", no) }
        return yes.isImpossible || yes.contradictsItself ? nil : (yes, .void)
      case .known(let path, false):
        _ = trap("precondition", path)
        return nil
      }
    }
  }

  /// The ways behind the getter of `self` that an assignment asks for what it changes, where that may
  /// trap: `peer.code = nil`.
  func passingTraps(before target: ExprSyntax, _ path: Path) -> [Path] {
    guard let name = target.asked, path.place(of: name) == nil,
      let info = index.info(path.frames[path.depth - 1].selfType),
      let getter = info.computed.first(where: { $0.name == name && !$0.isStatic }),
      getter.body.tokens(viewMode: .sourceAccurate).contains(where: { Self.traps.contains($0.text) }
      )
    else { return [path] }
    return ownGetter(name, path)?.map(\.0) ?? [path]
  }
}

extension ExprSyntax {
  /// The property of `self` that an assignment to a member of it asks for.
  fileprivate var asked: String? {
    var base = whole
    while let node = base {
      if let name = node.as(DeclReferenceExprSyntax.self) {
        return Naming.identifier(name.baseName.text)
      }
      if let member = node.as(MemberAccessExprSyntax.self), member.base?.isPlainSelf ?? false {
        return Naming.identifier(member.declName.baseName.text)
      }
      base = node.whole
    }
    return nil
  }
}
