import OrreryModel
import OrreryProgram

/// Looks for code behind a place that asks for some properties or changes them itself, not in a closure
/// for later.
struct LaterUses {
  var names: Set<String>
  /// Whether a function of a name, or an accessor, comes to one of them.
  var isUser: (String, String?) -> Bool
  /// The code of functions inside of functions, and of closures in variables, that a call runs.
  var code: (Call.Callee) -> [Function]
  var isFound = false
  var waits = false

  /// - Parameter node: What stands at the place.
  mutating func find(
    in body: Body, behind place: SourceLocation, of node: NodeID, _ owner: String?
  ) {
    let deferred = body.deferred(before: place)
    for (number, block) in body.blocks.enumerated() {
      let isDeferred = deferred.contains(number)
      for instruction in block.instructions {
        let isBehind = isDeferred || place < instruction.statement.location
        for expression in instruction.operation.expressions {
          find(in: expression, isBehind ? nil : place, of: node, owner)
        }
      }
      guard let statement = block.statement else { continue }
      let isBehind = isDeferred || place < statement.location
      for expression in block.end.expressions {
        find(in: expression, isBehind ? nil : place, of: node, owner)
      }
    }
  }

  /// - Parameter place: Nothing where all of the expression is behind it.
  private mutating func find(
    in expression: Expression, _ place: SourceLocation?, of node: NodeID, _ owner: String?
  ) {
    if let place {
      noteRest(of: expression, behind: place, of: node, owner)
    } else {
      note(expression, owner)
    }
  }

  /// Notes what of an expression is evaluated behind what stands at the place, if that is a part of it:
  /// a call behind its arguments, the rest of a closure that the place stands in.
  @discardableResult
  private mutating func noteRest(
    of expression: Expression, behind place: SourceLocation, of node: NodeID, _ owner: String?
  ) -> Bool {
    if expression.id == node { return true }
    if case .closure(let function) = expression.form {
      if function.id == node { return true }
      if let body = function.body { find(in: body, behind: place, of: node, owner) }
      return false
    }
    var isBehind = false
    for child in expression.children {
      if isBehind {
        note(child, owner)
      } else {
        isBehind = noteRest(of: child, behind: place, of: node, owner)
      }
    }
    guard isBehind else { return false }
    if case .assign(let target, _, _) = expression.form { note(target, owner) }
    noteItself(expression, owner)
    return true
  }

  private mutating func note(_ expression: Expression, _ owner: String?) {
    noteItself(expression, owner)
    for child in expression.children { note(child, owner) }
  }

  private mutating func noteItself(_ expression: Expression, _ owner: String?) {
    switch expression.form {
    case .name(let name), .member(_, let name): isFound = isFound || isUsed(name, owner)
    case .call(let call):
      waits = waits || Library.blocks(call.name)
      isFound = isFound || isUser(call.name, owner)
      for function in code(call.callee) {
        isFound = isFound || References(of: function).names.contains { isUsed($0, owner) }
      }
    default: break
    }
  }

  private func isUsed(_ name: String, _ owner: String?) -> Bool {
    names.contains(name) || isUser(name, owner)
  }
}

extension Body {
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
