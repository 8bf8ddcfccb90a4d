import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import SwiftSyntax

/// Where the executions of a handler have stopped, each from another state.
final class SuspensionTable {
  /// The symbols of all of them: a value of one path is the same in what follows it.
  let symbols = SymbolTable()
  private var known: [Key: Suspension] = [:]

  private struct Key: Hashable {
    var event: String?
    var suspension: Suspension.Key
  }

  /// - Parameter isPart: Whether it was found from an abstract state, of which the walk of the whole
  ///   state has told.
  func add(
    _ suspension: Suspension, of event: String?, by execution: Execution, isPart: Bool = false
  ) {
    let key = Key(event: event, suspension: suspension.key)
    guard var all = known[key] else {
      known[key] = suspension
      return
    }
    if isPart { return }
    execution.add(suspension, to: &all)
    known[key] = all
  }

  func suspension(_ key: Suspension.Key, of event: String?) -> Suspension? {
    known[Key(event: event, suspension: key)]
  }
}

extension Continuation {
  /// - Parameter suspension: Where an execution has stopped.
  init?(_ suspension: Suspension, in program: LoweredProgram) {
    let key = suspension.key
    guard var node = program.node(of: key.node) else { return nil }
    // A closure goes by the brace that it begins with.
    if let closure = node.parent?.as(ClosureExprSyntax.self), node.is(TokenSyntax.self) {
      node = Syntax(closure)
    }
    let calls = key.calls.compactMap(program.node)
    self.init(
      node: node.id, callee: key.callee, mayFail: key.mayFail,
      trail: Self.trail(to: calls + [node]), calls: calls.map(\.id))
    self.suspension = key
    (isOnce, joinsTasks) = (suspension.isOnce, suspension.joinsTasks)
    isWalked = suspension.isExecuted
    for (constant, text) in suspension.constants {
      constants[Constant(call: constant.call, name: constant.name)] = text
    }
    (isRepeated, isTask, isEvent) = (
      suspension.isRepeated, suspension.isTask, suspension.isEvent
    )
    isShown = suspension.isShown
    (isToldElsewhere, isJoined) = (suspension.isToldElsewhere, suspension.isJoined)
    if let found = suspension.marks {
      marks = ClosureMarks(
        location: found.location,
        arguments: found.arguments.map { .init(place: $0.place, text: $0.text) },
        label: found.label)
    }
    guard !suspension.isElement, !suspension.isTask, !suspension.isEvent, marks == nil else {
      return
    }
    let call = suspension.call.flatMap(program.node)?.as(FunctionCallExprSyntax.self)
    waitMarks = ClosureMarks(
      location: suspension.location, arguments: call?.literalArguments ?? [])
  }

  private static func trail(to nodes: [Syntax]) -> Set<SyntaxIdentifier> {
    var result: Set<SyntaxIdentifier> = []
    for node in nodes {
      var current: Syntax? = node
      while let inner = current, result.insert(inner.id).inserted { current = inner.parent }
    }
    return result
  }
}
