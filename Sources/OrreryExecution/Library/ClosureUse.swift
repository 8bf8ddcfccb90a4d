import OrreryProgram

/// What a function does with a closure that it is handed.
enum ClosureUse: Hashable {
  /// It runs it once before it returns.
  case once
  /// It runs it for each of several values before it returns.
  case each
  /// It runs it for several values, until these have answered a question.
  case question
  /// It starts it as a task, which runs beside what follows.
  case task(TaskStart)
  /// It keeps it, and calls it when something happens.
  case later

  /// Whether it runs any number of times before the function returns.
  var isRepeated: Bool { self == .each || self == .question }
}

/// How a task is started.
enum TaskStart: Hashable {
  /// It runs where its starter does: `Task { … }`.
  case plain
  case detached
  /// Some queue or event loop runs it.
  case queue
  case mainQueue
  /// Its starter does not end before it: that of a task group.
  case child

  /// Whether nobody waits for it on the spot.
  var isApart: Bool { self != .child }
}

extension Library {
  /// What functions do with a closure, by their names.
  private static let closureUses: [String: ClosureUse] = {
    let uses: [(ClosureUse, Set<String>)] = [
      (.once, runners.union(["onEventLoop", "asyncAndWait", "Future"])),
      (.each, iterators.subtracting(questions)), (.question, questions),
      (.task(.plain), ["Task"]), (.task(.detached), ["detached"]),
      (.task(.queue), ["async", "addOperation", "addBarrierBlock"]),
      (.task(.child), ["addTask", "addTaskUnlessCancelled"]),
    ]
    return uses.reduce(into: [:]) { table, use in
      for name in use.1 { table[name] = use.0 }
    }
  }()

  /// Functions that, as methods of something else, may be given code that waits: when they come to it,
  /// and whether they do, is theirs.
  private static let lenders = borrowers.union(["let", "also", "apply", "synchronized"])

  /// Those of them that may as well keep code until something has come: then that says so, since it
  /// has `self` in its capture list.
  private static let borrowers: Set = ["run", "perform", "modify", "mutate", "update", "change"]

  /// Functions by which an event loop is given code to run soon.
  private static let queuers: Set = ["execute", "submit", "flatSubmit"]

  /// What makes a stream with a closure that is run at once, to be given the continuation.
  private static let streams: Set = ["AsyncStream", "AsyncThrowingStream"]

  /// What a call does with a closure, as far as its name tells; nothing where that tells nothing.
  static func use(by call: Call) -> ClosureUse? {
    if call.isOnMainQueue { return .task(.mainQueue) }
    if lenders.contains(call.name), call.isAwaited, call.isHandedWaitingCode { return nil }
    if borrowers.contains(call.name), call.isHandedKeptCode { return nil }
    if let known = closureUses[call.name] { return known }
    if call.name.hasPrefix("with") { return .once }
    if queuers.contains(call.name), call.isOnEventLoop { return .task(.queue) }
    if streams.contains(call.name), call.builds { return .once }
    return nil
  }

  /// Whether a function runs its closure before it returns, or as a task, as far as its name tells.
  ///
  /// - Parameters:
  ///   - isLender: Whether it is waited for as a method of another object, and is given code that waits
  ///     itself.
  ///   - isKeeper: Whether, as a method of another object, it is given code that keeps `self`, and gives
  ///     nothing.
  package static func runsClosure(
    _ name: String, isLender: Bool = false, isKeeper: Bool = false
  ) -> Bool {
    if isLender && lenders.contains(name) || isKeeper && borrowers.contains(name) { return false }
    return closureUses[name] != nil || name.hasPrefix("with")
  }

  /// Whether a function starts its closure as a task, as far as its name tells.
  package static func startsTask(_ name: String) -> Bool {
    if case .task? = closureUses[name] { true } else { false }
  }

  /// Whether a label, or the name of a function, says that its closure is called when something
  /// happens, or has come to its end.
  static func isForLater(_ label: String?) -> Bool {
    guard let label else { return false }
    return label.hasPrefix("on") || ["completion", "completionHandler"].contains(label)
  }
}

extension Call {
  /// What it is called on.
  var base: Expression? {
    if case .member(let base, _) = callee { base } else { nil }
  }

  /// The closures that it is handed.
  var closures: [Function] {
    arguments.compactMap { if case .closure(let closure) = $0.value.form { closure } else { nil } }
  }

  /// `DispatchQueue.main.async`, `OperationQueue.main.addOperation`.
  var isOnMainQueue: Bool {
    guard case .member(let queue, "main")? = base?.form, case .name(let type) = queue.form else {
      return false
    }
    return type == "DispatchQueue" && name == "async"
      || type == "OperationQueue" && name == "addOperation"
  }

  fileprivate var isOnEventLoop: Bool {
    var receiver = base
    if case .chain(let inner)? = base?.form { receiver = inner }
    return switch receiver?.form {
    case .name(let name), .member(_, let name): name.lowercased().hasSuffix("loop")
    case .variable(let variable): variable.name.lowercased().hasSuffix("loop")
    default: false
    }
  }

  /// Whether another object is given code that keeps `self`, and nobody asks for an answer.
  fileprivate var isHandedKeptCode: Bool {
    guard case .member(let base, _) = callee, !base.isTypeName, !base.isPlainSelf else {
      return false
    }
    return isStatement && !isAwaited && closures.contains(where: \.capturesSelf)
  }

  /// Whether its closure is handed a continuation; one that gives the next element each time is not.
  fileprivate var builds: Bool { closure.map { !$0.parameters.isEmpty } ?? false }
}
