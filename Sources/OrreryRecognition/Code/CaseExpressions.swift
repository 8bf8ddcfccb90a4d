import OrreryProgram

/// What the case is called that only an optional has.
enum OptionalCase { static let absent = "nil" }

// The cases that expressions may be, as far as they tell.
extension Expression {
  /// `.a`, `State.a(1)`, both sides of a ternary, a variable by its name, or `nil`.
  var caseNames: [String] {
    switch form {
    case .implicitMember(let name), .member(_, let name), .name(let name): [name]
    case .variable(let variable): [variable.name]
    case .type(_, let name): [name]
    case .absent: [OptionalCase.absent]
    case .call(let call): call.callee.caseNames
    case .attempt(_, let inner), .wait(let inner), .unwrap(let inner), .chain(let inner),
      .cast(let inner, _, _):
      inner.caseNames
    case .conditional(_, let yes, let no): yes.caseNames + no.caseNames
    case .coalesce(let value, let other): value.caseNames + other.caseNames
    default: []
    }
  }

  /// Whether it makes a case: `.a`, `Event.a(1)`.
  var makesCase: Bool {
    switch form {
    case .implicitMember: true
    case .member(let base, _): base.isType
    case .call(let call):
      switch call.callee {
      case .implicitMember: true
      case .member(let base, _): base.isType
      default: false
      }
    default: false
    }
  }

  private var isType: Bool {
    switch form {
    case .type: true
    case .name(let name): name.first?.isUppercase ?? false
    default: false
    }
  }
}

extension OrreryProgram.Argument {
  /// The cases that the argument may be.
  var caseNames: [String] {
    switch value.form {
    case .variable, .name: []
    default: value.caseNames
    }
  }
}

extension Call.Callee {
  fileprivate var caseNames: [String] {
    switch self {
    case .name(let name), .member(_, let name), .implicitMember(let name), .superMember(let name),
      .type(_, let name):
      [name]
    case .variable(let variable): [variable.name]
    case .localFunction(let function, _): [function.name]
    case .value: []
    }
  }
}

// MARK: - Pipelines

extension Call {
  /// The property of `self` that a publisher assigns: `.assign(to: &$state)`,
  /// `.assign(to: \.state, on: self)`.
  package var assignedProperty: String? {
    guard name == "assign", let target = arguments.first, target.label == "to" else { return nil }
    switch target.value.form {
    case .lend(let place): return place.ownProperty?.projected
    case .keyPath(let names?):
      guard names.count == 1, let last = arguments.last, last.label == "on", last.value.isSelf
      else { return nil }
      return names[0]
    default: return nil
    }
  }

  /// The names of members in the chain that ends in the call: the cases that it makes are among them.
  var namesInChain: [String] {
    var names: [String] = []
    if case .member(let base, let name) = callee {
      names.append(name)
      base.addMembers(to: &names)
    }
    for argument in arguments { argument.value.addMembers(to: &names) }
    return names
  }
}

extension Expression {
  /// The property of `self` that it names: `oven`, `self.oven`.
  var ownProperty: String? {
    switch form {
    case .name(let name): name
    case .member(let base, let name): base.isSelf ? name : nil
    default: nil
    }
  }

  fileprivate var isSelf: Bool { if case .selfValue = form { true } else { false } }

  /// Adds the names of the members in an expression, those in closures included.
  fileprivate func addMembers(to names: inout [String]) { visit { $0.addMember(to: &names) } }

  private func addMember(to names: inout [String]) {
    switch form {
    case .member(_, let name), .implicitMember(let name): names.append(name)
    case .call(let call):
      switch call.callee {
      case .member(_, let name), .implicitMember(let name): names.append(name)
      default: break
      }
    case .keyPath(let path?): names += path
    case .closure(let function): function.body?.visit { $0.addMember(to: &names) }
    default: break
    }
  }
}

extension String {
  /// The property whose wrapper publishes what is named: `state` of `$state`.
  fileprivate var projected: String? { hasPrefix("$") ? String(dropFirst()) : nil }
}

extension Uses.ClosureUse {
  /// The names of members in the pipeline that hands a value to the closure.
  var namesInPipeline: [String] {
    guard let call, ["sink", "subscribe", "drive"].contains(call.name) else { return [] }
    return call.namesInChain
  }
}
