import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Effects that end only when somebody ends them.
enum LongEffects {
  /// The loop of an effect that has no end of its own.
  struct Loop {
    var node: Syntax
    /// As it is written, without its body: `for await … in clock.timer`.
    var name: String
    /// Whether nobody but who cancels it can end it; a stream may be ended by who feeds it.
    var isTimer: Bool
  }

  /// The first endless loop in a closure.
  static func loop(in closure: ClosureExprSyntax) -> Loop? {
    let groups = Set(
      closure.calls(of: groupFunctions).flatMap { call in
        call.closures.flatMap(\.parameterNames)
      })
    let loops =
      closure.descendants(ForStmtSyntax.self).map { Syntax($0) }
      + closure.descendants(WhileStmtSyntax.self).map { Syntax($0) }
    for node in loops.sorted(by: { $0.position < $1.position }) {
      if let loop = node.as(ForStmtSyntax.self), loop.awaitKeyword != nil, !loop.leaves,
        !groups.contains(loop.sequence.trimmedText)
      {
        let callee = loop.sequence.as(FunctionCallExprSyntax.self)?.calleeName
        return Loop(
          node: Syntax(loop), name: "for await … in \(loop.sequence.spelledName)",
          isTimer: callee == "timer")
      }
      if let loop = node.as(WhileStmtSyntax.self), loop.isEndless {
        return Loop(
          node: Syntax(loop), name: "while \(loop.conditions.trimmedText)", isTimer: true)
      }
    }
    return nil
  }

  private static let groupFunctions: Set = [
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
    "withThrowingDiscardingTaskGroup",
  ]
}

extension ForStmtSyntax {
  /// Whether the loop ends itself at some element.
  fileprivate var leaves: Bool {
    body.says("break") || body.says("return")
  }
}

extension WhileStmtSyntax {
  /// `while true`, `while !Task.isCancelled`, with a pause in it and no way out.
  fileprivate var isEndless: Bool {
    guard conditions.count == 1, let condition = conditions.first?.condition,
      ["true", "!Task.isCancelled"].contains(condition.trimmedText)
    else { return false }
    return body.says("await") && !body.says("break") && !body.says("return")
  }
}

extension EffectClosure {
  /// Whether something around it or in it makes it cancellable, or keeps it short.
  var isBounded: Bool {
    if !closure.calls(of: ["withTaskCancellation"]).isEmpty { return true }
    var current = Syntax(call)
    while let parent = current.parent, !parent.is(MemberBlockSyntax.self) {
      if let member = parent.as(MemberAccessExprSyntax.self),
        EffectIDs.users.contains(member.declName.baseName.text)
      {
        return true
      }
      if parent.is(SwitchCaseSyntax.self) { return false }
      current = parent
    }
    return false
  }

  /// Whether its clause asks something before it starts the effect.
  var isGuarded: Bool {
    var current = Syntax(call)
    while let parent = current.parent, !parent.is(SwitchCaseSyntax.self) {
      if parent.is(IfExprSyntax.self) { return true }
      if let list = parent.as(CodeBlockItemListSyntax.self),
        list.contains(where: { $0.item.is(GuardStmtSyntax.self) })
      {
        return true
      }
      current = parent
    }
    return false
  }
}
