import OrreryProgram

// Functions that call a closure back: once, when something has come to its end, or whenever something
// happens.
extension Library {
  /// How functions and labels end by which a closure is called when something has come to its end.
  private static let completions = [
    "completion", "completionhandler", "datatask", "downloadtask", "uploadtask", "asyncafter",
    "whencomplete", "whensuccess", "whenfailure",
  ]

  /// Operators of futures that run their closure for a value alone, or for an error alone.
  fileprivate static let ofValues: Set = [
    "map", "flatMap", "flatMapThrowing", "flatMapWithEventLoop", "whenSuccess",
  ]
  fileprivate static let ofErrors: Set = [
    "whenFailure", "flatMapError", "flatMapErrorThrowing", "flatMapErrorWithEventLoop", "recover",
  ]
  /// Those that run it for either.
  fileprivate static let ofEither: Set = ["whenComplete", "flatMapResult", "always"]
  /// Operators of futures that lists have as well.
  fileprivate static let ofBoth: Set = ["map", "flatMap"]

  static func isCompletion(_ name: String) -> Bool {
    let name = name.lowercased()
    return completions.contains(where: name.hasSuffix)
  }

  /// How what a request comes to is named.
  fileprivate static let answers = [
    "Complet", "Succe", "Fail", "Finish", "Done", "Result", "Response", "Resolve", "Reject",
  ]

  /// How what comes of a request is named, or of what goes on.
  fileprivate static let parts = ["Error", "End", "Next", "Value", "Progress"]
}

// Closures that one handler hands out to go on once each.
extension Call {
  /// Whether it subscribes to a future, which calls back in the order in which that was asked for.
  var isOnFuture: Bool {
    carrier == .future || Library.ofEither.contains(name)
      || Library.ofValues.union(Library.ofErrors).subtracting(Library.ofBoth).contains(name)
  }

  /// Whether at most one closure of two calls runs: these are one request, or one asks a future for
  /// its value and the other for its error.
  package func excludes(_ other: Call) -> Bool {
    if isSame(as: other) { return true }
    guard isOfSameFuture(as: other) else { return false }
    let names = [name, other.name]
    return names.contains(where: Library.ofValues.contains)
      && names.contains(where: Library.ofErrors.contains)
      && (chain.count == 1 && other.chain.count == 1 || isMapped(on: other)
        || other.isMapped(on: self))
  }

  /// Whether two calls subscribe to one future, or one to what the other makes of it.
  package func isOfSameFuture(as other: Call) -> Bool {
    guard isOnFuture, other.isOnFuture else { return false }
    return chain.contains(where: other.isSame) || other.chain.contains(where: isSame)
      || chain.first?.base?.text == other.chain.first?.base?.text
  }

  private func isSame(as other: Call) -> Bool {
    arguments.first.map { $0.value.id == other.arguments.first?.value.id } ?? false
  }

  /// Whether it goes on from what another call makes of a value, and nothing between can fail.
  private func isMapped(on other: Call) -> Bool {
    guard let start = chain.firstIndex(where: other.isSame) else { return false }
    return chain[start...].dropLast().allSatisfy { $0.name == "map" }
  }
}

extension Call {
  /// Whether a closure is called whenever something happens: an object is made with it, as in
  /// `Engine(onStop: { … })`, or it is handed to a function that is named by what happens, as in
  /// `engine.onStop { … }`.
  ///
  /// - Parameter label: The label that it is handed out by.
  func isObserved(by label: String?) -> Bool {
    let name = makesObject ? label : label == nil ? self.name : nil
    guard let happening = name?.happening,
      !Library.answers.contains(where: happening.hasPrefix)
    else { return false }
    return makesObject || !isOfRequest || !Library.parts.contains(where: happening.hasPrefix)
  }

  private var makesObject: Bool { name == "init" || name.first?.isUppercase ?? false }

  /// Whether it goes on from what another call has asked for: `api.load().onError { … }`.
  private var isOfRequest: Bool { if case .call? = base?.form { true } else { false } }

  /// The literals and the members among the arguments of a chain of calls, from its start to this one.
  var literalArguments: [Suspension.Marks.Argument] {
    chain.enumerated().flatMap { number, call in
      call.arguments.enumerated().compactMap { offset, argument in
        guard !argument.isTrailing, argument.value.isLiteralOrMember else { return nil }
        return .init(
          place: "\(number).\(argument.label ?? String(offset))", text: argument.value.text)
      }
    }
  }
}

extension Expression {
  /// Whether an expression names one of a set of things: `"Delete"`, `3`, `.failed`, `Event.failed`.
  fileprivate var isLiteralOrMember: Bool {
    switch form {
    case .literal, .keyPath, .implicitMember: true
    case .member(let base, _): base.isTypeName
    default: false
    }
  }

  /// Whether it names a type, be that read or not: `Event` and `UIApplication.Event`.
  var isTypeName: Bool {
    switch form {
    case .type: true
    case .name(let name): name.first?.isUppercase ?? false
    case .member(let base, let name): (name.first?.isUppercase ?? false) && base.isTypeName
    default: false
    }
  }
}

extension String {
  /// `Stop` of `onStop`.
  fileprivate var happening: Substring? {
    guard hasPrefix("on"), dropFirst(2).first?.isUppercase ?? false else { return nil }
    return dropFirst(2)
  }

  /// What is called in a chain of calls, without what that is given: `manager.start` of
  /// `manager .start(…)`.
  var head: String {
    let end = firstIndex { $0 == "(" || $0 == "{" || $0 == "[" } ?? endIndex
    var name = self[..<end]
    while name.last == " " { name = name.dropLast() }
    guard !name.isEmpty else { return self }
    return name.split(separator: " ").reduce(into: "") { text, word in
      let isMember = word.first == "." && text.endsInOperand
      text += (text.isEmpty || isMember ? "" : " ") + word
    }
  }

  /// Whether a member may follow: a name stands at the end, not an operator or a keyword.
  private var endsInOperand: Bool {
    let word = split(separator: " ").last.map(String.init) ?? ""
    let name = word.last == "?" || word.last == "!" ? String(word.dropLast()) : word
    guard let last = name.last, last.isLetter || last.isNumber || last == "_" else { return false }
    return !["try", "await", "return", "in", "is", "as"].contains(name)
  }
}
