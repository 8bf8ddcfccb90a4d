import OrreryExecution
import OrreryLowering
import OrreryProgram
import SwiftSyntax

/// Code whose effects are asked for: a function, or a part of one.
struct Code {
  var uses: Uses
  /// The part that counts; nothing where it is all.
  var span: ClosedRange<NodeID>?

  func holds(_ id: NodeID) -> Bool { span?.contains(id) ?? true }
}

extension SourceIndex {
  func code(of function: FunctionInfo) -> Code { Code(uses: uses(of: function)) }

  func code(of getter: ComputedInfo) -> Code { Code(uses: uses(of: getter)) }

  /// A part of a function.
  func code(of part: some SyntaxProtocol, in function: FunctionInfo) -> Code {
    Code(uses: uses(of: function), span: span(of: part, in: function.file))
  }

  func mentions(of access: StateAccess, in function: FunctionInfo) -> Mentions {
    Mentions(of: access, in: code(of: function))
  }

  func mentions(of access: StateAccess, in getter: ComputedInfo) -> Mentions {
    Mentions(of: access, in: code(of: getter))
  }

  /// Whether code asks which case a parameter, or a property, is.
  func asks(for name: String, in function: FunctionInfo) -> Bool {
    let code = code(of: function)
    return code.asks(for: name) || Mentions(of: StateAccess(name), in: code).tests > 0
  }
}

/// How code comes to the state of a type, and which functions of the type it calls.
struct Mentions {
  var writes = 0
  var tests = 0
  /// Those of the tests that ask no more than whether there is a state: `if let mode`.
  var unwraps = 0
  /// Those that ask which case a variable is that stands for it.
  var copied = 0
  var reads = 0
  var calls: Set<String> = []
  /// The properties that are changed as a whole or in part: their accessors run.
  var changed: Set<String> = []
  /// The methods of the superclass that are called by `super`.
  var inherited: Set<String> = []
  /// The cases, or the variables, that are assigned to the property.
  var assigned: [String] = []
  /// The variables that are sent to a subject.
  var sent: [String] = []
  /// The cases that are the first argument of calls, by the function's name.
  var handed: [String: [String]] = [:]
  /// The functions that are handed a case which is made for the call.
  var given: Set<String> = []
  /// The calls that hand `self` to someone.
  var handingSelf: [Uses.CallUse] = []
  /// The functions that closures for later call, and do nothing else.
  var handedOn: Set<String> = []

  init() {}

  init(of access: StateAccess, in code: Code) {
    let watched = WatchedState(access, in: code.uses)
    let skipped = forwarders(in: code, watched)
    for (number, use) in code.uses.all.enumerated()
    where code.holds(use.id) && !skipped.contains(use.context.closure ?? -1) {
      add(use, number, watched)
    }
    for call in code.uses.calls
    where code.holds(call.id) && !skipped.contains(call.context.closure ?? -1) {
      add(call, watched)
    }
  }

  /// What the pipelines of some code assign to the state: `publisher.assign(to: &$state)`.
  init(ofPipelines access: StateAccess, in code: Code) {
    let watched = WatchedState(access, in: code.uses)
    for use in code.uses.calls where code.holds(use.id) { addPipeline(use.call, watched) }
  }

  private mutating func addPipeline(_ call: Call, _ watched: WatchedState) {
    guard let property = call.assignedProperty, watched.names(property) else { return }
    writes += 1
    assigned += call.namesInChain
  }

  /// The closures that others call later and that do nothing but call a method: what they do is done by
  /// someone else.
  private mutating func forwarders(in code: Code, _ watched: WatchedState) -> Set<Int> {
    var skipped: Set<Int> = []
    for (number, closure) in code.uses.closures.enumerated() {
      if let around = closure.around, skipped.contains(around) {
        skipped.insert(number)
      } else if closure.fate.isKept, let name = closure.fate.forwards, code.holds(closure.id),
        !watched.isLent(closure)
      {
        skipped.insert(number)
        handedOn.insert(name)
      }
    }
    return skipped
  }

  /// Notes a call that both looks at the state and changes it.
  private mutating func addChange() { (writes, tests) = (writes + 1, tests + 1) }

  /// Adds what another function does that is part of this one.
  mutating func add(_ other: Mentions) {
    (writes, tests, reads) = (writes + other.writes, tests + other.tests, reads + other.reads)
    (unwraps, copied) = (unwraps + other.unwraps, copied + other.copied)
    calls.formUnion(other.calls)
    changed.formUnion(other.changed)
    assigned += other.assigned
    sent += other.sent
    handed.merge(other.handed) { $0 + $1 }
    handingSelf += other.handingSelf
  }

  /// The same with what closures for later call as if the code did.
  var withHandedOn: Mentions {
    var found = self
    found.calls.formUnion(handedOn)
    return found
  }

  var touches: Bool { writes + tests + reads > 0 }
}

// MARK: - Places

extension Mentions {
  private mutating func add(_ use: Uses.Use, _ number: Int, _ watched: WatchedState) {
    let place = watched.resolved(use.place)
    switch use.kind {
    case .read, .called:
      if watched.isRead(place) { reads += 1 }
      guard use.context.isCondition else { return }
      if watched.isQuery(place) || watched.isHanded(use, place) { tests += 1 }
      if use.context.taker == .binding, watched.isStateOrContent(place) {
        (tests, unwraps) = (tests + 1, unwraps + 1)
      }
    case .asked:
      if watched.holdsState(place) {
        tests += 1
      } else if watched.holdsState(watched.origin(of: place)) {
        (tests, copied) = (tests + 1, copied + 1)
      }
    case .compared:
      if watched.isStateOrContent(place) {
        tests += 1
      } else if watched.isStateOrContent(watched.origin(of: place)) {
        (tests, copied) = (tests + 1, copied + 1)
      }
    case .assigned(let assignment): add(assignment, to: place, use, watched)
    case .lent:
      if watched.isState(place) || watched.isPart(place)
        || watched.isAround(place) && !watched.isForCaller(use)
      {
        writes += 1
      } else if let property = place.plainProperty {
        calls.insert(property)
      }
      note(changed: place)
    case .operated(let name):
      if watched.isState(place) || watched.isAround(place),
        watched.access.isChanged(by: name, behindSelf: place == .me)
      {
        writes += 1
      }
    }
  }

  private mutating func add(
    _ assignment: Uses.Assignment, to place: UsedPlace, _ use: Uses.Use, _ watched: WatchedState
  ) {
    if assignment.op == "=", watched.isTarget(place) {
      writes += 1
      assigned += assignment.value.caseNames + watched.memberNames(in: assignment.value)
      if case .variable = assignment.value.form {
        assigned += watched.uses.closure(use.context.closure)?.namesInPipeline ?? []
      }
      // `mode = mode.next`: what is assigned is found by asking.
      if watched.asksState(assignment, in: use.context.closure) { tests += 1 }
      return
    }
    if watched.isPart(place) {
      writes += 1
      return
    }
    if watched.isRoundabout(assignment.target, place) {
      writes += 1
      assigned += assignment.value.caseNames
      return
    }
    // To the functions of a type, assigning one of its properties is calling the setter.
    if let property = place.plainProperty { calls.insert(property) }
    note(changed: place)
  }

  private mutating func note(changed place: UsedPlace) {
    if let property = place.property { changed.insert(property) }
  }
}

// MARK: - Calls

extension Mentions {
  private mutating func add(_ use: Uses.CallUse, _ watched: WatchedState) {
    let (name, call) = (use.name, use.call)
    let places = use.handed.map { $0.map(watched.resolved) }
    if places.contains(.me) { handingSelf.append(use) }
    addPipeline(call, watched)
    switch use.receiver {
    case .me:
      calls.insert(name)
      handed[name, default: []] += call.arguments.first?.caseNames ?? []
      if call.arguments.contains(where: \.value.makesCase) { given.insert(name) }
    case .superclass: inherited.insert(name)
    case .place(let base): add(use, on: watched.resolved(base), watched)
    case .given, .other: break
    }
    if watched.lends(use) { lend(call, watched) }
    // `[.idle, .paused].contains(state)`
    if name == "contains", places.count == 1, places[0].map(watched.isStateOrContent) ?? false {
      tests += 1
    }
  }

  /// Adds a method that is called on a place.
  private mutating func add(
    _ use: Uses.CallUse, on base: UsedPlace, _ watched: WatchedState
  ) {
    let (name, access) = (use.name, watched.access)
    // `isOn.toggle()` assigns the property.
    if Library.changers.contains(name) {
      if let property = base.plainProperty { calls.insert(property) }
      note(changed: base)
    }
    if let property = base.property, access.partChangers[property]?.contains(name) ?? false {
      changed.insert(property)
    }
    let isSending = StateAccess.senders.contains(name) && !use.call.endsPublisher
    if watched.isState(base) {
      if name == "change" { writes += 1 }
      if isSending {
        writes += 1
        let argument = use.call.arguments.first
        assigned += argument?.caseNames ?? []
        if case .variable(let variable)? = argument?.value.form { sent.append(variable.name) }
      }
      if access.mutators.contains(name) { addChange() }
    }
    if access.isPublished, isSending, watched.isHolder(base) {
      writes += 1
      assigned += use.call.arguments.first.map { watched.memberNames(in: $0.value) } ?? []
    }
    if watched.isAround(base), access.holderChangers.contains(name) { writes += 1 }
    if watched.isPart(base), Library.isMutator(name) { writes += 1 }
  }

  /// Adds what a box is handed that is no closure: what that does with the state is seen where it
  /// stands.
  private mutating func lend(_ call: Call, _ watched: WatchedState) {
    guard call.lastClosure == nil else { return }
    let names = call.arguments.first?.caseNames ?? []
    if !names.isEmpty, Library.storers.contains(call.name) {
      writes += 1
      assigned += names
    } else if watched.access.lender != nil, !call.arguments.isEmpty {
      // A function that is kept elsewhere is lent the state.
      writes += 1
    }
  }
}

extension Code {
  /// Whether it asks which case a variable is.
  func asks(for variable: String) -> Bool {
    let isNamed = { (place: UsedPlace) in
      if case .local(let local) = place.root { local.name == variable } else { false }
    }
    return uses.all.contains { use in
      guard holds(use.id), isNamed(use.place) else { return false }
      switch use.kind {
      case .asked: return use.place.steps.allSatisfy(\.isMember)
      case .compared: return use.place.steps.isEmpty
      default: return false
      }
    }
      || uses.calls.contains { call in
        holds(call.id) && call.name == "contains" && call.handed.count == 1
          && call.handed[0].map { $0.steps.isEmpty && isNamed($0) } ?? false
      }
  }

  /// The names of the functions of the type around it that are called.
  var ownCalls: Set<String> { ownCalls { _ in true } }

  /// Those that are called before the code returns: by nothing that runs later.
  var directCalls: Set<String> { ownCalls { !runsLater($0) } }

  /// Those that closures call which run later.
  var laterCalls: Set<String> { ownCalls(where: runsLater) }

  /// Those that a `guard` of it calls to see whether it goes on.
  var guardCalls: Set<String> { ownCalls(where: \.context.isGuard) }

  private func ownCalls(where test: (Uses.CallUse) -> Bool) -> Set<String> {
    Set(uses.calls.filter { $0.receiver == .me && holds($0.id) && test($0) }.map(\.name))
  }

  private func runsLater(_ call: Uses.CallUse) -> Bool {
    uses.closures(around: call.context.closure).contains { $0.fate.isLater && holds($0.id) }
  }

  /// The names of what it calls and reads, of whomever.
  var names: Set<String> { values.union(uses.calls.filter { holds($0.id) }.map(\.name)) }

  /// The names of what it reads and does not call.
  var values: Set<String> {
    uses.all.reduce(into: []) { names, use in
      if case .read = use.kind, holds(use.id), let name = use.place.member { names.insert(name) }
    }
  }
}
