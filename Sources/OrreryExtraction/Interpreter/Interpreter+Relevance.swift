import OrreryTrace
import SwiftSyntax

/// What stands in a closure, or in other code, by which it could come to the state.
struct ClosureNames {
  private(set) var names: Set<String> = []
  /// Whether something is handed out to be changed: `&value`.
  private(set) var handsOut = false

  init(_ node: some SyntaxProtocol) {
    for token in node.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .identifier(let text), .dollarIdentifier(let text):
        names.insert(Naming.identifier(text))
      case .prefixAmpersand: handsOut = true
      case .keyword(.self): names.insert("self")
      default: break
      }
    }
  }
}

extension Interpreter {
  /// Whether a closure has the name of the state, or one that stands for it.
  func namesState(_ closure: ClosureValue) -> Bool {
    let names = cache.names(in: closure.node).names
    return !names.isDisjoint(with: (watched?.path ?? []) + synonyms)
  }

  /// Whether a closure can change the state, by the names in it alone: a cheap look that saves most
  /// trials and says no only where a trial would.
  func mayChangeState(_ closure: ClosureValue, _ path: Path) -> Bool {
    let found = cache.names(in: closure.node)
    return found.handsOut || mayChangeState(found.names, path)
  }

  /// Whether a closure names the state, or a function of the machine that changes it.
  func mayWrite(_ closure: ClosureValue, _ path: Path) -> Bool {
    let names = cache.names(in: closure.node).names
    return namesState(closure)
      || index.info(path.frames[0].selfType)?.functions.contains {
        names.contains($0.name) && writers.contains($0)
      } ?? false
  }

  /// Whether code with some names in it can change the state.
  func mayChangeState(_ names: Set<String>, _ path: Path) -> Bool {
    guard let watched, case let place = path.resolved(watched), !place.path.isEmpty else {
      return true
    }
    if place.path.contains(where: names.contains) { return true }
    if !synonyms.isDisjoint(with: names) || !names.isDisjoint(with: reaching) { return true }
    return path.frames.contains { frame in
      frame.variables.contains { name, value in
        name != "self" && value.mayRun && names.contains(name) || value.keepsCode(named: names)
      }
    }
  }
}

extension Value {
  /// Whether a variable with this value leads elsewhere: to code, or to another variable.
  fileprivate var mayRun: Bool {
    switch self {
    case .closure, .local, .alias: true
    default: false
    }
  }

  /// Whether a property of the value, however deep, leads elsewhere and has one of some names.
  fileprivate func keepsCode(named names: Set<String>) -> Bool {
    guard case .object(let object) = self else { return false }
    return object.fields.contains { name, value in
      value.mayRun && names.contains(name) || value.keepsCode(named: names)
    }
  }
}
