import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// `async let`: what it calls runs beside the handler, which waits where it asks for the variable.
extension Interpreter {
  /// Declares the variables of an `async let`; the waits of what it calls are a task's own.
  func declareTask(_ binding: PatternBindingSyntax, _ path: Path) -> [Path] {
    let depth = path.depth
    // What it throws is thrown where it is waited for.
    thrown.append([])
    let ran = start("async let", path) { path in self.declare(binding, path).map { ($0, .void) } }
    let failed = thrown.removeLast().map { flow in
      var path = flow.path
      path.unwind(to: depth)
      return path
    }
    var task = childTask(binding)
    let asked = binding.initializer?.value.isCall ?? false && !task.isPause ? task.effect : nil
    if asked != nil { task.isTold = true }
    return (ran.map(\.0) + failed).map { path in
      var path = path
      if let asked {
        path.effects.append(asked)
        path.waitLocation = path.waitLocation ?? path.location
      }
      for name in names(in: binding.pattern) {
        let value = path.frames[depth - 1].variables[name]
        path.declare(name, value ?? fresh(name, path))
        path.frames[depth - 1].tasks[name] = task
      }
      return path
    }
  }

  private func childTask(_ binding: PatternBindingSyntax) -> ChildTask {
    guard let node = binding.initializer?.value.waited else {
      return ChildTask(callee: "", isTold: true)
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else {
      return ChildTask(callee: text(of: node), isTold: false)
    }
    return ChildTask(
      callee: text(of: call.resultOf ?? call.calledExpression),
      isTold: followedCalls.contains(call.id))
  }

  /// Waits for the tasks that an expression asks for, before it is evaluated; nothing where it asks
  /// for none.
  func join(_ node: AwaitExprSyntax, _ path: Path) -> [Path]? {
    guard path.frames.contains(where: { !$0.tasks.isEmpty }) else { return nil }
    let names = Self.references(in: Syntax(node.expression)).filter { path.task($0) != nil }
    guard !names.isEmpty else { return nil }
    let tasks = names.compactMap { path.task($0) }
    let callees = tasks.map(\.callee).reduce(into: [String]()) { all, callee in
      if !all.contains(callee) { all.append(callee) }
    }
    var wait = Continuation(
      node: node.id, callee: callees.joined(separator: ", "),
      mayFail: node.parent?.is(TryExprSyntax.self) ?? false, trail: trail(to: node),
      calls: callsAround)
    (wait.joinsTasks, wait.isWalked) = (true, tasks.allSatisfy(\.isTold))
    guard let resumption else {
      suspend(path, wait, effect: wait)
      return []
    }
    return resume([(path, .void)], wait, resumption, at: node).map { path, _ in
      var path = path
      for name in names { path.finishTask(name) }
      return path
    }
  }

  /// Whether a call makes something of a type that is not known, with the values of tasks: these are
  /// what is waited for.
  func makesStranger(_ node: ExprSyntax, _ path: Path) -> Bool {
    guard let call = node.as(FunctionCallExprSyntax.self),
      call.calleeName.first?.isUppercase ?? false
    else { return false }
    return index.info(typeKey(of: call.calledExpression, path)) == nil
  }

  /// The way behind a statement that is passed by: what it waits for has ended.
  func finishingTasks(of item: CodeBlockItemSyntax, _ path: Path) -> Path {
    guard path.frames.contains(where: { !$0.tasks.isEmpty }), cache.waits(in: item) else {
      return path
    }
    var path = path
    for name in Self.references(in: Syntax(item)) { path.finishTask(name) }
    return path
  }

  /// The names that an expression asks for, those in closures left out.
  private static func references(in node: Syntax) -> [String] {
    if node.is(ClosureExprSyntax.self) { return [] }
    if let member = node.as(MemberAccessExprSyntax.self) {
      return member.base.map { references(in: Syntax($0)) } ?? []
    }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return [Naming.identifier(name.baseName.text)]
    }
    return node.children(viewMode: .sourceAccurate).flatMap(references(in:))
  }
}

/// What works out the variables of an `async let`.
struct ChildTask {
  /// What is called, as written.
  var callee: String
  /// Whether what it asks for is told already: where it was called, or in what was walked.
  var isTold: Bool

  /// What is asked for where it is called; nothing where that is told elsewhere.
  fileprivate var effect: Effect? { isTold ? nil : .run(callee) }
  fileprivate var isPause: Bool { Continuation.isPause(callee) }
}

extension ExprSyntax {
  /// Whether it ends when all tasks of a group have.
  var isTaskGroup: Bool {
    let name = self.as(FunctionCallExprSyntax.self)?.calleeName ?? ""
    return name.hasPrefix("with") && name.hasSuffix("TaskGroup")
  }

  /// Whether it is a call that nothing on the way waits for: `await` before it would tell.
  fileprivate var isCall: Bool {
    (self.as(TryExprSyntax.self)?.expression ?? self).is(FunctionCallExprSyntax.self)
  }

  /// What is evaluated, without the words before it.
  fileprivate var waited: ExprSyntax {
    var node = self
    while let inner = node.as(TryExprSyntax.self)?.expression
      ?? node.as(AwaitExprSyntax.self)?.expression
    {
      node = inner
    }
    return node
  }
}

extension Path {
  /// What a variable that is not worked out yet is the answer of.
  fileprivate func task(_ name: String) -> ChildTask? {
    frame(declaring: name).flatMap { frames[$0].tasks[name] }
  }

  fileprivate mutating func finishTask(_ name: String) {
    if let index = frame(declaring: name) { frames[index].tasks[name] = nil }
  }

  private func frame(declaring name: String) -> Int? {
    var index: Int? = frames.count - 1
    while let current = index, frames.indices.contains(current) {
      if frames[current].variables[name] != nil { return current }
      index = frames[current].parent
    }
    return nil
  }
}
