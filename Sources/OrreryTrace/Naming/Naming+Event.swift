/// Names of events that are methods.
extension Naming {
  /// The base name of a method: of its declaration, its full name or a `#function`.
  ///
  /// `eventB(param:)` is `eventB`.
  public static func method(_ function: String) -> String {
    let scalars = function.unicodeScalars
    if scalars.first == "`", let end = scalars.dropFirst().firstIndex(of: "`") {
      return String(scalars[scalars.index(after: scalars.startIndex)..<end])
    }
    return String(scalars.prefix { $0 != "(" })
  }

  /// The full name of a method, by which an event is known that shares its base name: `open(at:)`.
  ///
  /// - Parameter labels: What a call writes before each argument, `_` for nothing.
  public static func method(_ name: String, labels: [String]) -> String {
    "\(name)(\(labels.map { $0 + ":" }.joined()))"
  }

  /// The name of a method with the types of what it takes, by which an event is known that shares its full
  /// name: `add(_: Video, to: List)`.
  public static func method(_ name: String, labels: [String], types: [String]) -> String {
    "\(name)(\(zip(labels, types).map { "\($0): \($1)" }.joined(separator: ", ")))"
  }

  /// The event that a step of a part is to a machine which is made of others: `OvenModel.switchOn`.
  ///
  /// - Parameters:
  ///   - event: The event of the part.
  ///   - part: The types around the part's and its own, without their module.
  public static func event(_ event: String, ofPart part: String) -> String { "\(part).\(event)" }

  /// The event that follows a wait, without what became of it: `load#api.fetch`.
  ///
  /// - Parameters:
  ///   - method: The event that the method is.
  ///   - callee: What it has waited for, as written; the machine itself before it is left out.
  public static func continuation(of method: String, behind callee: String) -> String {
    "\(method)#\(self.callee(callee))"
  }

  /// What is waited for, without the machine before it and without signs of optional chaining and of
  /// projected values: `socket.receive` of `self.socket?.receive`, `player.isOn` of `player.$isOn`.
  package static func callee(_ callee: String) -> String {
    let signs = "?!$".utf8
    guard callee.hasPrefix("self") || callee.utf8.contains(where: signs.contains) else {
      return callee
    }
    let own = ["self.", "self?."].first { callee.hasPrefix($0) }
    let rest = callee.dropFirst(own?.utf8.count ?? 0)
    // A `?`, `!` or `$` in front of the arguments is a sign of the language, and no part of a name.
    let chain = rest.prefix { $0 != "(" }
    return chain.filter { !"?!$".contains($0) } + rest.dropFirst(chain.count)
  }

  /// The event that a method of an actor handles, as far as the method's own name tells.
  ///
  /// An event `open` of the actor style starts a task that calls `openInternal`, which sends the new
  /// state: `openInternal()` is `open`. A method of another name is its own event.
  public static func event(handledBy function: String) -> String {
    let method = method(function)
    let suffix = "Internal"
    guard method.hasSuffix(suffix), method.utf8.count > suffix.utf8.count else { return method }
    return String(method.dropLast(suffix.count))
  }

  /// The events that lead to a method of an actor.
  ///
  /// The nonisolated methods of an actor are its events, and each starts a task that calls the private
  /// method which sends the new state. A run sees the private one (`#function`); the calls within the
  /// actor's declaration tell the event.
  ///
  /// - Parameters:
  ///   - method: The base name of the method that sends.
  ///   - events: The base names of the methods that are events.
  ///   - calls: Base names of caller and callee for each call between methods of the actor.
  /// - Returns: The method itself where it is an event; else all events from which calls lead to it,
  ///   in the order of `events`. A run can only be told one: where there are more, the method keeps
  ///   its own name.
  public static func events(
    sendingIn method: String, events: [String], calls: [(caller: String, callee: String)]
  ) -> [String] {
    if events.contains(method) { return [method] }
    var reached: Set<String> = [method]
    var open = [method]
    while let callee = open.popLast() {
      for call in calls where call.callee == callee && reached.insert(call.caller).inserted {
        open.append(call.caller)
      }
    }
    return events.filter(reached.contains)
  }
}
