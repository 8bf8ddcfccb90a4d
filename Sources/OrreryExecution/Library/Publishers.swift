import OrreryProgram

// Publishers, as Combine and its kin have them, told from lists by what is called on them.
extension Library {
  /// Operators that publishers have and lists do not.
  fileprivate static let operators: Set = [
    "sink", "assign", "store", "subscribe", "eraseToAnyPublisher", "receive", "debounce",
    "throttle", "removeDuplicates", "handleEvents", "replaceError", "setFailureType", "share",
    "switchToLatest", "prepend", "combineLatest", "observe", "bind", "drive",
  ]

  /// Operators of publishers that lists have as well.
  fileprivate static let shared: Set = [
    "map", "compactMap", "flatMap", "filter", "first", "reduce", "dropFirst", "prefix", "merge",
    "scan", "tryMap", "skip", "distinctUntilChanged",
  ]

  /// Functions that make a publisher of many values.
  fileprivate static let publishers: Set = ["publisher", "publish", "asObservable", "asDriver"]

  /// Functions that hand their closure each of several events, not the one answer to a request.
  fileprivate static let observers: Set = [
    "observe", "addObserver", "addPeriodicTimeObserver", "addBoundaryTimeObserver", "addListener",
    "addSnapshotListener", "addLocalMonitorForEvents", "addGlobalMonitorForEvents", "onReceive",
  ]

  /// Operators that nothing but publishers has, at the end of a chain.
  fileprivate static let ends: Set = ["sink", "assign"]

  /// Operators of which other types have functions by the same name, and how they are labelled.
  fileprivate static let scheduling: Set = ["receive", "subscribe", "observe"]
}

extension Call {
  /// `subject.send(completion: .finished)`: what it is handed is no value of the subject.
  package var endsPublisher: Bool { arguments.first?.label == "completion" }

  /// Whether it starts a task: `Task { … }`, `Task<Void, Never>.detached { … }`.
  private var startsTask: Bool {
    if case .name("Task")? = base?.form { true } else { name == "Task" }
  }

  /// Whether an operator of publishers follows on the call: it runs its closure for what comes.
  ///
  /// A task is no publisher: to keep what cancels it, by whatever method, changes nothing of what it
  /// does.
  var isOnPublisher: Bool {
    if startsTask { return false }
    if operatorsBehind.contains(where: Library.operators.contains) { return true }
    guard Library.shared.contains(name) else { return false }
    return carrier == .stream || Library.publishers.contains(first.name)
      || first.base?.isProjection ?? false
  }

  /// Whether the closure of the call runs time and again, whatever has happened since.
  var repeats: Bool {
    if Library.observers.contains(name) || setsHandler { return true }
    if name == "scheduledTimer" {
      return arguments.contains { argument in
        guard case .bool(true) = argument.value.form else { return false }
        return argument.label == "repeats"
      }
    }
    guard Library.operators.contains(name) || isOnPublisher,
      !chain.dropLast().contains(where: { $0.name == "first" })
    else { return false }
    return [Library.operators, Library.shared, Library.publishers].contains {
      $0.contains(first.name)
    }
  }

  /// Whether the name of a function says that it sets what is called from now on: `setEventHandler`,
  /// `xpc_connection_set_event_handler`.
  private var setsHandler: Bool {
    let lower = name.lowercased()
    let isSetter = name.hasPrefix("set") || lower.contains("_set_")
    return isSetter
      && ["handler", "callback", "listener", "observer"].contains { lower.hasSuffix($0) }
      && !["complet", "cancel", "finish"].contains { lower.contains($0) }
  }

  /// The calls of its chain, from the first one to itself.
  var chain: [Call] {
    var calls = [self]
    while let previous = calls.last?.previous { calls.append(previous) }
    return calls.reversed()
  }

  /// The call before this one in a chain.
  var previous: Call? { base?.innermostCall }

  private var first: Call { chain.first ?? self }

  /// The property that publishes what comes to the call: `player.ended` of
  /// `player.ended.receive(on: queue).sink { … }`.
  var publisher: Expression? {
    let isOperator = previous == nil ? Library.ends.contains(name) : first.isOperator
    return isOperator ? first.base : nil
  }

  /// What subscribes in its chain to a property that publishes: `player.ended.sink`.
  var subscription: String? {
    guard let end = chain.first(where: { Library.ends.contains($0.name) }) else { return nil }
    return end.publisher.map { "\($0.text).\(end.name)" }
  }

  private var isOperator: Bool {
    if Library.scheduling.contains(name) { return arguments.first?.label == "on" }
    return Library.operators.contains(name) || Library.shared.contains(name)
  }
}

extension Expression {
  /// `$name`: what a property wrapper publishes, and no argument of a closure.
  fileprivate var isProjection: Bool {
    switch form {
    case .name(let name), .member(_, let name):
      name.hasPrefix("$") && !(name.dropFirst().first?.isNumber ?? true)
    default: false
    }
  }

  /// The last call before some properties.
  fileprivate var innermostCall: Call? {
    switch form {
    case .call(let call): call
    case .member(let base, _), .chain(let base): base.innermostCall
    default: nil
    }
  }
}
