import SwiftSyntax

/// Ways that do the same and are told apart, since no condition says both.
extension Interpreter {
  /// More rows than this that do the same are better told as one.
  private static let mostApart = 6

  /// The ways, with those joined whose conditions are again one; nothing where they are too many.
  func apart(_ flows: [Flow], from base: Path) -> [Flow]? {
    var result: [Flow] = []
    for flow in flows {
      let same = result.firstIndex { known in
        known.isNext && flow.isNext && isOneWay(known.path, flow.path)
          && Self.areOne(known.path.guards, flow.path.guards)
      }
      if let same {
        result[same].path = join(result[same].path, flow.path, base: base)
      } else {
        result.append(flow)
      }
    }
    return result.count > Self.mostApart ? nil : result
  }

  /// Whether the conditions of either of two ways are one condition again.
  private static func areOne(_ a: [Clause], _ b: [Clause]) -> Bool {
    if Row.joinable(a, b) != nil { return true }
    let common = zip(a, b).prefix { $0 == $1 }.count
    return either(a.dropFirst(common), b.dropFirst(common)) != nil
  }

  /// Whether an action ends behind a statement, so that each of its ways is a row of its own.
  func mayStayApart(at node: some SyntaxProtocol) -> Bool {
    structState != nil && !isProjected && !isCoarse && callers.isEmpty && Syntax(node).endsBody
  }

  /// Whether two clauses have caught the errors of different calls: that is two things to tell, while
  /// there are few of them.
  func differInErrors(
    _ a: Path, _ b: Path, since base: Path, beside count: Int
  ) -> Bool {
    guard !isCoarse, count < Self.mostErrors, a.branch?.items.id != b.branch?.items.id else {
      return false
    }
    let errors = [a, b].map { $0.guards.dropFirst(base.guards.count).filter(\.isThrow) }
    return errors.allSatisfy { !$0.isEmpty } && errors[0] != errors[1]
  }

  private static let mostErrors = 4
}

extension Syntax {
  /// Whether nothing follows a statement in its function but a `return`.
  fileprivate var endsBody: Bool {
    var current: Syntax? = self
    while let node = current, !node.is(FunctionDeclSyntax.self), !node.is(ClosureExprSyntax.self) {
      if let item = node.as(CodeBlockItemSyntax.self),
        let items = item.parent?.as(CodeBlockItemListSyntax.self)
      {
        let rest = items.drop { $0.id != item.id }.dropFirst()
        guard rest.count < 2, rest.allSatisfy({ $0.item.is(ReturnStmtSyntax.self) }) else {
          return false
        }
      }
      current = node.parent
    }
    return current != nil
  }
}
