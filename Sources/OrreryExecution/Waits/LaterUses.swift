import OrreryModel
import OrreryProgram

/// Looks for code behind a place that asks for some properties or changes them itself, not in a closure
/// for later.
struct LaterUses {
  /// Their names, and those of the machine's code that comes to them.
  var names: Set<String>
  /// The code of functions inside of functions, and of closures in variables, that a call runs.
  var code: (Call.Callee) -> [Function]
  var isFound = false
  var waits = false

  /// - Parameter node: What stands at the place.
  mutating func find(in body: Body, behind place: SourceLocation, of node: NodeID) {
    let deferred = body.deferred(before: place)
    for (number, block) in body.blocks.enumerated() {
      let steps = block.instructions.map { ($0.statement, $0.operation.expressions) }
      let end = block.statement.map { ($0, block.end.expressions) }
      for (statement, expressions) in steps + [end].compactMap(\.self) {
        let isBehind = deferred.contains(number) || place < statement.location
        for expression in expressions {
          if isBehind {
            note(expression)
          } else {
            noteRest(of: expression, behind: place, of: node)
          }
        }
      }
    }
  }

  /// Notes what of an expression is evaluated behind what stands at the place, if that is a part of it:
  /// a call behind its arguments, the rest of a closure that the place stands in.
  @discardableResult
  private mutating func noteRest(
    of expression: Expression, behind place: SourceLocation, of node: NodeID
  ) -> Bool {
    if expression.id == node { return true }
    if case .closure(let function) = expression.form {
      if function.id == node { return true }
      if let body = function.body, body.holds(node) { find(in: body, behind: place, of: node) }
      return false
    }
    var isBehind = false
    for child in expression.children {
      if isBehind {
        note(child)
      } else {
        isBehind = noteRest(of: child, behind: place, of: node)
      }
    }
    guard isBehind else { return false }
    if case .assign(let target, _, _) = expression.form { note(target) }
    noteItself(expression)
    return true
  }

  private mutating func note(_ expression: Expression) {
    noteItself(expression)
    for child in expression.children { note(child) }
  }

  private mutating func noteItself(_ expression: Expression) {
    switch expression.form {
    case .name(let name), .member(_, let name): isFound = isFound || names.contains(name)
    case .call(let call):
      waits = waits || Library.blocks(call.name)
      isFound = isFound || names.contains(call.name)
      for function in code(call.callee) {
        isFound = isFound || !References(of: function).names.isDisjoint(with: names)
      }
    default: break
    }
  }
}

extension Body {
  /// Whether it is the code around some node.
  func holds(_ node: NodeID) -> Bool {
    contains { inner in
      if case .closure(let function) = inner.form {
        function.id == node || function.body?.holds(node) ?? false
      } else {
        inner.id == node
      }
    }
  }

  /// The blocks of statements that are deferred before a place, which run behind it.
  fileprivate func deferred(before place: SourceLocation) -> Set<Block.Number> {
    blocks.enumerated().reduce(into: []) { found, block in
      guard case .deferring(_, let start, _) = block.element.end,
        let statement = block.element.statement, statement.location < place
      else { return }
      found.formUnion(region(from: start, in: block.offset))
    }
  }
}

extension Library {
  /// Whether a call goes on once other code has run.
  static func blocks(_ name: String) -> Bool {
    [
      "wait", "sync", "waitUntilFinished", "waitUntilAllOperationsAreFinished", "fulfillment",
      "waitForExpectations", "notify", "barrier",
    ].contains(name)
  }
}
