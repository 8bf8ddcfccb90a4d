/// What a function refers to and may change: its mod and ref sets, without those of what it calls.
package struct References {
  /// The names of what is read or written: members, whatever they are of, and what is no variable.
  package var names: Set<String> = []
  /// Those of them that stand alone, but not in a function inside: members of `self` that do not say so,
  /// or globals.
  package var bareNames: Set<String> = []
  /// The variables around the function that it refers to, as the function around it knows them.
  package var variables: Set<Variable> = []
  /// The names that are assigned, lent, or on which something is called.
  package var changed: Set<String> = []
  /// Those of them that are assigned or lent, be it a part of them.
  package var assigned: Set<String> = []
  /// The variables around the function that are assigned, lent, or on which something is called, as the
  /// function around it knows them.
  package var changedVariables: Set<Variable> = []
  package var called: Set<String> = []
  /// Those of `changed` and `called` that are of `self`, as far as is written.
  package var ownChanged: Set<String> = []
  package var ownCalled: Set<String> = []
  /// Whether something is handed out to be changed: `&value`.
  package var lends = false
  package var usesSelf = false
  /// Whether `self` is handed on or kept as a whole, not only asked for a member.
  package var handsSelf: Bool { selfUses > selfMembers }
  private var selfUses = 0
  private var selfMembers = 0
  /// Whether it may throw an error, of its own or of what it calls.
  package var mayThrow = false
  package var waits = false

  /// What a call is handed that is left out: it runs another time.
  private var isLeftOut: (Call, Argument) -> Bool = { _, _ in false }
  private var leftOut: Set<NodeID> = []

  /// The functions inside that were met: one that calls itself is met once.
  private var met: Set<NodeID> = []

  package init() {}

  /// The references of a function, those of the closures in it included.
  ///
  /// - Complexity: Linear in the size of the function the first time, constant from then on.
  package init(of function: Function) { self = function.references }

  /// The references of a function without those of some closures that it hands out.
  ///
  /// - Parameter isLeftOut: Whether a closure that a call is handed is one of those; so is what is
  ///   assigned to a member.
  package init(of function: Function, leavingOut isLeftOut: @escaping (Call, Argument) -> Bool) {
    self.init()
    self.isLeftOut = isLeftOut
    leavesOutAssigned = true
    if let body = function.body { note(body) }
  }

  private var leavesOutAssigned = false

  package init(of body: Body) {
    note(body)
  }

  /// The references of some blocks of a body.
  package init(of blocks: [Block]) {
    note(Body(blocks: blocks, variableCount: 0))
  }

  private mutating func note(_ body: Body) {
    body.visit { note($0) }
    for block in body.blocks {
      if case .throw = block.end { mayThrow = true }
      for case .start(_, let function, _) in block.instructions.map(\.operation) { note(function) }
    }
  }

  private mutating func note(_ expression: Expression) {
    switch expression.form {
    case .name(let name):
      names.insert(name)
      bareNames.insert(name)
    case .member(let base, let name):
      names.insert(name)
      if base.isPlainSelf { selfMembers += 1 }
    case .variable(let variable): variables.insert(variable)
    case .selfValue:
      usesSelf = true
      selfUses += 1
    case .assign(let target, _, let value):
      change(target, isAssigned: true)
      if leavesOutAssigned, case .member = target.form, case .closure(let function) = value.form {
        leftOut.insert(function.id)
      }
    case .lend(let target):
      lends = true
      change(target, isAssigned: true)
    case .attempt(.plain, _): mayThrow = true
    case .wait: waits = true
    case .closure(let function): note(function)
    case .localFunction(let function, let depth): note(inner: function, depth: depth)
    case .call(let call): note(call)
    default: break
    }
  }

  private mutating func note(_ call: Call) {
    for argument in call.arguments {
      if case .closure(let function) = argument.value.form, isLeftOut(call, argument) {
        leftOut.insert(function.id)
      }
    }
    called.insert(call.name)
    names.insert(call.name)
    switch call.callee {
    case .name(let name):
      bareNames.insert(name)
      ownCalled.insert(name)
    case .variable(let variable): variables.insert(variable)
    case .member(let base, let name):
      change(base)
      if base.isPlainSelf {
        selfMembers += 1
        ownCalled.insert(name)
      }
    case .localFunction(let function, let depth): note(inner: function, depth: depth)
    default: break
    }
  }

  /// A function inside need not say `self`, whoever keeps it.
  private mutating func note(inner function: Function, depth: Int) {
    let known = bareNames
    note(function, depth: depth)
    bareNames = known
  }

  /// - Parameter depth: How many functions further out the function is declared.
  private mutating func note(_ closure: Function, depth: Int = 0) {
    guard !leftOut.contains(closure.id), met.insert(closure.id).inserted else { return }
    // Its variables are called otherwise here, and its errors are for whoever calls it.
    let (known, knownChanged, others) = (variables, changedVariables, (leftOut, mayThrow))
    (variables, changedVariables, leftOut) = ([], [], [])
    if let body = closure.body { note(body) }
    variables = known.union(variables.compactMap { $0.outside(by: depth) })
    changedVariables = knownChanged.union(changedVariables.compactMap { $0.outside(by: depth) })
    (leftOut, mayThrow) = others
  }

  /// Notes that something is changed that an expression names.
  ///
  /// - Parameter isAssigned: Whether it is not only that something is called on it.
  private mutating func change(_ target: Expression, isAssigned: Bool = false) {
    switch target.form {
    case .tuple(let elements):
      for element in elements { change(element.value, isAssigned: isAssigned) }
    case .variable(let variable): changedVariables.insert(variable)
    case .name(let name):
      changed.insert(name)
      ownChanged.insert(name)
      if isAssigned { assigned.insert(name) }
    case .member(let base, let name):
      changed.insert(name)
      if base.isPlainSelf { ownChanged.insert(name) }
      if isAssigned { assigned.insert(name) }
      change(base, isAssigned: isAssigned)
    case .chain(let base), .unwrap(let base), .element(let base, _):
      change(base, isAssigned: isAssigned)
    default: break
    }
  }
}

extension Variable {
  /// The variable as the function around knows it; nothing where it is one of the function itself.
  package var outside: Variable? { outside(by: 0) }

  /// - Parameter depth: How many functions further out than here the function is declared.
  fileprivate func outside(by depth: Int) -> Variable? {
    guard self.depth > 0 else { return nil }
    var outer = self
    outer.depth += depth - 1
    return outer
  }
}
