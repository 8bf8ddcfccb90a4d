import OrreryProgram

/// Closures that are called back later: where one may change the state, it is an event of its own.
extension Execution {
  /// The paths on behind a call that keeps a closure.
  func keep(_ closure: HandedClosure, by call: Call, _ path: Path) -> Path {
    let path = forgetting(changesOf: closure.value, path)
    guard setting.isSuspending else { return path }
    if isShowing { return show(closure, by: call, path) }
    var suspension = suspension(of: closure, by: call, from: sender(to: call))
    suspension.isOnce = suspension.isOnce || isBegun(by: call, path)
    suspension.isRepeated = call.repeats || call.isObserved(by: closure.label)
    return later(closure.value, suspension, label: closure.label, by: call, path)
  }

  /// - Parameter sender: What calls the closure back.
  func suspension(of closure: HandedClosure, by call: Call, from sender: String) -> Suspension {
    let function = closure.value.function
    let handler = closure.label.flatMap { $0.hasPrefix("on") ? ".\($0)" : nil } ?? ""
    var suspension = Suspension(of: function.id, by: sender + handler, at: function.location)
    suspension.isOnce = call.isOnFuture || Library.isCompletion(closure.label ?? call.name)
    suspension.marks = Suspension.Marks(
      location: function.location, arguments: call.literalArguments,
      label: closure.label ?? (call.previous == nil ? nil : call.name), call: call)
    return suspension
  }

  /// Whether a call starts a task of an initializer, which begins once that has ended.
  func isBegun(by call: Call, _ path: Path) -> Bool {
    guard case .task? = Library.use(by: call) else { return false }
    return isSettingUp(path) && tasks.isEmpty
  }

  /// Whether what is handed out may be called in any state: the machine is being made or shown.
  func isSettingUp(_ path: Path) -> Bool {
    setting.isSettingUp && path.progress.segment == nil
  }

  /// The path on behind an assignment: a closure that is kept in a property is called by whoever has
  /// the property, whenever it likes.
  func handingOut(_ value: Value, to target: Expression, _ path: Path) -> Path {
    guard case .closure(let closure) = value, target.isMember else { return path }
    let path = forgetting(changesOf: closure, path)
    guard setting.isSuspending else { return path }
    let name = target.text.replacing("?.", with: ".").withoutSelf
    let location = closure.function.location
    var suspension = Suspension(of: closure.function.id, by: name, at: location)
    (suspension.isOnce, suspension.isRepeated) = (false, true)
    suspension.marks = Suspension.Marks(location: location)
    return later(closure, suspension, label: nil, by: nil, path)
  }

  /// The ways on behind a call that has made something with closures, or was followed and has neither run
  /// them nor handed them on: they are called later.
  ///
  /// - Parameter start: The path into a call that was followed.
  func keeping(
    _ values: [Labelled], by call: Call, since start: Path? = nil, _ ways: [Way]
  ) -> [Way] {
    guard setting.isSuspending else { return ways }
    return values.reduce(ways) { ways, labelled in
      guard case .closure(let closure) = labelled.value,
        !called.contains(closure.function.id)
      else { return ways }
      let handed = HandedClosure(value: closure, label: labelled.label, use: .later)
      return ways.map { way in
        let isHandedOn = start.map { start in
          way.path.progress.started.dropFirst(start.progress.started.count)
            .contains { $0.node == closure.function.id }
        }
        return isHandedOn ?? false ? way : Way(keep(handed, by: call, way.path), way.value)
      }
    }
  }

  /// The path on behind a closure that is handed out or assigned to a property.
  func later(
    _ closure: ClosureValue, _ suspension: Suspension, label: String?, by call: Call?, _ path: Path
  ) -> Path {
    var (path, suspension) = (path, suspension)
    let begins = call.map { isBegun(by: $0, path) } ?? false
    if let name = closure.function.body?.handsOnTo, setting.functions.events.contains(name),
      closure.function.body?.forwarding == name || !namesState(closure, path),
      begins || !isRaised(name, path)
    {
      return handing(name, closure, repeats: suspension.isRepeated, path)
    }
    if isInOtherEvent(closure, path) {
      suspension.isToldElsewhere = true
      found(suspension, nil)
      path.progress.start(suspension.key)
      return path
    }
    guard
      mayChange(closure, path) || asks(closure, label: label, by: call, path)
        || isPutOff(closure, by: call) || raises(closure, path)
    else {
      return mayWrite(closure, path) ? uncovering(closure, begins: begins, path) : path
    }
    found(suspension, calling: .init(closure: closure, label: label, call: call), path)
    noteCalls(of: closure, path)
    path.progress.start(suspension.key)
    if suspension.isShown { noteShown(suspension.key, path) }
    // What is called time and again, or set up when the machine is made, may be in any state; else in
    // the one that the path ends in.
    if !suspension.isRepeated, begins || !isSettingUp(path) {
      path.progress.tasks.append(suspension.key)
    }
    return path
  }

  /// The closures of the functions around it that a closure calls are called later themselves: what
  /// they do is part of its event.
  private func noteCalls(of closure: ClosureValue, _ path: Path) {
    for case .closure(let inner) in values(around: closure, References(of: closure.function), path)
    where called.insert(inner.function.id).inserted {
      noteCalls(of: inner, path)
    }
  }

  /// Whether a closure does nothing but to call an event, be it under conditions: it raises that.
  private func raises(_ closure: ClosureValue, _ path: Path) -> Bool {
    closure.function.body?.handsOnTo.map { isRaised($0, path) } ?? false
  }

  private func namesState(_ closure: ClosureValue, _ path: Path) -> Bool {
    let watched = setting.state.place.map(path.resolved)?.path ?? []
    return !References(of: closure.function).names.isDisjoint(with: watched)
  }

  /// Whether a closure may change the state, or asks for something before it may.
  private func mayChange(_ closure: ClosureValue, _ path: Path) -> Bool {
    mayWriteItself(closure, path) || References(of: closure.function).waits && mayAsk(closure, path)
  }

  /// Whether a closure runs when a time has passed, and asks others for something then: it is a step of its
  /// own, as what follows a sleep is.
  private func isPutOff(_ closure: ClosureValue, by call: Call?) -> Bool {
    guard let call, Library.postponers.contains(call.name) else { return false }
    return asksOthers(closure.function.body?.blocks ?? [], returned: true)
  }

  /// A closure that leaves the state alone may set up one that does not, in any state.
  ///
  /// - Parameter begins: Whether it is a task that begins where the path ends: so does what it waits
  ///   for.
  func uncovering(_ closure: ClosureValue, begins: Bool, _ path: Path) -> Path {
    let (kept, known) = (departed, Set(waits.suspensions.map(\.key)))
    tasks.append(RunningTask(segment: nil, hasWritten: false))
    _ = uncaught { apart { invoke(closure, [], path) } }
    tasks.removeLast()
    departed = kept
    var path = path
    for suspension in waits.suspensions where !known.contains(suspension.key) {
      if begins, suspension.isOnce {
        path.progress.tasks.append(suspension.key)
      } else {
        waits.sent[suspension.key, default: []].insert(Self.anyState)
      }
    }
    return path
  }

  /// What calls a closure back: the callee, or the property that publishes what comes to it.
  func sender(to call: Call) -> String {
    let text = (call.publisher?.text ?? call.calleeText).head
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// Notes that a method which is an event is called later, where nothing else calls it.
  private func handing(
    _ name: String, _ closure: ClosureValue, repeats: Bool, _ path: Path
  ) -> Path {
    let key = foundEvent(name, by: closure.function.id, at: closure.function.location)
    var path = path
    path.progress.start(key)
    guard setting.functions.deferredEvents.contains(name) else { return path }
    if repeats {
      waits.sent[key, default: []].insert(Self.anyState)
    } else {
      path.progress.tasks.append(key)
    }
    return path
  }

  /// Whether a closure stands in a function that is another event than the one that is executed: that
  /// tells what comes of it.
  func isInOtherEvent(_ closure: ClosureValue, _ path: Path) -> Bool {
    otherEvent(around: min(closure.frame, path.depth - 1), path) != nil
  }

  /// Whether a path waits in a task that another event starts than the one that is executed.
  func isInTaskOfOtherEvent(_ path: Path) -> Bool {
    otherEvent(around: path.depth - 1, path).map { $0 < calls.base } ?? false
  }

  /// The place, among those that are followed, of the call of an event in which code is written.
  ///
  /// - Parameter frame: The one that the code sees.
  private func otherEvent(around frame: Int, _ path: Path) -> Int? {
    var frame = frame
    while let outer = path.frames[frame].parent { frame = outer }
    return calls.entries.firstIndex { entry in
      entry.call?.outer.depth == frame && setting.functions.isEvent(entry.function)
    }
  }

  // MARK: - Going on

  /// Executes a closure that is called back to its ends.
  ///
  /// - Parameter event: What it is handed, where that is known.
  func callBack(_ called: Suspension.Called, handing event: Value?, _ path: Path) -> [Flow] {
    guard let closure = called.closure else {
      if let given = called.values.first { return giving(given.value, path) }
      return called.call.map { publish($0, path) } ?? []
    }
    var (starts, stopped) = ([Way(path, .void)], [Path]())
    if let call = called.call {
      let filtered = passing(filtersOf: call, handing: event, path)
      stopped = filtered.stopped
      starts = filtered.passed.flatMap { path in
        event.map { [Way(path, $0)] } ?? handed(called.label, by: call, Way(path, .void))
      }
    }
    // Whoever calls back is no task of this one.
    let segment = called.isTask ? path.progress.segment : nil
    tasks.append(RunningTask(segment: segment, hasWritten: false))
    defer { tasks.removeLast() }
    let (ended, failed) = uncaught {
      starts.flatMap { start -> [Way] in
        let values =
          start.value.isVoid
          ? called.values + watched(by: called.call, closure, start.path)
          : [Labelled(nil, start.value)]
        return apart { invoke(closure, values, start.path) }
      }
    }
    return (ended.map(\.path) + stopped).map { Flow($0, .returned(.void)) } + failed
  }

  /// What the closure of `onChange(of: phase) { old, new in … }` is called with: the new value is the one
  /// that is there.
  private func watched(
    by call: Call?, _ closure: ClosureValue, _ path: Path
  ) -> [Labelled] {
    let parameters = closure.function.parameters
    guard let call, call.name == "onChange", let subject = call.arguments.first,
      subject.label == "of", (1...2).contains(parameters.count),
      parameters.last?.variable.name != "_",
      let way = evaluate(subject.value, path).first, case .enumCase(let new) = way.value,
      new.type == watchedType(path)
    else { return [] }
    let old = parameters.dropLast().map { Labelled(nil, fresh($0.variable.name, path)) }
    return old + [Labelled(nil, way.value)]
  }
}

extension Expression {
  /// Whether it is a member of something, or may be one of `self`.
  fileprivate var isMember: Bool {
    switch form {
    case .member, .name, .element: true
    default: false
    }
  }
}
