import OrreryProgram

/// Code that runs beside a handler: what it waits for, the handler does not wait for.
extension Execution {
  /// Executes what runs beside its starter, which goes on where the task waits.
  ///
  /// - Parameter start: How it is started; nothing for an `async let`.
  func start(_ start: TaskStart?, _ path: Path, _ work: (Path) -> [Way]) -> [Way] {
    let waiting = departed.suspended.count
    let segment = path.progress.segment
    tasks.append(
      RunningTask(start: start, segment: segment, hasWritten: path.trail.writeLocation != nil))
    let ran = work(path)
    tasks.removeLast()
    let waits = departed.suspended[waiting...]
    departed.suspended.removeSubrange(waiting...)
    // What went on after a wait ends with the task.
    departed.suspended += waits.filter { $0.path.progress.segment != segment }
    let ended = ran.filter { $0.path.progress.segment != segment }.map { Flow($0.path, .ends) }
    for flow in ended { settleTasks(of: flow.path) }
    departed.suspended += ended
    return ran.filter { $0.path.progress.segment == segment }
      + waits.filter { $0.path.progress.segment == segment }.map {
        Way($0.path.unwound(to: path.depth), .void)
      }
  }

  // MARK: - `async let`

  /// Declares the variables of an `async let`; the waits of what it calls are a task's own.
  func start(_ pattern: Pattern, _ function: Function, _ path: Path) -> [Path] {
    guard let body = function.body, let value = body.onlyValue else {
      var path = leavingOut("an `async let` of several statements", path)
      for variable in pattern.variables { path.declare(variable, fresh(variable.name, path)) }
      return [path]
    }
    // What it throws is thrown where it is waited for.
    departed.thrown.append([])
    let frame = path.depth - 1
    let ran = start(nil, path) { path in
      var inner = path
      inner.push(Frame(parent: frame, selfType: path.frames[frame].selfType))
      let known = calls.points
      calls.points = []
      defer { calls.points = known }
      return run(Body.entry, of: body, [inner]).compactMap { flow -> Way? in
        var end = flow.path.unwound(to: path.depth)
        (end.trail.last, end.trail.joined) = (inner.trail.last, inner.trail.joined)
        switch flow.exit {
        case .returned(let value): return Way(end, value)
        case .ends: return Way(end, .void)
        default: return nil
        }
      }
    }
    let task = childTask(value, of: function.id)
    let isFollowed = task.isTold
    let failed = departed.thrown.removeLast().map { flow in
      let way = Way(flow.path.unwound(to: path.depth), .void)
      return declare(pattern, task, way, hasThrown: true, since: path)
    }
    return ran.map { way in
      let hasEnded = isFollowed && way.path.progress.tasks.count == path.progress.tasks.count
      return declare(pattern, task, way, hasThrown: hasEnded ? false : nil, since: path)
    } + failed
  }

  private func declare(
    _ pattern: Pattern, _ task: ChildTask, _ way: Way, hasThrown: Bool?, since start: Path
  ) -> Path {
    var (path, task) = (way.path, task)
    task.hasThrown = hasThrown
    let asked = path.progress.asked.dropFirst(start.progress.asked.count)
    task.isTold = task.isTold || asked.contains(.run(task.callee))
    if !task.isTold, !task.callee.isEmpty, task.isCall, !Library.isPause(task.callee) {
      path.progress.asked.append(.run(task.callee))
      path.progress.location = path.progress.location ?? path.trail.location
      task.isTold = true
    }
    bind(pattern, way.value, &path)
    for variable in pattern.variables { path.frames[start.depth - 1].tasks[variable.slot] = task }
    return path
  }

  private func childTask(_ value: Expression, of function: NodeID) -> ChildTask {
    let asked = value.unwaited
    guard case .call(let call) = asked.form else {
      return ChildTask(function: function, callee: asked.text, isTold: false, isCall: false)
    }
    return ChildTask(
      function: function, callee: call.calleeText, isTold: calls.followed.contains(asked.id),
      isCall: !value.waits)
  }

  /// The variables in an expression whose tasks are not waited for yet.
  func tasks(in node: Expression, _ path: Path) -> [Variable] {
    tasks(of: node, path).filter { !$0.task.isJoined }.map(\.variable)
  }

  /// Whether the tasks that are waited for in an expression have thrown, where their end is known; none
  /// where it does more than to wait for them, since that may throw, or decide which of them is asked.
  func ends(ofTasksIn node: Expression, _ path: Path) -> [Bool?] {
    node.isOfVariables ? tasks(of: node, path).map(\.task.hasThrown) : []
  }

  private func tasks(of node: Expression, _ path: Path) -> [(variable: Variable, task: ChildTask)] {
    guard path.frames.contains(where: { !$0.tasks.isEmpty }) else { return [] }
    return node.variables.reduce(into: []) { found, variable in
      guard !found.contains(where: { $0.variable == variable }),
        let task = path.frame(variable.depth).flatMap({ path.frames[$0].tasks[variable.slot] })
      else { return }
      found.append((variable, task))
    }
  }

  /// Waits for tasks before what asks for them is evaluated.
  func join(_ variables: [Variable], _ node: Expression, _ point: Suspend, _ path: Path) -> [Way] {
    let tasks = variables.compactMap { variable in
      path.frame(variable.depth).flatMap { path.frames[$0].tasks[variable.slot] }
    }
    let callees = tasks.map(\.callee).reduce(into: [String]()) { all, callee in
      if !all.contains(callee) { all.append(callee) }
    }
    var suspension = Suspension(
      of: node.id, by: callees.joined(separator: ", "), mayFail: point.attempt != nil,
      in: calls.string, at: node.location)
    (suspension.joinsTasks, suspension.kind.isExecuted) = (true, tasks.allSatisfy(\.isTold))
    suspension.kind.isAskedAgain = true
    var joined = path
    for variable in variables {
      guard let frame = path.frame(variable.depth) else { continue }
      let function = path.frames[frame].tasks[variable.slot]?.function
      for (slot, task) in path.frames[frame].tasks where task.function == function {
        joined.frames[frame].tasks[slot]?.isJoined = true
      }
    }
    stop(Way(joined, .void), at: suspension, asks: true)
    return []
  }
}

extension Body {
  /// What a body gives that is one expression.
  fileprivate var onlyValue: Expression? {
    for block in blocks {
      switch block.end {
      case .return(let value?): return value
      case .suspend(let point): return point.expression
      default: continue
      }
    }
    guard blocks[0].instructions.count == 1,
      case .evaluate(let value) = blocks[0].instructions[0].operation
    else { return nil }
    return value
  }
}

extension Expression {
  /// Whether it is a variable or a tuple of variables, with or without `try` and `await`.
  fileprivate var isOfVariables: Bool {
    switch form {
    case .variable: true
    case .tuple(let elements): elements.allSatisfy { $0.value.isOfVariables }
    case .attempt(.plain, let inner), .wait(let inner): inner.isOfVariables
    default: false
    }
  }
}
