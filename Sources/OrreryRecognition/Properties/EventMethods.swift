import OrreryExecution
import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

// Which methods of a type are events.
extension MutatingStyle {
  /// Methods that a caller outside may call and that come to the state, also through helpers.
  func eventNames(
    of info: TypeInfo, access: StateAccess, setters: [FunctionInfo] = []
  ) -> [FunctionInfo] {
    let reach = Reach(of: info, to: access, in: index)
    let (functions, mentions) = (reach.functions, reach.mentions)
    // What only passes an event on to the handler of all events is none itself.
    let sources = functions.map { eventSource(of: $0, in: info, access) }
    let called = Set(
      functions.indices.flatMap { index in
        mentions[index].calls.filter { $0 != functions[index].name }
      })
    let isCalled = isCalled(by: mentions, functions)
    let made = calledLater(byInitializersOf: info, access, reach)
    let isValue = info.isValue && !access.isBoxed && !access.isShared
    let answers = answers(of: functions, mentions)
    let stores = Set(setters.filter(\.isPrivate).map(\.node.id))
    let near = index.privateMethods(calledBesideOf: info)
    let handed = HandedMethods.find(in: info, functions, index).union(near)
      .union(callbacks(ofInitializersOf: info))
    let types = sources.map { $0?.type }
    let parts = functions.indices.map { isPart($0, ofHandlersOf: types, reach) }
    let takesEvents = functions.indices.map {
      sources[$0] != nil && !parts[$0] && !isToldWhat($0, reach)
        && !(isCalled[$0] && isNext($0, reach, in: info, access))
    }
    let comesToWrite = reach.calls.reaching(
      mentions.map { $0.writes > 0 }, stoppingAt: takesEvents)
    let hasEnd = functions.indices.contains { isEnd($0, reach) }
    let events = functions.indices.filter { index in
      let function = functions[index]
      if function.isDeinitializer { return hasEnd }
      if isValue, !function.isMutating { return tellsAction(function, mentions[index], in: info) }
      if function.isAccessor {
        return !access.names.contains(function.name) && reach.comesToWrite[index]
          && !(function.isSetInside && called.contains(function.name))
      }
      if takesEvents[index], mentions[index].touches { return true }
      let isHelper =
        parts[index] || function.isPrivate || stores.contains(function.node.id)
        || handsOutState(function)
      if isHelper, isCalled[index], !handed.contains(function.name) { return false }
      if function.isPrivate, made.contains(function.name), !near.contains(function.name) {
        return false
      }
      if access.isShared { return isEventOfView(index, reach) }
      if comesToWrite[index] { return true }
      if isValue, let answer = function.returnType?.trimmedText, answers.contains(answer),
        !called.contains(function.name)
      {
        return true
      }
      return !isQuestion(function)
        && (mentions[index].tests > 0 || asks(through: index, reach, but: takesEvents))
    }
    let others = uncalled(in: reach, of: info, access, beside: events, isValue: isValue)
    let steps = access.isShared ? steps(ofDisplaysOf: info) : []
    let found = (events + others).filter { takesEvents[$0] || !steps.contains(functions[$0].name) }
    return found.sorted().map { functions[$0] }
  }

  /// Which functions others call, be these namesakes.
  private func isCalled(by mentions: [Mentions], _ functions: [FunctionInfo]) -> [Bool] {
    var callers: [String: Int] = [:]
    for found in mentions {
      for name in found.calls { callers[name, default: 0] += 1 }
    }
    return functions.indices.map { index in
      let name = functions[index].name
      return callers[name, default: 0] > (mentions[index].calls.contains(name) ? 1 : 0)
    }
  }

  /// The methods that a callback of someone else does nothing but call: `player.onEnd = { self.end() }`.
  private func callbacks(ofInitializersOf info: TypeInfo) -> Set<String> {
    let later = index.laterClosures(ofInitializersOf: info).map(\.node)
    return Set(later.filter(\.isAssigned).compactMap(\.forwarding))
  }

  /// The private methods that initializers call to set up, and those that their closures choose
  /// among, or call beside what they do themselves: such a closure is the event.
  private func calledLater(
    byInitializersOf info: TypeInfo, _ access: StateAccess, _ reach: Reach
  ) -> Set<String> {
    let functions = reach.functions
    let own = Set(functions.filter(\.isPrivate).map(\.name))
    let later = index.laterClosures(ofInitializersOf: info)
    let steps = Set(functions.filter(\.isStep).map(\.name))
    let handsOn = later.map { $0.node.handsOn(toOneOf: steps) }
    let handedOn = Set(handsOn.compactMap(\.self))
    let writing = Set(
      functions.indices.filter { reach.comesToWrite[$0] }.map { functions[$0].name })
    // One that hands out closures which change the state, or call who does, is told for those.
    let handingOut = functions.filter { function in
      index.laterClosures(in: function).contains {
        let found = Mentions(of: access, in: $0.code)
        return found.touches || !found.calls.isDisjoint(with: writing)
      }
    }
    let called = Self.calls(ofInitializersOf: info, in: index).intersection(own).subtracting(
      handedOn
    )
    .subtracting(handingOut.map(\.name))
    let chosen = zip(later, handsOn).reduce(into: called) { result, next in
      let (closure, name) = next
      let found = Mentions(of: access, in: closure.code)
      let names = found.calls.intersection(own)
      if name == nil || found.touches { result.formUnion(names) }
    }
    guard !chosen.isEmpty else { return [] }
    let asked = info.computed.reduce(into: NameUses.elsewhere(in: info, functions, index)) {
      $0.formUnion(index.code(of: $1).names)
    }
    return chosen.subtracting(asked)
  }

  /// What changes the state and is not called: someone calls it who is not read.
  private func uncalled(
    in reach: Reach, of info: TypeInfo, _ access: StateAccess, beside events: [Int], isValue: Bool
  ) -> [Int] {
    let starts = info.initializers.flatMap { index.mentions(of: access, in: $0).calls }
    // What a view shows is walked for its closures, and those come to what it calls.
    // Nor are the observers of the state events: they go with what changes it.
    let shown = reach.functions.indices.filter { index in
      let function = reach.functions[index]
      return access.isShared && function.isDisplay
        || function.isAccessor && access.names.contains(function.name)
    }
    let reached = reach.closure(of: Set(events + shown), calling: starts)
    return reach.functions.indices.filter { index in
      let function = reach.functions[index]
      return reach.mentions[index].writes > 0 && !reached.contains(index)
        && !access.names.contains(function.name) && !(access.isShared && function.isDisplay)
        && (!isValue || function.isMutating) && !handsOutState(function)
    }
  }

  /// Whether an open method has another one look at the state, itself or through others that answer
  /// as little: one that does so too and is private, or an event, which it is a name for; one that
  /// refuses to work in some states; or a private question on which a `guard` lets it go on.
  private func asks(through index: Int, _ reach: Reach, but takesEvents: [Bool]) -> Bool {
    let function = reach.functions[index]
    guard !function.isPrivate, !function.isAccessor,
      !reach.closure(of: [index], calling: []).contains(where: { takesEvents[$0] })
    else { return false }
    var seen: Set = [index]
    var open = [index]
    while let next = open.popLast() {
      for other in reach.calls.callees[next] where seen.insert(other).inserted {
        let helper = reach.functions[other]
        // What waits is no mere question, though it answers.
        let answersNothing =
          (function.returnType == nil || function.isAsync) && helper.returnType == nil
        if reach.mentions[other].tests == 0 {
          if answersNothing, !helper.isAccessor { open.append(other) }
        } else if function.returnType == nil, helper.isPrivate, isQuestion(helper) {
          if self.index.code(of: reach.functions[next]).guardCalls.contains(helper.name) {
            return true
          }
        } else if answersNothing || helper.throwsItself {
          return true
        }
      }
    }
    return false
  }

  /// Whether a method that changes nothing only asks: what only the type itself may ask is a
  /// question, whatever the answer.
  private func isQuestion(_ function: FunctionInfo) -> Bool {
    function.returnType?.trimmedText == "Bool"
      || (function.isOfTypeAlone && answersEffect(function.returnType))
  }

  /// Whether a method that takes the event is a part of the handler of all events, which hands it on:
  /// it is come to in the states in which that calls it, and in no others.
  private func isPart(_ index: Int, ofHandlersOf types: [String?], _ reach: Reach) -> Bool {
    let (function, name) = (reach.functions[index], reach.functions[index].name)
    guard function.isPrivate else { return false }
    if isHandedParts(index, reach) { return true }
    return types.indices.contains { other in
      let caller = reach.functions[other]
      return types[other] != nil && types[other] == types[index] && caller.name != name
        && reach.mentions[other].touches && reach.mentions[other].calls.contains(name)
        && !reach.mentions[index].calls.contains(caller.name)
    }
  }

  /// Whether a private method only answers what may come next: it is who asks for that who goes there.
  private func isNext(
    _ index: Int, _ reach: Reach, in info: TypeInfo, _ access: StateAccess
  ) -> Bool {
    let function = reach.functions[index]
    guard function.isPrivate, !reach.comesToWrite[index], let type = function.returnType else {
      return false
    }
    let answer = self.index.resolve(type.presentType, in: info)
    return answer != nil && answer == access.stateKey
  }

  /// Whether all that call a private method have asked for the state, and hand it what they were
  /// handed themselves: a part of the event, and none of their own.
  private func isHandedParts(_ index: Int, _ reach: Reach) -> Bool {
    let name = reach.functions[index].name
    let callers = reach.callers(of: index)
    return !callers.isEmpty
      && callers.allSatisfy { other in
        reach.mentions[other].tests > 0 && !reach.mentions[other].given.contains(name)
          && !reach.mentions[index].calls.contains(reach.functions[other].name)
      }
  }

  /// The actions that methods which change the state return: a sibling with the same answer is an
  /// event too, though it looks at no state.
  private func answers(of functions: [FunctionInfo], _ mentions: [Mentions]) -> Set<String> {
    let types = functions.indices.filter { mentions[$0].touches && functions[$0].isMutating }
      .compactMap { functions[$0].returnType?.trimmedText }
    return Set(types.filter { $0.hasSuffix("Action") })
  }

  /// Whether a method that changes nothing asks for the state, and tells what is to be done.
  private func tellsAction(
    _ function: FunctionInfo, _ mentions: Mentions, in info: TypeInfo
  ) -> Bool {
    !function.isPrivate && mentions.tests > 0
      && (answersAction(function, in: info) || forbidsStates(function, mentions, in: info))
  }

  /// Whether the answer of a method says what is to be done: it returns a nested enum, or
  /// one that is called an action.
  private func answersAction(_ function: FunctionInfo, in info: TypeInfo) -> Bool {
    guard let type = function.returnType, !type.is(OptionalTypeSyntax.self),
      let answer = index.type(type, in: info), answer.kind == .enum
    else { return false }
    return answer.name.hasSuffix("Action")
      || (answer.key.hasPrefix(info.key + ".")
        && !Self.stateWords.contains(where: answer.name.hasSuffix))
  }

  /// Whether a method that changes nothing may be called in some states only, and gives the others
  /// what is to be done: a mere question has an answer in every state.
  private func forbidsStates(
    _ function: FunctionInfo, _ mentions: Mentions, in info: TypeInfo
  ) -> Bool {
    guard function.returnType?.trimmedText != "Bool", answersEffect(function.returnType) else {
      return false
    }
    let traps = Library.traps.subtracting(info.functions.map(\.name))
      .union(info.functions.filter(\.neverReturns).map(\.name))
    return !mentions.calls.isDisjoint(with: traps)
  }

  static let stateWords = ["State", "Status", "Phase", "Stage"]
  static let enumWords = stateWords + ["Step", "Mode"]

  /// Whether a type or a property is named as states are: `connectionState`.
  static func isNamedLikeState(_ name: String, _ words: [String] = enumWords) -> Bool {
    words.contains { name.lowercased().hasSuffix($0.lowercased()) }
  }

  /// Whether a method takes a closure that changes the state in its stead.
  func handsOutState(_ function: FunctionInfo) -> Bool {
    function.parameters.contains(where: \.takesInOut)
  }

  func handlers(
    of info: TypeInfo, named functions: [FunctionInfo], _ access: StateAccess
  ) -> [Handler] {
    let sources = apart(
      functions.map { eventSource(of: $0, in: info, access) }, of: functions, in: info, access)
    let cases = sources.reduce(into: Set<String>()) { $0.formUnion($1?.events.caseNames ?? []) }
    let handlers = zip(functions, sources).compactMap { function, events -> Handler? in
      guard function.body != nil else { return nil }
      let parameters =
        function.accessorValue.map { [$0] }
        ?? function.parameters.map { $0.ownName }
      let told = told(by: function, in: info)
      var handler = Handler(
        function, of: info,
        parameters: parameters.map { ($0, $0 == events?.parameter ? .event : .other) },
        events: events?.events ?? .method(eventName(function, among: functions, beside: cases)),
        result: told == nil ? .nothing : .effect)
      handler.told = told ?? .all
      return handler
    }
    return endingLast(handlers)
  }

  /// A method's base name; its full name where another event shares it, be it a case that another
  /// method takes, with the types where one shares that.
  private func eventName(
    _ function: FunctionInfo, among all: [FunctionInfo], beside cases: Set<String>
  ) -> String {
    if function.isDeinitializer { return function.name }
    let namesakes = all.filter { $0.name == function.name }
    guard cases.contains(function.name) || namesakes.count > 1 else { return function.name }
    let typed = Set(namesakes.filter { $0.fullName == function.fullName }.map(\.typedName))
    return typed.count > 1 ? function.typedName : function.fullName
  }

  /// What a method such as `handle(_ event: Event)` takes for its events.
  func eventSource(
    of function: FunctionInfo, in info: TypeInfo, _ access: StateAccess? = nil
  ) -> EventSource? {
    // Of an optional no case is the event that it may be left out.
    for parameter in function.parameters where !parameter.type.is(OptionalTypeSyntax.self) {
      let name = parameter.ownName
      let written = SourceIndex.parts(of: parameter.type)?.last ?? ""
      let type = index.type(parameter.type, in: info)
      // What a helper makes the next state is no event, whatever it is called.
      if let type, function.isPrivate, type.key == access?.stateKey { continue }
      let words =
        takesEffects && !function.isPrivate ? EventWords.types + ["Effect"] : EventWords.types
      let isNamed =
        words.contains(where: (type?.name ?? written).hasSuffix)
        && (EventWords.dispatches(function.name) || EventWords.names(name))
      let isAsked =
        !isNamed && type?.kind == .enum
        && type.map {
          isSwitchedOver(parameter, $0, in: function, of: info, access)
            || isHandedOnAlone(name, $0, by: function, in: info, access)
        } ?? false
      guard isNamed || isAsked else { continue }
      if let type, type.kind == .enum, !type.cases.isEmpty {
        guard
          parameter.isPlain && index.asks(for: name, in: function)
            || handsOn(name, type, function, in: info)
            || isLookedUp(name, in: function, beside: access)
        else { continue }
        return (name, .cases(type), type.key)
      }
      // The patterns name what a protocol, or a type of another module, leaves open.
      let asked = AskedCases.find(name, in: function.node)
      if type.map({ $0.kind == .protocol }) ?? true, asked.count > 1,
        asked.contains(where: \.isType) || EventWords.dispatches(function.name)
      {
        let rest = AskedCases.rest(of: name, in: function.node)
        return (name, .asked(asked + [rest].compactMap(\.self)), nil)
      }
    }
    return nil
  }

  /// Whether a method hands its event to others of the type, or to a state that reacts to it itself:
  /// `state.apply(event)`.
  func handsOn(
    _ name: String, _ type: TypeInfo, _ function: FunctionInfo, in info: TypeInfo
  ) -> Bool {
    index.code(of: function).receivers(of: name).contains { property, method in
      guard let property else {
        return method != function.name && takes(type, info, method) { _ in true }
      }
      guard let kept = info.property(property)?.property.type,
        let state = index.type(kept, in: info),
        state.kind == .enum
      else { return false }
      return takes(type, state, method) {
        $0.isMutating || ReducerStyle(index: index).isStep($0, of: state)
      }
    }
  }

  /// Whether a type has a method of some name that takes an event.
  private func takes(
    _ event: TypeInfo, _ info: TypeInfo, _ method: String, where test: (FunctionInfo) -> Bool
  ) -> Bool {
    info.functions.contains { function in
      function.name == method && test(function)
        && function.parameters.contains { index.resolve($0.type, in: info) == event.key }
    }
  }
}

extension ClosureExprSyntax {
  /// The method of `self` that the closure hands on to.
  ///
  /// One that does so under conditions is the event itself, with these, unless the method waits: that
  /// names what follows.
  fileprivate func handsOn(toOneOf steps: Set<String>) -> String? {
    forwarding ?? handsOnTo.flatMap { steps.contains($0) ? nil : $0 }
  }
}

extension FunctionInfo {
  /// Whether it is a part of the closures that call it, where nothing else does: what follows a wait is
  /// named by the method.
  var isStep: Bool { isPrivate && !isAsync }

  /// Whether only its own type may set the property of a setter or an observer.
  var isSetInside: Bool {
    isPrivate
      || modifiers.contains {
        [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
          && $0.detail?.detail.text == "set"
      }
  }
}

extension FunctionParameterSyntax {
  /// Whether it is a value of a type without arguments: of one with them, nothing tells the cases.
  fileprivate var isPlain: Bool {
    type.inOutBase == nil
      && type.presentType.as(IdentifierTypeSyntax.self)?.genericArgumentClause == nil
  }
}
