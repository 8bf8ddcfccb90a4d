import OrreryProgram

/// What the words of a call tell of whom it asks.
extension Call {
  /// Whether it may ask another object for something that counts: nobody asks for logs and locks.
  var mayAskOthers: Bool {
    if case .superMember = callee { return false }
    if runsCode || head.isOperator || head.runsCode { return false }
    guard case .member(let base, let name) = callee else { return true }
    // `Notification.Name("done")` makes a value.
    if name.first?.isUppercase ?? false { return false }
    if case .superValue = base.form { return false }
    return !Library.isUnobserved(name) && !Library.isPause(calleeText)
      && !Library.isUnobserved(receiver: base.bare.lastName)
      && !Library.isLogger(base.root.lastName)
  }

  /// Whether it makes something of a call that keeps a closure.
  var isMadeOfRequest: Bool {
    chain.dropLast().contains { $0.isHandedCode && $0.isRequest }
  }

  /// Whether it only goes on with what a call has begun, which is handed code or gives a publisher or a
  /// list.
  var isMadeOfOthers: Bool {
    isOnPublisher || previous != nil && Library.listMakers.contains(name)
      || chain.contains(where: \.isHandedCode)
  }

  /// Whether it may ask for something by itself: neither what is made of a promise, nor what publishes.
  var isRequest: Bool { !isAwaited && !isOnPublisher && carrier != .future }

  /// The call that a chain of calls begins with.
  var head: Call {
    var (node, head) = (base, self)
    while let current = node {
      switch current.form {
      case .call(let call): (head, node) = (call, call.base)
      case .member(let outer, _), .chain(let outer), .unwrap(let outer): node = outer
      default: node = nil
      }
    }
    return head
  }

  /// Whether it runs code that it is handed, at once or as a task: that tells what it asks for.
  var runsCode: Bool {
    switch Library.use(by: self) {
    case .once, .task: isHandedCode
    default: false
    }
  }

  /// Whether some of the values that it is handed is code that it starts as a task.
  func starts(_ values: [Labelled]) -> Bool {
    guard case .task? = Library.use(by: self) else { return false }
    return values.contains { $0.value.isClosure && !Library.isForLater($0.label) }
  }

  /// The bodies of the closures that it runs, at once or as a task.
  var closuresRun: [Body] {
    runsCode || isOperator ? closures.compactMap(\.body) : []
  }

  /// Whether it only makes something of values, or goes through them: `list.forEach { … }`.
  private var isOperator: Bool {
    (Library.use(by: self)?.isRepeated ?? false) && isHandedCode && !isOnPublisher
  }

  private var isHandedCode: Bool { !closures.isEmpty }
}
