import OrreryModel
import OrreryProgram

/// A place where a handler stops, and from which it goes on as an event of its own.
package struct Suspension {
  /// What tells it from the others of its handler.
  package struct Key: Hashable, Sendable {
    /// The `await`, the loop, or the closure that is called later.
    package var node: NodeID
    /// What is waited for, as written.
    package var callee: String
    package var mayFail: Bool
    /// The calls by which the handler came to it, each once: a helper that is called twice waits twice.
    package var calls: [NodeID]
  }

  /// What is waited for; how often and by what it goes on says the suspension itself.
  package struct Kind {
    /// Whether what it waits for is executed, which tells by itself what that asks for.
    package var isExecuted = false
    /// Whether it waits for a function of the machine that is stepped over: its errors are the machine's.
    var isAside = false
    /// Whether it has only waited for tasks: what asks for them is still to be evaluated.
    var isAskedAgain = false
    /// Whether it only comes to the machine's own actor.
    var isHop = false
    /// Whether it waits for the next element of a loop.
    package var isElement = false
    /// Whether it is a task that begins, and changes the state, once its starter has ended or waits.
    package var isTask = false
    /// Whether it is the call of an event, which goes for itself.
    package var isEvent = false
  }

  package var key: Key
  package var kind = Kind()
  package var location: SourceLocation
  /// The literals and the members among the arguments of the call that is waited for.
  var arguments: [Marks.Argument] = []
  /// For a closure: what is waited for that it stands in.
  package var waits: Set<NodeID> = []
  /// What the calls around it have been handed that decides conditions.
  package var constants: [Constant: String] = [:]
  /// Whether it goes on once for each time that it is left waiting.
  package var isOnce = true
  /// Whether all tasks that it waits for have ended when it goes on.
  package var joinsTasks = false
  /// The tasks that it waits for as a group.
  var group: Set<Key> = []
  /// Whether it goes on time and again, as often as somebody calls.
  package var isRepeated = false
  /// Whether it can only be called while a view shows what it is handed to.
  package var isShown = false
  /// Whether another event tells what comes of it.
  package var isToldElsewhere = false
  /// Whether several calls lead to it, which are not told apart.
  package var isJoined = false
  /// For a closure that is called later: what it is handed out with.
  package var marks: Marks?
  /// How the handler may have come there.
  package var snapshots: [Snapshot] = []

  /// A path that has stopped.
  package struct Snapshot {
    @CopyOnWrite var path: Path
    /// The state in which it was left waiting; nothing where that is not told, or makes no difference.
    var left: String?
    /// What it is given where it goes on.
    var value: Value
    var calls: CallStack
    var activations: [Activation]
    /// What is called then; nothing where the handler itself goes on.
    var called: Called?
    /// What was started on the way to go on later, but for what is waited for as a group.
    var started: [Key] = []
  }

  /// A closure that is called later.
  struct Called {
    /// Nothing where what comes is assigned to the state: the first of the values, or what is published.
    var closure: ClosureValue?
    /// Whether it is a task that begins.
    var isTask = false
    /// By what label it was handed out.
    var label: String?
    /// What it was handed to, and nothing else is told of what it is called with.
    var call: Call?
    var values: [Labelled] = []
  }

  /// What a closure for later is handed out with, by which it is told from others of the same callee.
  package struct Marks {
    package struct Argument {
      /// Which argument it is of which call of the chain.
      package var place: String
      package var text: String
    }

    package var location: SourceLocation
    /// The literals and the members among what its callee is given.
    package var arguments: [Argument] = []
    /// The label that it is handed out by itself, or the operator of a chain that it is handed to.
    package var label: String?
    /// The call that hands it out.
    package var call: Call?
  }

  /// A parameter of one of the calls around a suspension, counted from the innermost outwards.
  package struct Constant: Hashable, Sendable {
    package var call: Int
    package var name: String

    package init(call: Int, name: String) { (self.call, self.name) = (call, name) }
  }

  /// What was started on the way to it to go on later, but for what it waits for as a group.
  package var started: Set<Key> { snapshots.reduce(into: []) { $0.formUnion($1.started) } }

  /// The function with a name in which it is written, of those that are executed there.
  package var function: Function? {
    snapshots.first?.calls.all.map(\.function)
      .filter { $0.kind == .function && $0.id.place == key.node.place && $0.id < key.node }
      .max { $0.id < $1.id }
  }

  /// How many snapshots are told apart.
  static let mostSnapshots = 8
}

/// A function that has stopped at a block, since what it calls there has.
struct Activation {
  var body: Body
  /// The block whose end is the suspension point.
  var block: Block.Number
  /// How many frames there are in it.
  var depth: Int
  /// The call that it gives back to; nothing for the handler itself.
  var call: FollowedCall?

  /// Whether a loop stands around the block, or waits there for its next element.
  var isInLoop: Bool {
    ([block] + body.constructs(around: block)).contains {
      if case .loop = body.blocks[$0].end { true } else { false }
    }
  }
}

/// A call that is followed into a function.
final class FollowedCall {
  let function: Function
  let node: Expression
  /// The path that it was made on.
  let outer: Path

  init(function: Function, node: Expression, outer: Path) {
    (self.function, self.node, self.outer) = (function, node, outer)
  }
}

/// What a path has waited for, and what it has left to go on later.
package struct Progress {
  /// What it has gone on behind: `api.load`.
  package var segment: String?
  /// Whether somebody else was waited for.
  var isBehindOthers = false
  /// The conditions before that which still hold.
  package var lasting: [Clause] = []
  /// What it has asked others for, in order.
  package var asked: [Effect] = []
  /// How much of that it had asked for before the loop that is executed, the outermost one.
  var askedBeforeLoop = 0
  /// What it has asked for in that loop.
  var askedInLoop: ArraySlice<Effect> { asked.dropFirst(askedBeforeLoop) }
  /// Those of them that are other events of the machine: ways that raise others do something else.
  var raised: [Effect] { asked.filter { if case .raise = $0 { true } else { false } } }
  /// What it has asked for, with these at the end: they come once it has ended.
  package var askedInTime: [Effect] { asked.filter { !raised.contains($0) } + raised }
  /// Where it has asked for the first of these.
  package var location: SourceLocation?
  /// What it has left to be gone on with later, by itself or by others.
  package var started: [Suspension.Key] = []
  /// Where the tasks wait that it has started: they go on once it has ended, or waits.
  package var tasks: [Suspension.Key] = []
  /// The states that tasks may have left which begin where it waits.
  package var begun: Set<String> = []
  /// The tasks that it has started and that have not begun.
  var postponed: [PostponedTask] = []
  /// Whether the view that is shown is disabled.
  var isDisabled = false

  package init() {}

  /// Notes what is left to be gone on with: twice is as good as once.
  mutating func start(_ key: Suspension.Key) {
    if !started.contains(key) { started.append(key) }
  }

  func hasStartedSame(as other: Progress) -> Bool {
    started.count == other.started.count && started.allSatisfy(other.started.contains)
  }

  /// What either of two paths has left.
  mutating func join(_ other: Progress) {
    asked = asked.asked(or: other.asked)
    started += other.started.filter { !started.contains($0) }
    tasks += other.tasks.filter { !tasks.contains($0) }
    begun.formUnion(other.begun)
  }
}

/// A task whose body is being executed beside its starter.
struct RunningTask {
  /// How it is started; nothing for an `async let`, and for what somebody calls.
  var start: TaskStart?
  /// What its starter has gone on behind.
  var segment: String?
  /// Whether its starter has written the state before.
  var hasWritten: Bool
}

/// What works out the variables of an `async let`.
struct ChildTask {
  /// What it runs: the variables of one `async let` share a task.
  var function: NodeID
  /// What is called, as written.
  var callee: String
  /// Whether what it asks for is told already: where it was called, or in what was executed.
  var isTold: Bool
  /// Whether it is a call that nothing on the way waits for: `await` before it would tell.
  var isCall: Bool
  /// Whether it has thrown, when its end is known: who waits for it gets that, and nothing else.
  var hasThrown: Bool?
  /// Whether it was waited for already.
  var isJoined = false
}

extension Suspension {
  /// What tells a wait from others for the same callee; nothing for what is no such wait.
  package var waitMarks: Marks? {
    guard !kind.isElement, !kind.isTask, !kind.isEvent, marks == nil else { return nil }
    return Marks(location: location, arguments: arguments)
  }

  /// Whether the wait asks nobody for anything: time passes, or someone resumes it.
  package var isPause: Bool { kind.isExecuted || Library.isPause(key.callee) }

  /// Whether it asks a clock to be woken.
  var isSleep: Bool { !kind.isExecuted && key.callee.hasSuffix("sleep") }

  /// Whether it waits for what a task gives that was not started for the wait.
  var isOfRunningTask: Bool {
    let name = key.callee.split(separator: ".").dropLast().last?.lowercased() ?? ""
    return isOfTask && !key.callee.hasPrefix("Task") && name.contains("task")
  }

  /// Whether it waits for what a task gives.
  package var isOfTask: Bool { key.callee.hasSuffix(".value") || key.callee.hasSuffix(".result") }
}
