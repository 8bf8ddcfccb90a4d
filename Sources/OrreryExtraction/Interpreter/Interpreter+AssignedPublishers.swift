import SwiftSyntax

/// `.assign(to: &$state)`: what a publisher gives becomes the state, whenever that comes.
extension Interpreter {
  /// The ways on from such a call; nothing for any other.
  func assigning(
    _ base: ExprSyntax, in node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard awaitsAreSteps, structState == nil, let name = node.assignedProperty,
      let place = path.place(of: "self").map({ path.resolved($0.appending(name)) }),
      place == watched.map(path.resolved)
    else { return nil }
    var event = Continuation(
      node: node.id, callee: sender(to: node), mayFail: false, trail: trail(to: node))
    event.isRepeated = node.repeats
    event.marks = ClosureMarks(
      location: location(of: node, path), arguments: node.literalArguments, label: node.operatorName
    )
    return evaluate(base, path, nil).flatMap { path, _ -> Evaluated in
      if let resumption, path.segment == nil {
        guard resumption.continuation == event else { return [(path, .void)] }
        publish(node, at: place, resumption, path)
        return []
      }
      guard !isInOtherEvent(node) else { return [(path, .void)] }
      var path = path
      if !continuations.contains(event) { continuations.append(event) }
      path.started.append(event)
      let isSetUp = isInitializer && path.segment == nil
      if !isSetUp, !node.repeats { path.tasks.append(event) }
      return [(path, .void)]
    }
  }

  /// Walks what the operators before make of a value to the state that it becomes.
  private func publish(
    _ node: FunctionCallExprSyntax, at place: Place, _ resumption: Resumption, _ path: Path
  ) {
    var start = path
    begin(&start, resumption)
    for start in passing(filtersOf: Syntax(node), [start]) {
      let known = index.info(watchedType(start)).flatMap { made(before: node, $0, start, depth: 0) }
      for (path, value) in known ?? [(start, fresh("what is published", start))] {
        var path = path
        write(value, op: "=", text: value.text, at: place, &path)
        settleTasks(of: path)
        suspended.append(Flow(path: path, exit: .returned(.void)))
      }
    }
  }
}
