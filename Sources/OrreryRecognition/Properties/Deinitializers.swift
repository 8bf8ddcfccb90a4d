import OrreryLowering
import SwiftSyntax

// What an object does at its end.
extension MutatingStyle {
  /// Whether a function is a deinitializer that comes to the state, and does more than to call an event:
  /// what is left to one is told there.
  func isEnd(_ index: Int, _ reach: Reach) -> Bool {
    let function = reach.functions[index]
    guard function.isDeinitializer, reach.comesToState[index], let body = function.body else {
      return false
    }
    let open = Set(reach.functions.filter { !$0.isPrivate }.map(\.name))
    return !body.statements.allSatisfy { item in
      let callee = item.item.as(FunctionCallExprSyntax.self)?.calledExpression.ownName
      return callee.map(open.contains) ?? false
    }
  }

  /// The handlers, with those of superclasses' deinitializers behind the class's own one.
  func endingLast(_ handlers: [Handler]) -> [Handler] {
    let ends = handlers.filter(\.isEnd)
    guard var end = ends.first else { return handlers }
    end.next = Array(ends.dropFirst())
    return handlers.filter { !$0.isEnd } + [end]
  }
}

extension Handler {
  fileprivate var isEnd: Bool { function?.isDeinitializer ?? false }
}
