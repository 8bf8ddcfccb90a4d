import OrreryExecution
import OrreryLowering
import OrreryProgram
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Which functions, setters and observers of a type come to its state, themselves or through what
/// they call.
package struct Reach {
  let functions: [FunctionInfo]
  private(set) var mentions: [Mentions]
  /// Which of the functions call which.
  let calls: CallGraph
  /// Those that come to change the state, and those that come to it at all.
  private(set) var comesToWrite: [Bool] = []
  private(set) var comesToState: [Bool] = []
  private let byName: [String: [Int]]
  private let stateNames: Set<String>
  /// Whether a type is a protocol, which the state may conform to.
  private let isProtocol: (TypeSyntax) -> Bool
  /// The types of the state, and of the actions that functions which know it answer.
  private let answers: Set<String>
  /// Static functions that others wait for, and that do not know the state.
  private var work: [FunctionInfo] = []

  /// - Parameter takesProtocols: Whether a parameter of a protocol's type may be the state.
  init(
    of info: TypeInfo, to access: StateAccess, in index: SourceIndex, takesProtocols: Bool = false
  ) {
    isProtocol = { type in
      takesProtocols && index.type(type, in: info)?.kind == .protocol
    }
    var access = access
    access.partChangers = index.partChangers(of: info)
    stateNames = access.typeNames
    let functions = (info.functions + info.accessors).filter { !$0.isStatic && $0.body != nil }
    let found = Self.mentions(of: access, in: functions, of: info, index)
    let byName = Dictionary(grouping: functions.indices, by: { functions[$0].name })
    calls = CallGraph(callees: found.map { $0.calls.flatMap { byName[$0] ?? [] }.sorted() })
    (self.functions, mentions, self.byName) = (functions, found, byName)
    let asked = zip(functions, found).filter(\.1.touches).compactMap { function, _ in
      function.returnType.flatMap(Self.answerName)
    }
    answers = stateNames.union(asked.filter { $0.hasSuffix("Action") })
    comesToWrite = calls.reaching(found.map { $0.writes > 0 })
    comesToState = calls.reaching(found.map(\.touches))
    work = info.functions.filter { function in
      function.isStatic && !answersState(function) && (isWork(function) || isQuestion(function))
        && !index.mentions(of: access, in: function).touches
    }
    if info.isObject { addHanded(access, info, index) }
  }

  /// What the functions do themselves, and with them what they overrule and the getters that they read.
  private static func mentions(
    of access: StateAccess, in functions: [FunctionInfo], of info: TypeInfo, _ index: SourceIndex
  ) -> [Mentions] {
    let computed = access.isShared ? [] : info.computed.filter { !$0.isStatic }
    let getters = computed.filter { index.mentions(of: access, in: $0).writes > 0 }
    let questions = Questions(among: computed, about: access, in: index)
    let own = functions.map { index.mentions(of: access, in: $0) }
    // What only stores a value is another name for it.
    let accessors = Set(
      zip(functions, own).filter { function, found in
        function.accessorValue.map { found.assigned != [$0] } ?? false
      }.map(\.0.name))
    let found = zip(functions, own).map { function, own in
      var found = own
      found.calls.formUnion(found.changed.intersection(accessors))
      for base in info.overridden where found.inherited.contains(base.name) {
        found.add(index.mentions(of: access, in: base))
      }
      let read = getters.isEmpty ? [] : index.code(of: function).values
      for getter in getters where read.contains(getter.name) {
        found.add(index.mentions(of: access, in: getter))
      }
      if questions.areAsked(in: index.code(of: function)) { found.tests += 1 }
      return found
    }
    return callingHelpers(found, of: functions, in: info, index)
  }

  /// Counts what changes the state by handing `self` to a function that does so.
  private mutating func addHanded(
    _ access: StateAccess, _ info: TypeInfo, _ index: SourceIndex
  ) {
    var open = functions.indices.filter { !mentions[$0].handingSelf.isEmpty }
    while !open.isEmpty {
      let writing = self.writing
      var changes = HandedChanges(index: index, type: info.key, members: access.names) {
        writing.contains($0.node.id)
      }
      let found = open.filter { changes.happen(by: mentions[$0].handingSelf, in: functions[$0]) }
      if found.isEmpty { return }
      for index in found { mentions[index].writes += 1 }
      comesToWrite = calls.reaching(mentions.map { $0.writes > 0 })
      comesToState = calls.reaching(mentions.map(\.touches))
      open.removeAll(where: found.contains)
    }
  }

  /// A private method that others call is no event, and tells nothing by itself: what a closure for
  /// later calls of these is part of the function that the closure stands in.
  ///
  /// A closure that raises an open one is an event of that function.
  private static func callingHelpers(
    _ mentions: [Mentions], of functions: [FunctionInfo], in info: TypeInfo, _ index: SourceIndex
  ) -> [Mentions] {
    let own = Set(functions.filter(\.isPrivate).map(\.name))
    let handedOn = mentions.reduce(into: Set()) { $0.formUnion($1.handedOn) }.intersection(own)
    let open = Set(functions.filter { !$0.isPrivate }.map(\.name))
    let called = zip(functions, mentions).reduce(into: Set()) { names, function in
      names.formUnion(function.1.calls.subtracting([function.0.name]))
    }
    let helpers = handedOn.intersection(called)
      .subtracting(HandedMethods.find(in: info, functions, index))
    return zip(functions, mentions).map { function, found in
      var found = found
      let told = found.handedOn.intersection(helpers.union(open))
      found.calls.formUnion(told.subtracting([function.name]))
      return found
    }
  }

  /// Some functions, those of some names, and all that they call.
  func closure(of starts: Set<Int>, calling names: [String]) -> Set<Int> {
    calls.reached(from: Array(starts) + names.flatMap { byName[$0] ?? [] })
  }

  /// Whether one of the functions that have some names comes to change the state.
  func writes(byCalling names: Set<String>) -> Bool {
    names.contains { name in (byName[name] ?? []).contains { comesToWrite[$0] } }
  }

  /// The functions that call one, itself left out.
  func callers(of index: Int) -> [Int] {
    Set(calls.callers[index]).sorted().filter { functions[$0].name != functions[index].name }
  }

  /// Functions that come neither to the state nor to a trap, and are long or only answer a question:
  /// walking them shows nothing, their call is the condition.
  package var unrelated: [FunctionInfo] {
    let traps = Library.traps.subtracting(byName.keys)
      .union(functions.filter(\.neverReturns).map(\.name))
    let comesToTrap = calls.reaching(mentions.map { !$0.calls.isDisjoint(with: traps) })
    return functions.indices.filter { index in
      let function = functions[index]
      // What traps while others wait for it is no answer of the machine.
      return !comesToState[index] && (function.isAsync || !comesToTrap[index])
        && !answersState(function) && !function.isPlainCheck
        && (isLong(function) || isQuestion(function) || isWork(function) || isAttempt(function))
    }.map { functions[$0] } + work
  }

  /// Functions that others wait for, which come to the state to ask for it and never change it.
  package var asides: [FunctionInfo] {
    functions.indices.filter { index in
      !comesToWrite[index] && isWork(functions[index]) && !answersState(functions[index])
    }.map { functions[$0] }
  }

  /// Whether the answer of a function is the state, may be it, or has it beside something else; or
  /// is the action that functions which know the state answer.
  private func answersState(_ function: FunctionInfo) -> Bool {
    guard let type = function.returnType else { return false }
    let parts = type.as(TupleTypeSyntax.self)?.elements.map(\.type) ?? [type]
    return parts.contains { Self.answerName(of: $0).map(answers.contains) ?? false }
  }

  /// Whether a function is long, and not there to run the code that it is handed: nobody calls an observer
  /// by a name that would tell what it does.
  private func isLong(_ function: FunctionInfo) -> Bool {
    !function.isObserver && (function.body?.statements.count ?? 0) > 2 && !function.runsCode
  }

  /// Whether others wait for a function that is handed no code: what it does is one step to them.
  private func isWork(_ function: FunctionInfo) -> Bool {
    function.isAsync && function.parameters.allSatisfy { !$0.type.isCode }
  }

  /// Functions that change the state, themselves or through what they call.
  var writing: Set<SyntaxIdentifier> {
    Set(functions.indices.filter { comesToWrite[$0] }.map { functions[$0].node.id })
  }

  /// Whether all that others ask of a function is whether it throws: it answers and assigns nothing.
  private func isAttempt(_ function: FunctionInfo) -> Bool {
    guard function.isThrowing, !function.isAsync, function.returnType == nil,
      let body = function.body,
      function.parameters.allSatisfy({ !$0.type.isCode })
    else { return false }
    return !body.tokens(viewMode: .sourceAccurate).contains {
      $0.parent?.is(AssignmentExprSyntax.self) ?? false
    }
  }

  /// Whether a function answers yes or no about what it is handed, and that is not the state; or
  /// finds something that may not be there.
  private func isQuestion(_ function: FunctionInfo) -> Bool {
    !function.isMutating
      && (function.returnType?.trimmedText == "Bool" || isFinding(function.returnType))
      && function.genericNames.isEmpty && function.parameters.allSatisfy { !mayHandOn($0.type) }
  }

  /// Whether a parameter of a type may be the state, or code that comes to it.
  private func mayHandOn(_ type: TypeSyntax) -> Bool {
    isProtocol(type)
      || type.tokens(viewMode: .sourceAccurate).contains { token in
        switch token.tokenKind {
        case .arrow, .keyword(.inout), .keyword(.some): true
        case .identifier(let name): stateNames.contains(Naming.identifier(name))
        default: token.tokenKind == .keyword(.Self)
        }
      }
  }

  /// Whether a type is an optional of what is neither the state nor tells what to do.
  private func isFinding(_ type: TypeSyntax?) -> Bool {
    guard let type = type?.as(OptionalTypeSyntax.self)?.wrappedType,
      let name = type.plainName
    else { return false }
    return !stateNames.contains(name)
      && !(EventWords.types + ["Effect", "Output"]).contains(where: name.hasSuffix)
  }

  /// The name of what a function answers, be that a list of it.
  private static func answerName(of type: TypeSyntax) -> String? {
    (type.as(ArrayTypeSyntax.self)?.element ?? type).plainName
  }
}

/// Getters that ask for the state: a condition that is made of one asks for the state as well, and so does
/// whoever reads one that traps in some states.
struct Questions {
  private let names: Set<String>
  private let trapping: Set<String>

  init(among getters: [ComputedInfo], about access: StateAccess, in index: SourceIndex) {
    let found = getters.filter { !access.names.contains($0.name) }.map { getter in
      (getter.name, index.mentions(of: access, in: getter))
    }.filter { $0.1.tests > 0 }
    names = Set(found.map(\.0))
    trapping = Set(found.filter { !$0.1.calls.isDisjoint(with: Library.traps) }.map(\.0))
  }

  func areAsked(in code: Code) -> Bool {
    guard !names.isEmpty else { return false }
    return code.uses.all.contains { use in
      guard code.holds(use.id), let name = use.place.property, names.contains(name) else {
        return false
      }
      if trapping.contains(name) { return true }
      switch use.kind {
      case .asked, .compared: return true
      case .read, .called: return use.context.isCondition
      default: return false
      }
    }
  }
}
