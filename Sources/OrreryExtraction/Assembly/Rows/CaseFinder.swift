import OrreryExecution
import OrreryProgram

// Whether functions do something in a state that they name.
extension Function {
  /// Whether a pattern or a comparison names a case, where that does not end the program.
  func expects(_ name: String) -> Bool { body?.expects(name) ?? false }
}

extension Body {
  /// The same of the code of a handler.
  func expects(_ name: String) -> Bool {
    if blocks.contains(where: { asks($0.end, for: name) }) { return true }
    return contains { node in
      switch node.form {
      case .equal(let left, let right, _): left.mentions(name) || right.mentions(name)
      case .closure(let function), .localFunction(let function, 0): function.expects(name)
      default: false
      }
    }
  }

  private func asks(_ end: Terminator, for name: String) -> Bool {
    switch end {
    case .match(let match):
      match.clauses.contains { clause in
        !blocks[clause.target].trapsAtOnce && clause.items.contains { $0.pattern.mentions(name) }
      }
    case .branch(let conditions, _, _, _): conditions.contains { $0.asks(for: name) }
    case .loop(let loop):
      if case .while(let conditions) = loop.kind {
        conditions.contains { $0.asks(for: name) }
      } else {
        false
      }
    default: false
    }
  }
}

extension Block {
  /// Whether its first statement ends the program.
  fileprivate var trapsAtOnce: Bool {
    let first = instructions.lazy.flatMap(\.operation.expressions).first
    guard case .call(let call)? = first?.form else { return false }
    return Library.traps.contains(call.name)
  }
}

extension Condition {
  fileprivate func asks(for name: String) -> Bool {
    if case .matches(let pattern, _, _) = self { pattern.mentions(name) } else { false }
  }
}

extension Pattern {
  /// Whether it asks for a case, however deep.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .enumCase(let own, let values):
      own == name || values?.contains { $0.pattern.mentions(name) } ?? false
    case .tuple(let elements): elements.contains { $0.pattern.mentions(name) }
    case .some(let inner), .type(_, let inner): inner.mentions(name)
    default: false
    }
  }
}

extension Expression {
  /// Whether a member of some name stands in it.
  fileprivate func mentions(_ name: String) -> Bool {
    contains { node in
      switch node.form {
      case .member(_, name), .implicitMember(name): true
      case .call(let call): call.name == name
      default: false
      }
    }
  }
}
