import OrreryTrace
import SwiftSyntax

/// Loops that only work on variables of their function.
extension Interpreter {
  /// Whether nothing of the machine can come of a loop: it is passed by, and what it assigns is not
  /// known behind it.
  func isBookkeeping(_ node: ForStmtSyntax, _ path: Path) -> Bool {
    // What a function returns may be put together in a loop.
    guard structState == nil, calls.allSatisfy({ $0.returnType == nil }),
      !node.body.mayLeave(by: Set(index.signatures.endless.keys))
    else { return false }
    let own = Self.boundNames(in: Syntax(node))
    let found = ClosureNames(node.body)
    guard !found.handsOut, !found.names.contains("self"),
      !mayChangeState(found.names.subtracting(own), path)
    else { return false }
    return node.body.statements.allSatisfy { item in
      cache.assigned(in: item).names.allSatisfy { own.contains($0) || isPlainLocal($0, path) }
    }
  }

  /// Whether a name means a variable that holds neither a state, nor code, nor an answer.
  private func isPlainLocal(_ name: String, _ path: Path) -> Bool {
    guard let place = path.place(of: name), place.path.isEmpty, place.name == name,
      let value = path.value(at: place)
    else { return false }
    return !value.isDecisive && (value.type == nil || value.type != watchedType(path))
  }

  static func boundNames(in node: Syntax) -> Set<String> {
    node.children(viewMode: .sourceAccurate).reduce(into: []) { names, child in
      if let name = child.as(IdentifierPatternSyntax.self)?.identifier.text {
        names.insert(Naming.identifier(name))
      }
      names.formUnion(boundNames(in: child))
    }
  }
}

extension CodeBlockSyntax {
  /// Whether a way may lead out of the block by more than its end or the next round.
  fileprivate func mayLeave(by endless: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .keyword(.return), .keyword(.throw), .keyword(.try), .keyword(.await): true
      case .keyword(.break), .keyword(.continue):
        token.parent?.children(viewMode: .sourceAccurate).count != 1
      case .identifier(let name):
        name == "precondition" || Interpreter.traps.contains(name) || endless.contains(name)
      default: false
      }
    }
  }
}
