import OrreryProgram

/// Conditions that hold behind a wait if they held before: they ask for nothing but parameters, local
/// constants, and properties that are never assigned again.
extension Execution {
  func lasts(_ condition: Condition, _ path: Path) -> Bool {
    condition.expression.map { lasts($0, path) } ?? false
  }

  /// Whether an expression gives the same at any time.
  func lasts(_ node: Expression, _ path: Path) -> Bool {
    switch node.form {
    case .bool, .literal, .absent, .type, .implicitMember: return true
    case .variable(let variable): return lasts(variable, path)
    case .name(let name): return isConstant(name, path)
    case .member(let base, let name):
      if base.isPlainSelf { return isConstant(name, path) }
      if case .type(let key?, _) = base.form { return type(key)?.enumCase(name) != nil }
      return Library.measures.contains(name) && lasts(base, path)
    case .chain, .unwrap, .not, .and, .or, .equal, .order, .coalesce, .arithmetic, .tuple:
      return node.children.allSatisfy { lasts($0, path) }
    default: return false
    }
  }

  /// Whether a variable holds something that is no part of the state, and goes on to hold it.
  private func lasts(_ variable: Variable, _ path: Path) -> Bool {
    guard let place = path.place(of: variable), place.root != .me, place.path.isEmpty,
      let value = path.peek(at: place), !value.isStart
    else { return false }
    guard let symbol = value.unknown?.symbol else { return true }
    switch symbols.root(of: symbol) {
    case .start, .origin, .probe, .error: return false
    default: return true
    }
  }

  private func isConstant(_ name: String, _ path: Path) -> Bool {
    type(path.frames[path.depth - 1].selfType)?.property(name)?.isLet ?? false
  }
}
