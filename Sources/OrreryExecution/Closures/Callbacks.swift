import OrreryProgram

// Functions that call a closure back: once, when something has come to its end, or whenever something
// happens.
extension Library {
  /// How functions and labels end by which a closure is called when something has come to its end.
  private static let completions = [
    "completion", "completionhandler", "datatask", "downloadtask", "uploadtask", "asyncafter",
    "whencomplete", "whensuccess", "whenfailure",
  ]

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
