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
        for expression in instruction.operation.expressions {
          if isDeferred || place < instruction.statement.location {
            note(expression, owner)
          } else if case .assign(let target, _, let value) = expression.form, value.holds(node) {
            isFound = isFound || target.names(anyOf: names)
          }
        }
      }
      guard let statement = block.statement, isDeferred || place < statement.location else {
        continue
      }
      for expression in block.end.expressions { note(expression, owner) }
    }
  }

  private mutating func note(_ expression: Expression, _ owner: String?) {
    var (uses, waits) = (false, false)
    expression.visit { node in
      switch node.form {
      case .name(let name), .member(_, let name):
        uses = uses || isUsed(name, owner)
      case .call(let call):
        waits = waits || Library.blocks(call.name)
        uses = uses || isUser(call.name, owner)
        for function in code(call.callee) {
          uses = uses || References(of: function).names.contains { isUsed($0, owner) }
        }
      default: break
      }
    }
    isFound = isFound || uses
    self.waits = self.waits || waits
  }

  private func isUsed(_ name: String, _ owner: String?) -> Bool {
    names.contains(name) || isUser(name, owner)
  }
}

extension Expression {
  /// Whether a call or a closure stands in it.
  fileprivate func holds(_ id: NodeID) -> Bool {
    var isFound = false
    visit { node in
      if case .closure(let function) = node.form { isFound = isFound || function.id == id }
      isFound = isFound || node.id == id
    }
    return isFound
  }

  /// Whether one of some names stands in it.
  fileprivate func names(anyOf names: Set<String>) -> Bool {
    var isFound = false
    visit { node in
      switch node.form {
      case .name(let name), .member(_, let name): isFound = isFound || names.contains(name)
      default: break
      }
    }
    return isFound
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
