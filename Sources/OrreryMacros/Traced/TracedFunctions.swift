import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The methods of a declaration that are events, and the parts of these that wait.
struct TracedFunctions {
  /// How one method is recorded.
  struct Plan {
    var event: String
    var parameter: String?
    var ifMoved = false
    var isPart = false
    var parts: [String] = []
    var hops: [String] = []
  }

  private let all: [TracedFunction]
  /// Whether its methods may change the state without being marked `mutating`.
  private let isReference: Bool
  private let isExtension: Bool
  private let isLocked: Bool
  private let events: EventParameters

  private init(of state: TracedState, in declaration: some DeclGroupSyntax) {
    let members = Members.all(in: declaration.memberBlock.members)
    all = members.compactMap { member in
      member.declaration.as(FunctionDeclSyntax.self).flatMap { TracedFunction($0, of: state) }
    }
    isLocked = state.locked != nil
    isExtension = declaration.is(ExtensionDeclSyntax.self)
    isReference =
      declaration.is(ClassDeclSyntax.self) || declaration.is(ActorDeclSyntax.self)
      || (isExtension && !all.contains(where: \.isMutating))
    events = EventParameters(beside: state, in: members.map(\.declaration))
  }

  /// How the methods of a declaration are recorded, by ``TracedFunction/key(_:)``.
  static func plans(
    of state: TracedState, in declaration: some DeclGroupSyntax
  ) -> [String: Plan] {
    let functions = TracedFunctions(of: state, in: declaration)
    return functions.all.reduce(into: [:]) { plans, function in
      plans[TracedFunction.key(function.node)] = functions.plan(for: function)
    }
  }

  private func plan(for function: TracedFunction) -> Plan? {
    guard function.node.attribute("TracedMethod") == nil, let kind = kind(of: function) else {
      return nil
    }
    var plan = Plan(event: eventName(of: function))
    plan.parameter = events.parameter(of: function)
    plan.ifMoved = kind == .ifMoved
    plan.isPart = kind == .helper || isPart(function)
    if isLocked, kind == .event, !function.isAsync {
      plan.parts = all.filter { self.kind(of: $0) == .helper }.map(\.name).sorted()
        .filter(reached(from: function).contains)
    }
    if function.isAsync || function.uses.writesInTask {
      plan.parts = all.filter(isPart).map(\.name).sorted()
      plan.hops = all.filter { !$0.uses.waits && !$0.isApart }.map(\.name).sorted()
        .filter(function.uses.calls.union(function.uses.taskCalls).contains)
    }
    return plan
  }

  /// `part` is awaited by events, `helper` holds the lock for them.
  private enum Kind { case event, ifMoved, part, helper }

  private func kind(of function: TracedFunction) -> Kind? {
    if function.isApart || function.handsOutState || function.cannotBeWrapped { return nil }
    guard isReference || function.isMutating else { return nil }
    let changes = comesToWrite(function)
    if function.isPrivate, isCalled(function) {
      if isLocked, function.uses.writes { return .helper }
      return changes && function.isAsync && function.uses.waits && isReference ? .part : nil
    }
    if changes || function.uses.writesInTask { return .event }
    // A method that changes nothing is an event where it may be one of those that do.
    let mayChange = function.isMutating || !isExtension
    if function.uses.tests, mayChange, !function.isQuestion, !function.isPrivate { return .event }
    return callsUnseen(function) ? .ifMoved : nil
  }

  /// Whether a method that waits is a part of those which await it, be it an event of its own as well.
  private func isPart(_ function: TracedFunction) -> Bool {
    switch kind(of: function) {
    case .part: true
    case .event: isReference && function.uses.waits && comesToWrite(function) && isCalled(function)
    case .ifMoved, .helper, nil: false
    }
  }

  /// Whether another method of the declaration calls a method as a part of itself.
  private func isCalled(_ function: TracedFunction) -> Bool {
    all.contains { $0.node.id != function.node.id && $0.uses.calls.contains(function.name) }
  }

  private func comesToWrite(_ function: TracedFunction) -> Bool {
    let reached = reached(from: function)
    return all.contains { reached.contains($0.name) && !$0.node.has(.static) && $0.uses.writes }
  }

  /// The names of a method and of those that it comes to at once.
  private func reached(from function: TracedFunction) -> Set<String> {
    var seen: Set<String> = [function.name]
    var open = [function]
    while let next = open.popLast() {
      let names = next.uses.calls.filter { seen.insert($0).inserted }
      open += all.filter { names.contains($0.name) && !$0.node.has(.static) }
    }
    return seen
  }

  /// Whether a method calls one of the machine that is declared elsewhere, and may change the state.
  private func callsUnseen(_ function: TracedFunction) -> Bool {
    if function.uses.mayWrite { return true }
    let known = Set(all.map(\.name))
    let calls = isReference ? function.uses.ownCalls : function.uses.calls
    return !calls.subtracting(known).filter { $0.first?.isLowercase ?? false }
      .subtracting(Self.library).isEmpty
  }

  /// Functions of Swift itself, which change no machine.
  private static let library: Set<String> = [
    "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure", "print",
    "debugPrint", "min", "max", "zip", "type", "abs", "withUnsafeContinuation",
    "withCheckedContinuation",
  ]

  /// The base name; the full name where another event has the same base name, with the types where one
  /// has the same full name.
  private func eventName(of function: TracedFunction) -> String {
    let event = owner(of: function) ?? function
    let namesakes = all.filter {
      $0.name == event.name && ![nil, .helper].contains(kind(of: $0))
    }
    guard namesakes.count > 1 else { return event.name }
    let typed = Set(namesakes.filter { $0.fullName == event.fullName }.map(\.typedName))
    return typed.count > 1 ? event.typedName : event.fullName
  }

  /// The only event from which tasks lead to a private method, which it stands for then.
  private func owner(of function: TracedFunction) -> TracedFunction? {
    guard function.isPrivate else { return nil }
    let starters = all.filter {
      !$0.isPrivate && $0.uses.taskCalls.contains(function.name) && !$0.uses.writes
    }
    return starters.count == 1 ? starters.first : nil
  }
}
