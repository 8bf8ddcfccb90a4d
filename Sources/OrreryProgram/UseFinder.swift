import OrreryModel

/// Goes through a function once, and notes what it does with places.
struct UseFinder {
  let judge: (NodeID) -> ClosureFate
  private(set) var all: [Uses.Use] = []
  private(set) var calls: [Uses.CallUse] = []
  private(set) var closures: [Uses.ClosureUse] = []
  private(set) var bound: [Local: UsedPlace] = [:]
  private(set) var types: [Local: TypeReference] = [:]
  /// What variables were waited for.
  private var awaited: [Local: Expression] = [:]
  /// The parameters of the function.
  private var given: Set<Local> = []
  /// What else `self` is called.
  private var names: Set<Local> = []
  /// The functions around what is looked at, the innermost last.
  private var frames: [NodeID] = []
  /// The functions inside that were met: one that calls itself is met once.
  private var met: Set<NodeID> = []
  /// The type whose member the function is.
  private var owner: String?

  init(judge: @escaping (NodeID) -> ClosureFate) { self.judge = judge }

  mutating func add(_ function: Function) {
    guard let body = function.body else { return }
    owner = function.owner
    within(function) { finder in
      finder.given = Set(function.parameters.compactMap { finder.local($0.variable) })
      finder.add(body, Uses.Context())
    }
  }

  private mutating func add(_ body: Body, _ context: Uses.Context) {
    for (number, block) in body.blocks.enumerated() {
      var context = context
      context.isRepeated = context.isRepeated || body.isRepeated(number)
      for instruction in block.instructions { add(instruction.operation, context) }
      add(block.end, context, in: body)
    }
  }

  private mutating func add(_ operation: Instruction.Operation, _ context: Uses.Context) {
    switch operation {
    case .declare(let pattern, let value, let type):
      if case .bind(let variable) = pattern { note(type ?? value?.madeType, of: variable) }
      guard let value else { return }
      bind(pattern, to: value)
      add(value, taken(context, by: .binding))
    case .start(_, let function, _): inside(function) { $0.add($1, context) }
    default: for value in operation.expressions { add(value, context) }
    }
  }

  private mutating func add(_ end: Terminator, _ context: Uses.Context, in body: Body) {
    switch end {
    case .suspend(let point):
      if let local = local(point.variable) { awaited[local] = point.expression }
      var context = context
      // What is waited for stands before the question that it is a part of.
      if body.blocks.indices.contains(point.next),
        case .branch(let conditions, _, _, let behind) = body.blocks[point.next].end,
        conditions.contains(where: { $0.expression?.names(point.variable) ?? false })
      {
        (context.isCondition, context.isGuard) = (true, behind == nil)
      }
      add(point.expression, context)
    case .branch(let conditions, _, _, let behind):
      var context = context
      (context.isCondition, context.isGuard) = (true, behind == nil)
      for condition in conditions { add(condition, context) }
    case .match(let match):
      ask(match.subject, context)
      for value in end.expressions { add(value, context) }
    case .loop(let loop):
      guard case .while(let conditions) = loop.kind else {
        for value in end.expressions { add(value, context) }
        return
      }
      var context = context
      context.isCondition = true
      for condition in conditions { add(condition, context) }
    default: for value in end.expressions { add(value, context) }
    }
  }

  private mutating func add(_ condition: Condition, _ context: Uses.Context) {
    switch condition {
    case .holds(let value): add(value, context)
    case .matches(_, _, let value):
      ask(value, context)
      add(value, context)
    case .binds(let pattern, let value, _):
      bind(pattern, to: value)
      add(value, taken(context, by: .binding))
    case .unknown: break
    }
  }

  private mutating func note(_ type: TypeReference?, of variable: Variable) {
    if let type, let local = local(variable) { types[local] = types[local] ?? type }
  }

  /// Notes what a variable is another name for.
  private mutating func bind(_ pattern: Pattern, to value: Expression) {
    switch pattern {
    case .bind(let variable):
      note(value.madeType, of: variable)
      guard let local = local(variable), let place = place(given: value) else { return }
      if place == .me { names.insert(local) } else { bound[local] = place }
    case .some(let inner): bind(inner, to: value)
    default: break
    }
  }
}

// MARK: - Places

extension UseFinder {
  private func local(_ variable: Variable) -> Local? {
    let level = frames.count - 1 - variable.depth
    guard frames.indices.contains(level) else { return nil }
    return Local(function: frames[level], slot: variable.slot, name: variable.name)
  }

  /// The place that an expression names; nothing where it is worked out.
  func place(of value: Expression) -> UsedPlace? {
    switch value.form {
    case .selfValue: return .me
    case .name(let name): return UsedPlace.me.appending(.member(name))
    case .variable(let variable):
      return local(variable).map { names.contains($0) ? .me : UsedPlace(root: .local($0)) }
    case .type(let key, _): return UsedPlace(root: .type(key))
    case .member(let base, let name): return place(of: base)?.appending(.member(name))
    case .element(let base, _): return place(of: base)?.appending(.element)
    case .chain(let base), .unwrap(let base), .lend(let base): return place(of: base)
    default: return nil
    }
  }

  /// The place that an expression names, or that a closure does whose answer a call gives:
  /// `lock.withLock { state }`.
  private func place(given value: Expression) -> UsedPlace? {
    if let place = place(of: value) { return place }
    switch value.form {
    case .attempt(_, let inner), .wait(let inner): return place(given: inner)
    case .call(let call):
      guard let closure = call.lastClosure, let body = closure.body else { return nil }
      var finder = self
      finder.frames.append(closure.id)
      let places = body.blocks.compactMap { block -> UsedPlace?? in
        guard case .return(let value?) = block.end else { return nil }
        return finder.place(of: value)
      }
      guard Set(places).count == 1, let found = places[0] else { return nil }
      guard let lent = closure.parameters.first?.variable, case .local(let local) = found.root,
        local == finder.local(lent)
      else { return found }
      guard case .member(let base, _) = call.callee else { return nil }
      return place(of: base).map { UsedPlace(root: $0.root, steps: $0.steps + found.steps) }
    default: return nil
    }
  }

  private mutating func note(
    _ kind: Uses.Use.Kind, _ value: Expression, at id: NodeID, _ context: Uses.Context
  ) {
    guard let place = place(of: value) else { return }
    all.append(Uses.Use(place: place, kind: kind, id: id, context: context))
  }

  private mutating func noteGiven(
    _ kind: Uses.Use.Kind, _ value: Expression, at id: NodeID, _ context: Uses.Context
  ) {
    guard let place = place(given: value) else { return }
    all.append(Uses.Use(place: place, kind: kind, id: id, context: context))
  }

  /// Notes that a value, or each element of a tuple, is asked which case it is.
  private mutating func ask(_ value: Expression, _ context: Uses.Context) {
    if case .tuple(let elements) = value.form {
      for element in elements { ask(element.value, context) }
    } else {
      noteGiven(.asked, value, at: value.id, context)
    }
  }
}

// MARK: - Expressions

extension UseFinder {
  private func taken(_ context: Uses.Context, by taker: Uses.Taker?) -> Uses.Context {
    var context = context
    context.taker = taker
    return context
  }

  private mutating func add(_ value: Expression, _ context: Uses.Context) {
    note(.read, value, at: value.id, context)
    let inner = taken(context, by: nil)
    switch value.form {
    case .assign(let target, let op, let new): assign(target, op, new, value.id, inner)
    case .lend(let target):
      note(.lent, target, at: value.id, context)
      add(target, inner)
    case .custom(let left, let op, let right):
      note(.operated(by: op), left, at: value.id, inner)
      if op == "~=" { noteGiven(.compared, right, at: value.id, inner) }
      add(left, inner)
      add(right, inner)
    case .equal(let left, let right, let op):
      for side in [left, right] {
        // What `===` compares is the object, not what it is.
        if op.count == 2 { noteGiven(.compared, side, at: value.id, inner) }
        add(side, taken(inner, by: .comparison))
      }
    case .member(let base, _), .chain(let base), .unwrap(let base):
      add(base, taken(inner, by: .member))
    case .element(let base, let arguments):
      for argument in arguments { ask(argument.value, inner) }
      add(base, taken(inner, by: .member))
      for argument in arguments { add(argument.value, taken(inner, by: .operation)) }
    case .conditional(let condition, let yes, let no):
      var asking = inner
      asking.isCondition = true
      add(condition, asking)
      add(yes, inner)
      add(no, inner)
    case .opaque(let parts): for part in parts { add(part, taken(inner, by: .operation)) }
    case .call(let call): add(call, value.id, inner)
    case .closure(let function): add(closure: function, inner)
    case .localFunction(let function, _): inside(function) { $0.add($1, inner) }
    default: for child in value.children { add(child, inner) }
    }
  }

  private mutating func assign(
    _ target: Expression, _ op: String, _ value: Expression, _ id: NodeID, _ context: Uses.Context
  ) {
    var origin = value
    if case .variable(let variable) = value.form, let found = local(variable) {
      origin = awaited[found] ?? value
    }
    add(target, context)
    let start = all.count
    let isMember = if case .member = target.form { true } else { false }
    add(value, isMember ? taken(context, by: .assignment) : context)
    for part in target.assigned {
      note(
        .assigned(
          Uses.Assignment(target: part, op: op, value: origin, parts: start..<all.count)),
        part, at: id, context)
    }
  }

  private mutating func inside(_ function: Function, _ work: (inout UseFinder, Body) -> Void) {
    guard met.insert(function.id).inserted, let body = function.body else { return }
    within(function) { work(&$0, body) }
  }

  /// Does something with the variables of a function as the innermost ones.
  private mutating func within(_ function: Function, _ work: (inout UseFinder) -> Void) {
    frames.append(function.id)
    for parameter in function.parameters { note(parameter.type, of: parameter.variable) }
    work(&self)
    frames.removeLast()
  }
}

// MARK: - Calls

extension UseFinder {
  private mutating func add(_ call: Call, _ id: NodeID, _ context: Uses.Context) {
    calls.append(
      Uses.CallUse(
        call: call, receiver: receiver(of: call), id: id, context: context,
        handed: call.arguments.map { place(of: $0.value) }))
    switch call.callee {
    case .member(let base, let name):
      if let place = place(of: base)?.appending(.member(name)) {
        all.append(Uses.Use(place: place, kind: .called, id: id, context: context))
      }
      add(base, taken(context, by: .member))
    case .value(let callee): add(callee, context)
    case .localFunction(let function, _): inside(function) { $0.add($1, context) }
    default: break
    }
    let inner = taken(context, by: .call(calls.count - 1))
    let last = call.lastClosure
    for argument in call.arguments {
      if case .closure(let function) = argument.value.form {
        add(
          closure: function, inner, handedTo: call, as: argument.label,
          isLent: function.id == last?.id)
      } else {
        add(argument.value, inner)
      }
    }
  }

  private func receiver(of call: Call) -> Uses.CallUse.Receiver {
    switch call.callee {
    // A type of another module is made by its name, too.
    case .name(let name): return name.first?.isUppercase ?? false ? .other : .me
    case .superMember: return .superclass
    case .variable(let variable):
      return local(variable).map(given.contains) ?? false ? .given : .other
    case .member(let base, _):
      guard let place = place(of: base) else { return .other }
      if place == .me { return .me }
      if case .type(let key?) = place.root, place.steps.isEmpty, key == owner { return .me }
      return .place(place)
    default: return .other
    }
  }

  private mutating func add(
    closure function: Function, _ context: Uses.Context, handedTo call: Call? = nil,
    as label: String? = nil, isLent: Bool = false
  ) {
    guard met.insert(function.id).inserted else { return }
    var base: UsedPlace?
    switch call?.callee {
    case .member(let value, _): base = place(of: value)
    case .name: base = .me
    default: break
    }
    closures.append(
      Uses.ClosureUse(
        function: function, fate: judge(function.id), around: context.closure, call: call,
        label: label, base: base, context: context))
    let first = isLent ? function.parameters.first?.variable : nil
    if let base, let call, let first {
      bound[Local(function: function.id, slot: first.slot, name: first.name)] =
        base.appending(.lent(by: call.name))
    }
    keep(function, context)
    guard let body = function.body else { return }
    var inner = context
    (inner.closure, inner.taker) = (closures.count - 1, nil)
    (inner.isCondition, inner.isGuard) = (false, false)
    within(function) { $0.add(body, inner) }
  }

  /// What the capture list of a closure keeps is evaluated where the closure is made.
  private mutating func keep(_ closure: Function, _ context: Uses.Context) {
    for (offset, capture) in closure.captures.enumerated() {
      if let place = place(of: capture.value) {
        let slot = closure.parameters.count + offset
        let local = Local(function: closure.id, slot: slot, name: capture.label ?? "")
        if place == .me { names.insert(local) } else { bound[local] = place }
      }
      add(capture.value, taken(context, by: .binding))
    }
  }
}

extension Expression {
  /// What is assigned where the expression is: each element of a tuple.
  fileprivate var assigned: [Expression] {
    if case .tuple(let elements) = form { elements.flatMap(\.value.assigned) } else { [self] }
  }

  /// Whether it is made of a variable.
  fileprivate func names(_ variable: Variable) -> Bool {
    contains { if case .variable(variable) = $0.form { true } else { false } }
  }

  /// The type of what the expression makes, or of what it is cast to.
  package var madeType: TypeReference? {
    switch form {
    case .call(let call):
      if case .type(let key?, _) = call.callee { TypeReference(key: key) } else { nil }
    case .cast(_, .plain, let type), .cast(_, .forced, let type), .cast(_, .optional, let type):
      type
    case .attempt(_, let inner), .wait(let inner), .unwrap(let inner), .chain(let inner):
      inner.madeType
    case .tuple(let elements): elements.count == 1 ? elements[0].value.madeType : nil
    default: nil
    }
  }
}

extension Call {
  /// The closure that the call ends with, or that stands first behind it.
  package var lastClosure: Function? {
    let argument = arguments.first(where: \.isTrailing) ?? arguments.last
    if case .closure(let function)? = argument?.value.form { return function }
    return nil
  }
}

extension Body {
  /// Whether a block is run in each round of a loop.
  fileprivate func isRepeated(_ number: Block.Number) -> Bool {
    constructs(around: number).contains { if case .loop = blocks[$0].end { true } else { false } }
  }
}
