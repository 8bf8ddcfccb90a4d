import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Which methods of a type are events.
extension MutatingStyle {
  /// Methods that a caller outside may call and that come to the state, also through helpers.
  func eventNames(
    of info: TypeInfo, access: StateAccess, setters: Set<String> = []
  ) -> [FunctionInfo] {
    let reach = Reach(of: info, to: access)
    let (functions, mentions) = (reach.functions, reach.mentions)
    // What only passes an event on to the handler of all events is none itself.
    let takesEvents = functions.map { eventEnum(of: $0, in: info) != nil }
    let called = Set(
      functions.indices.flatMap { index in
        mentions[index].calls.filter { $0 != functions[index].name }
      })
    let isValue = (info.kind == .struct || info.kind == .enum) && !access.isBoxed
    let helpers = helpers(of: info, functions, called: called).union(setters)
    let events = functions.indices.filter { index in
      let function = functions[index]
      if isValue, !function.isMutating {
        return mentions[index].tests > 0 && answersAction(function, in: info)
      }
      if function.isAccessor {
        return !access.names.contains(function.name) && reach.reaches(index) { $0.writes > 0 }
      }
      if takesEvents[index], mentions[index].touches { return true }
      let isHelper = helpers.contains(function.name) || handsOutState(function)
      if isHelper, called.contains(function.name) { return false }
      if reach.reaches(index, stoppingAt: takesEvents, { $0.writes > 0 }) { return true }
      let answersBool = function.returnType?.trimmedDescription == "Bool"
      return !answersBool && mentions[index].tests > 0
    }
    let starts = info.initializers.flatMap { MentionCounter.count(access, in: $0.node).calls }
    let reached = reach.closure(of: Set(events), calling: starts)
    // What changes the state and is not called is called by someone who is not read.
    let others = functions.indices.filter { index in
      mentions[index].writes > 0 && !reached.contains(index)
        && !access.names.contains(functions[index].name)
        && (!isValue || functions[index].isMutating) && !handsOutState(functions[index])
    }
    return (events + others).sorted().map { functions[$0] }
  }

  /// Methods that others of the type call, and nobody else can or does.
  private func helpers(
    of info: TypeInfo, _ functions: [FunctionInfo], called: Set<String>
  ) -> Set<String> {
    let own = functions.filter { $0.isPrivate && !$0.isAccessor }.map(\.name)
    let open = functions.filter { function in
      !function.isPrivate && !function.isAccessor && !function.isExported
        && called.contains(function.name)
    }
    // What a protocol asks for, others call; where nobody calls any event, the callers are not read.
    guard !open.isEmpty, !isCalledByProtocols(info),
      functions.contains(where: { !$0.isPrivate && outside.contains($0.name) })
    else { return Set(own) }
    return Set(own + open.map(\.name).filter { !outside.contains($0) })
  }

  private func isCalledByProtocols(_ info: TypeInfo) -> Bool {
    info.inherited.contains { !Self.plainProtocols.contains($0) }
  }

  private static let plainProtocols: Set = [
    "Sendable", "@unchecked Sendable", "Equatable", "Hashable", "Codable", "Error", "Identifiable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "ObservableObject", "~Copyable",
  ]

  /// Whether a method that changes nothing tells what is to be done: it returns a nested enum, or
  /// one that is called an action.
  private func answersAction(_ function: FunctionInfo, in info: TypeInfo) -> Bool {
    guard !function.isPrivate, !function.isStatic, let type = function.returnType,
      !type.is(OptionalTypeSyntax.self),
      let answer = index.info(index.resolve(type, in: info, module: info.module)),
      answer.kind == .enum
    else { return false }
    return answer.name.hasSuffix("Action")
      || (answer.key.hasPrefix(info.key + ".")
        && !Self.stateWords.contains(where: answer.name.hasSuffix))
  }

  static let stateWords = ["State", "Status", "Phase", "Stage"]

  /// Whether a method takes a closure that changes the state in its stead.
  private func handsOutState(_ function: FunctionInfo) -> Bool {
    function.parameters.contains { parameter in
      let type = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      return type.as(FunctionTypeSyntax.self)?.parameters.contains {
        $0.type.trimmedDescription.hasPrefix("inout ")
      } ?? false
    }
  }

  func handlers(of info: TypeInfo, named functions: [FunctionInfo]) -> [Handler] {
    functions.compactMap { function in
      guard let body = function.body else { return nil }
      let parameters = function.parameters.map {
        Naming.identifier(($0.secondName ?? $0.firstName).text)
      }
      let events = eventEnum(of: function, in: info)
      return Handler(
        body: body.statements,
        parameters: parameters.map { ($0, $0 == events?.parameter ? .event : .other) },
        events: events.map { .cases($0.type) } ?? .method(eventName(function, among: functions)),
        origin: .input, result: function.returnType == nil ? .nothing : .effect,
        returnType: function.returnType, file: function.file, owner: info,
        location: function.file.location(of: function.node), function: function)
    }
  }

  /// A method's base name; its full name where another event shares it.
  private func eventName(_ function: FunctionInfo, among all: [FunctionInfo]) -> String {
    guard all.count(where: { $0.name == function.name }) > 1 else { return function.name }
    let labels = function.parameters.map { "\($0.firstName.text):" }.joined()
    return "\(function.name)(\(labels))"
  }

  /// The enum of events that a method such as `handle(_ event: Event)` takes.
  private func eventEnum(
    of function: FunctionInfo, in info: TypeInfo
  ) -> (parameter: String, type: TypeInfo)? {
    for parameter in function.parameters {
      let key = index.resolve(parameter.type, in: info, module: info.module)
      guard let type = index.info(key), type.kind == .enum, !type.cases.isEmpty,
        Self.eventWords.contains(where: type.name.hasSuffix)
      else { continue }
      let name = Naming.identifier((parameter.secondName ?? parameter.firstName).text)
      guard dispatches(function, parameter: name) else { continue }
      if MentionCounter.count(name, in: function.node).tests > 0 { return (name, type) }
    }
    return nil
  }

  /// Whether a method is named for handing events on, or its parameter for being one.
  private func dispatches(_ function: FunctionInfo, parameter: String) -> Bool {
    let verb = function.name.prefix { !$0.isUppercase }
    return Self.dispatchers.contains(String(verb))
      || Self.eventWords.contains { parameter.lowercased() == $0.lowercased() }
  }

  private static let dispatchers: Set = [
    "handle", "_handle", "process", "send", "receive", "received", "did", "apply", "on", "reduce",
    "update", "dispatch", "transition", "consume", "perform", "execute", "fire", "trigger", "feed",
    "accept", "submit", "post", "notify", "run", "advance", "react",
  ]

  static let eventWords = [
    "Event", "Action", "Input", "Message", "Msg", "Command", "Trigger", "Intent",
  ]
}
