import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Pure functions from state and event to state and effect.
struct ReducerStyle {
  let index: SourceIndex

  /// Machines that are worded with TCA-SM's reducers.
  func transitionSites() -> [Site] {
    index.infos.compactMap(transitionSite)
  }

  /// Machines that are plain functions.
  func functionSites() -> [Site] {
    var sites: [Site] = []
    for site in index.infos.flatMap(functionSites) {
      // Several types of actions, each with the function that applies them.
      let same = sites.firstIndex { other in
        other.module == site.module && other.path == site.path && other.state === site.state
      }
      if let same {
        let known = Set(sites[same].handlers.compactMap { $0.function?.node.id })
        sites[same].handlers += site.handlers.filter { handler in
          handler.function.map { !known.contains($0.node.id) } ?? true
        }
      } else {
        sites.append(site)
      }
    }
    return sites + globalSites()
  }

  // MARK: TCA-SM

  /// A type with `reduceInput` or `reduceIOResult`.
  private func transitionSite(_ info: TypeInfo) -> Site? {
    guard info.kind != .protocol else { return nil }
    let functions = info.functions.filter {
      $0.isStatic && ["reduceInput", "reduceIOResult"].contains($0.name) && $0.body != nil
        && $0.parameters.count == 2
    }
    guard !functions.isEmpty, let state = index.type(named: "State", in: info) else { return nil }
    let handlers = functions.compactMap { function -> Handler? in
      let isInput = function.name == "reduceInput"
      let parameters = Array(function.parameters)
      let type =
        index.resolve(parameters[1].type, in: info)
        ?? index.resolve(name: isInput ? "Input" : "IOResult", in: info)
      let names = parameters.map(\.ownName)
      return Handler(
        function, of: info,
        parameters: [(names[0], .state(isInOut: false)), (names[1], .event)],
        events: index.info(type).flatMap { $0.kind == .enum ? .cases($0) : nil }
          ?? .method(isInput ? "input" : "ioResult"),
        origin: isInput ? .input : .ioResult, result: .transition)
    }
    var site = Site(.reducer, of: info, state: state, handlers: handlers)
    site.effect = index.resolve(name: "IOEffect", in: info)
    site.usesTransitionHelpers = true
    site.children = Forwarding.children(of: state, index: index)
    site.forwards = Forwarding.events(of: handlers)
    addMixedActions(of: info, to: &site)
    return site
  }

  /// Actions beside `input` and `ioResult`, which other reducers of the body handle.
  private func addMixedActions(of info: TypeInfo, to site: inout Site) {
    guard let action = index.info(info.key + ".Action"), action.kind == .enum else { return }
    let bodies = info.computed.filter { !$0.isStatic }
    site.children += bodies.flatMap(\.children).map { child in
      let key = index.resolve(name: child.machine, in: info)
      return Child(machine: key ?? child.machine, via: child.via, path: child.path)
    }
    for item in action.cases where !["input", "ioResult"].contains(item.name) {
      let closure = bodies.lazy.flatMap { body in
        ReduceClosureFinder.find(in: body.body).map { ($0, body.file) }
      }.first { closure, _ in closure.mentions(item.name) }
      var handler =
        closure.map { Handler(closure: $0, events: .cases(action), owner: info, file: $1) }
        ?? Handler(events: .cases(action), of: info, in: action.file, at: item.element)
      (handler.origin, handler.only) = (.child, [item.name])
      site.handlers.append(handler)
      site.forwards[item.name] = item.values.first?.type
    }
  }

  // MARK: Plain functions

  func shape(of function: FunctionInfo, in info: TypeInfo?) -> Shape? {
    guard function.body != nil, (1...8).contains(function.parameters.count) else { return nil }
    let module = function.file.module
    let parameters = function.parameters.map { StateParameter($0, index, in: info, module) }
    let answered = index.type(function.returnType, in: info, module: module)
    let isWhole = answered != nil && parameters.contains { $0.isStateLike && $0.type === answered }
    let returned =
      isWhole
      ? (answered, .state)
      : returnShape(
        function.returnType, info, module,
        handed: parameters.filter(\.isStateLike).compactMap(\.type),
        besideEvent: parameters.compactMap(\.type?.name).contains(where: EventWords.endsName))
    let found = parameters.first { parameter in
      parameter.isStateLike && (parameter.isInOut || returned.state === parameter.type)
    }
    // What a reducer is lent is a state, whatever it is called.
    let lent =
      function.name.lowercased().contains("reduc")
      ? parameters.first { $0.isInOut && $0.type?.kind == .struct } : nil
    // `state.next(on: event)` answers with the next state, and leaves the one that it is called on.
    let isOwn =
      info.map { info in
        !function.isStatic && !function.isMutating && function.owner != nil
          && info === (found?.type ?? returned.state)
          && (Self.stateWords.contains(where: info.name.hasSuffix)
            || found == nil && isStep(function, of: info))
      } ?? false
    guard let state = found ?? lent ?? (isOwn ? StateParameter(name: "self", type: info) : nil),
      let stateType = state.type
    else { return nil }
    let others = parameters.filter { $0.name != state.name }.map { ($0.name, $0.type) }
    let sources = events(of: function, in: info, among: others, beside: state.name, stateType)
    guard !sources.isEmpty else { return nil }
    let handlers = sources.map { event in
      let roles: [(String, Handler.Role)] = parameters.map { parameter in
        if parameter.name == state.name { return (parameter.name, .state(isInOut: state.isInOut)) }
        return (parameter.name, parameter.name == event.parameter ? .event : .other)
      }
      var handler = Handler(
        function, of: info, parameters: roles, events: event.events, origin: event.origin,
        result: state.isInOut && !function.answersNothing ? .effect : returned.result)
      (handler.selfIsEvent, handler.wrapper) = (event.parameter == nil, event.wrapper)
      handler.isCast = event.isCast
      handler.selfIsState = isOwn && !handler.selfIsEvent
      return handler
    }
    return Shape(
      function: function, state: stateType, isInOut: state.isInOut,
      isConversion: !sources.contains(where: \.isNamedAsEvent) && !tellsNext(function, of: state),
      handlers: handlers)
  }

  /// Whether a function says by a name, or by asking for the case that it is handed, that it answers
  /// with what comes next: others convert a value.
  private func tellsNext(_ function: FunctionInfo, of state: StateParameter) -> Bool {
    state.type?.kind == .struct || state.isInOut || state.isNamed || function.isNamedAsStep
      || index.asks(for: state.name, in: function)
  }

  /// With what the name of a struct ends that is a state.
  static let stateWords = Words.stateEndings

  /// A struct counts as a state only where it says so; an enum where it has cases to stand on.
  fileprivate static func isStateLike(_ type: TypeInfo) -> Bool {
    switch type.kind {
    case .enum: type.cases.count > 1
    case .struct: stateWords.contains(where: type.name.hasSuffix)
    default: false
    }
  }

  /// Whether a part of an answer is the next state by its name, or by that of its type.
  private static func isState(_ type: TypeInfo, named name: String) -> Bool {
    isStateLike(type)
      && stateWords.contains { word in
        type.name.hasSuffix(word) || name.lowercased().hasSuffix(word.lowercased())
      }
  }

  /// - Parameters:
  ///   - states: The types of what the function is handed as a state, whatever they are called.
  ///   - takesEvent: Whether it is handed something that is called an event as well.
  private func returnShape(
    _ type: TypeSyntax?, _ info: TypeInfo?, _ module: String, handed states: [TypeInfo],
    besideEvent takesEvent: Bool
  ) -> (state: TypeInfo?, result: Handler.Result) {
    guard let written = type else { return (nil, .nothing) }
    let whole = index.expanded(written, in: info)
    let type = whole.as(OptionalTypeSyntax.self)?.wrappedType ?? whole
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count > 1,
      let first = tuple.elements.first
    {
      return (index.type(first.type, in: info, module: module), .transition)
    }
    if let generic = type.as(IdentifierTypeSyntax.self),
      let arguments = generic.genericArgumentClause?.arguments
    {
      let isList = ["Array", "Set", "Dictionary", "Range"].contains(generic.name.text)
      for argument in arguments.types {
        if let found = index.type(argument, in: info, module: module),
          Self.isStateLike(found) || !isList && states.contains(where: { $0 === found })
        {
          return (found, .transition)
        }
      }
    }
    let result = index.type(whole, in: info, module: module)
    if let result, result.kind == .struct, !Self.isStateLike(result) {
      let parts = result.stored.compactMap { stored in
        index.type(stored.property.type, in: result, module: module)
          .map { (name: stored.property.name, type: $0) }
      }
      let state =
        parts.first { Self.isState($0.type, named: $0.name) }?.type
        ?? parts.first { part in takesEvent && states.contains { $0 === part.type } }?.type
      if let state { return (state, .transition) }
    }
    return (result, .state)
  }

  /// Where declarations say that the machine starts: `static let initial = …` of the state,
  /// `makeInitialState()`, or the property that holds the state.
  func initial(of state: TypeInfo, _ owner: TypeInfo?) -> ExprSyntax? {
    let named = state.stored.first {
      $0.property.isStatic && ["initial", "initialState", "default"].contains($0.property.name)
    }
    if let value = named?.property.initializer { return value }
    var info = owner
    while let current = info {
      let maker = current.functions.first {
        ["makeInitialState", "initialState"].contains($0.name)
          && index.resolve($0.returnType, in: current) == state.key
      }
      let holder = current.stored.first { holds($0.property, state, in: current) }
      let value =
        maker?.body?.statements.onlyValue ?? firstState(of: state, in: current)
        ?? holder?.property.initializer
      if let value { return value }
      info = index.type(around: current)
    }
    return nil
  }

  /// What `static func initial() -> (Model, Command)` gives first.
  private func firstState(of state: TypeInfo, in owner: TypeInfo) -> ExprSyntax? {
    let maker = owner.functions.first { function in
      guard ["initial", "initialState", "initialModel"].contains(function.name),
        let first = function.returnType?.as(TupleTypeSyntax.self)?.elements.first?.type
      else { return false }
      return function.parameters.isEmpty && index.resolve(first, in: owner) == state.key
    }
    let first = maker?.body?.statements.onlyValue?.as(TupleExprSyntax.self)?.elements.first
    return first?.expression
  }

  private func holds(_ property: StoredProperty, _ state: TypeInfo, in info: TypeInfo) -> Bool {
    if let type = property.type {
      return index.resolve(type, in: info) == state.key
    }
    let call = property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
    let name = (call ?? property.initializer)?.as(MemberAccessExprSyntax.self)?.base
    return name.map { index.resolve(name: $0.trimmedText, in: info) == state.key } ?? false
  }
}

extension Handler {
  /// What a function that is handed no state begins with, where it always answers with one:
  /// `state ?? .idle`.
  var replacement: ExprSyntax? {
    guard !takesOptionalState, returnType?.is(OptionalTypeSyntax.self) == false,
      let name = parameters.first(where: { $0.role == .state(isInOut: false) })?.name
    else { return nil }
    return body.all(SequenceExprSyntax.self) { $0.is(ClosureExprSyntax.self) }.lazy.compactMap {
      let elements = Array($0.elements.suffix(3))
      guard elements.count == 3, elements[1].trimmedText == "??", elements[0].plainName == name
      else { return nil }
      return elements[2]
    }.first
  }
}

extension SourceIndex {
  /// The type that a type expression means at some place.
  func type(_ type: TypeSyntax?, in scope: TypeInfo?, module: String) -> TypeInfo? {
    info(resolve(type, in: scope, module: module))
  }
}

/// A parameter that may be the state.
private struct StateParameter {
  var name: String
  var type: TypeInfo?
  var isInOut = false
  /// Whether it has a name, or is written with one, that says so.
  var isNamed = false
  /// Whether its type is a state, or it is named as one.
  var isStateLike = true
}

extension StateParameter {
  init(
    _ node: FunctionParameterSyntax, _ index: SourceIndex, in scope: TypeInfo?, _ module: String
  ) {
    name = node.ownName
    type = index.type(node.type, in: scope, module: module)
    isInOut = node.type.inOutBase != nil
    let written = SourceIndex.parts(of: node.type)?.last ?? ""
    isNamed =
      ["state", "model"].contains(name)
      || ReducerStyle.stateWords.contains(where: written.hasSuffix)
    isStateLike =
      type.map { ReducerStyle.isStateLike($0) || $0.kind == .struct && isNamed } ?? false
  }
}
