import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Types whose methods switch on a stored state and assign it.
struct MutatingStyle {
  let index: SourceIndex

  func sites() -> [Site] {
    index.keys.compactMap { index.info($0) }.flatMap(sites(of:))
  }

  /// A machine for the state variable with the most writes; further ones are machines of their own,
  /// named after the property.
  private func sites(of info: TypeInfo) -> [Site] {
    switch info.kind {
    case .protocol: return []
    case .enum: return enumSite(info).map { [$0] } ?? []
    default: break
    }
    let candidates = info.stored.compactMap { candidate($0, of: info) }
    // Most writes; of several the one that is declared first.
    let ranked = candidates.sorted { ($1.writes, $0.order) < ($0.writes, $1.order) }
    return ranked.enumerated().compactMap { rank, candidate in
      site(of: info, candidate, path: rank == 0 ? info.path : info.path + [candidate.name])
    }
  }

  private func site(of info: TypeInfo, _ candidate: Candidate, path: [String]) -> Site? {
    let events = eventNames(
      of: info, property: candidate.name, mutators: Self.mutators(of: candidate.state))
    guard !events.isEmpty else { return nil }
    return Site(
      style: candidate.isSubject ? .actor : .mutating, module: info.module, path: path,
      node: info.node, file: info.file, owner: info, state: candidate.state,
      holder: candidate.isSubject ? .subject(candidate.name) : .property(candidate.name),
      handlers: handlers(of: info, named: events) + initializers(of: info, candidate.name),
      initial: initial(of: info, candidate))
  }

  /// The initializers of an object that hand out closures: those may change the state later.
  private func initializers(of info: TypeInfo, _ property: String) -> [Handler] {
    guard [.class, .actor].contains(info.kind) else { return [] }
    return info.initializers.filter { ClosureFinder.finds(in: $0.node) }.compactMap { function in
      guard let body = function.body else { return nil }
      let names = function.parameters.map {
        Naming.identifier(($0.secondName ?? $0.firstName).text)
      }
      var handler = Handler(
        body: body.statements, parameters: names.map { ($0, .other) }, events: .method("init"),
        origin: .input, result: .nothing, file: function.file, owner: info,
        location: function.file.location(of: function.node), function: function)
      handler.isInitializer = true
      return handler
    }
  }

  private func enumSite(_ info: TypeInfo) -> Site? {
    guard info.cases.count > 1 else { return nil }
    let writes = info.functions.filter { $0.isMutating && !$0.isStatic }.reduce(0) {
      $0 + MentionCounter.count("self", in: $1.node).writes
    }
    guard writes > 0 else { return nil }
    let names = eventNames(of: info, property: "self")
    guard !names.isEmpty else { return nil }
    return Site(
      style: .mutating, module: info.module, path: info.path, node: info.node, file: info.file,
      owner: info, state: info, holder: .selfValue, handlers: handlers(of: info, named: names))
  }
}

// MARK: - Which property is the state

extension MutatingStyle {
  private struct Candidate {
    var name: String
    var state: TypeInfo
    var writes: Int
    var order: Int
    var initializer: ExprSyntax?
    var isSubject = false
  }

  private func candidate(_ stored: StoredInfo, of info: TypeInfo) -> Candidate? {
    let property = stored.property
    guard !property.isStatic, let state = stateType(of: property, in: info) else { return nil }
    let isSubject = subjectState(of: property, in: info) != nil
    guard isSubject || !property.isLet else { return nil }
    let functions = info.functions.filter { !$0.isStatic }
    let mutators = Self.mutators(of: state)
    let mentions = functions.map {
      MentionCounter.count(property.name, in: $0.node, mutators: mutators)
    }
    let writes = mentions.reduce(0) { $0 + $1.writes }
    let tests = mentions.reduce(0) { $0 + $1.tests }
    guard writes > 0, tests > 0 || isSubject else { return nil }
    let order = info.stored.firstIndex { $0.property.name == property.name } ?? 0
    return Candidate(
      name: property.name, state: state, writes: writes, order: order,
      initializer: property.initializer, isSubject: isSubject)
  }

  static func mutators(of state: TypeInfo) -> Set<String> {
    Set(state.functions.filter { $0.isMutating && !$0.isStatic }.map(\.name))
  }

  private func stateType(of property: StoredProperty, in info: TypeInfo) -> TypeInfo? {
    if let subject = subjectState(of: property, in: info) { return subject }
    var key = index.resolve(property.type, in: info, module: info.module)
    if key == nil, property.type == nil,
      let member = property.initializer?.as(MemberAccessExprSyntax.self)
        ?? property.initializer?
        .as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base
    {
      key = index.resolve(name: base.trimmedDescription, in: info, module: info.module)
    }
    guard let state = index.info(key), state.kind == .enum, state.cases.count > 1 else {
      return nil
    }
    return state
  }

  /// The state of `ConcurrentValueSubject<State, Never>` and its kin.
  private func subjectState(of property: StoredProperty, in info: TypeInfo) -> TypeInfo? {
    let type = property.type?.as(IdentifierTypeSyntax.self)
    let names: Set = ["ConcurrentValueSubject", "CurrentValueSubject"]
    guard let type, names.contains(type.name.text),
      case .type(let argument)? = type.genericArgumentClause?.arguments.first?.argument
    else { return nil }
    var key = index.resolve(argument, in: info, module: info.module)
    if key == nil { key = protocolState(of: info) }
    guard let state = index.info(key), state.kind == .enum, state.cases.count > 1 else {
      return nil
    }
    return state
  }

  /// The state that a conformance to a protocol with a primary associated type names.
  private func protocolState(of info: TypeInfo) -> String? {
    for name in info.inherited {
      guard let open = name.firstIndex(of: "<"), name.hasSuffix(">") else { continue }
      let argument = String(name[name.index(after: open)...].dropLast())
      if let key = index.resolve(name: argument, in: info, module: info.module) { return key }
    }
    return nil
  }

  /// The state that every initializer assigns, or the property starts with.
  private func initial(of info: TypeInfo, _ candidate: Candidate) -> ExprSyntax? {
    let assigned = info.initializers.compactMap { initializer in
      InitialFinder.find(candidate.name, in: initializer.node)
    }
    guard let first = assigned.first else { return candidate.initializer }
    let isSame = assigned.allSatisfy { $0.trimmedDescription == first.trimmedDescription }
    return isSame ? first : nil
  }
}

// MARK: - Which methods are events

extension MutatingStyle {
  /// Methods that a caller outside may call and that come to the state, also through helpers.
  private func eventNames(
    of info: TypeInfo, property: String, mutators: Set<String> = []
  ) -> [FunctionInfo] {
    let reach = Reach(of: info, to: property, mutators: mutators)
    let (functions, mentions) = (reach.functions, reach.mentions)
    // What only passes an event on to the handler of all events is none itself.
    let takesEvents = functions.map { eventEnum(of: $0, in: info) != nil }
    let called = Set(
      functions.indices.flatMap { index in
        mentions[index].calls.filter { $0 != functions[index].name }
      })
    let isValue = info.kind == .struct || info.kind == .enum
    let events = functions.indices.filter { index in
      let function = functions[index]
      if isValue, !function.isMutating { return false }
      if function.isAccessor {
        return function.name != property && reach.reaches(index) { $0.writes > 0 }
      }
      if takesEvents[index], mentions[index].touches { return true }
      let isHelper = function.isPrivate || handsOutState(function)
      if isHelper, called.contains(function.name) { return false }
      if reach.reaches(index, stoppingAt: takesEvents, { $0.writes > 0 }) { return true }
      let answersBool = function.returnType?.trimmedDescription == "Bool"
      return !answersBool && mentions[index].tests > 0
    }
    let starts = info.initializers.flatMap { MentionCounter.count(property, in: $0.node).calls }
    let reached = reach.closure(of: Set(events), calling: starts)
    // What changes the state and is not called is called by someone who is not read.
    let others = functions.indices.filter { index in
      mentions[index].writes > 0 && !reached.contains(index) && functions[index].name != property
        && (!isValue || functions[index].isMutating) && !handsOutState(functions[index])
    }
    return (events + others).sorted().map { functions[$0] }
  }

  /// Whether a method takes a closure that changes the state in its stead.
  private func handsOutState(_ function: FunctionInfo) -> Bool {
    function.parameters.contains { parameter in
      let type = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      return type.as(FunctionTypeSyntax.self)?.parameters.contains {
        $0.type.trimmedDescription.hasPrefix("inout ")
      } ?? false
    }
  }

  private func handlers(of info: TypeInfo, named functions: [FunctionInfo]) -> [Handler] {
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
      if MentionCounter.count(name, in: function.node).tests > 0 { return (name, type) }
    }
    return nil
  }

  static let eventWords = [
    "Event", "Action", "Input", "Message", "Msg", "Command", "Trigger", "Intent",
  ]
}

/// Whether code holds a closure.
private final class ClosureFinder: SyntaxVisitor {
  private var found = false

  static func finds(in node: some SyntaxProtocol) -> Bool {
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}

/// The expression that an initializer assigns to a property last.
private final class InitialFinder: SyntaxVisitor {
  private let name: String
  private var found: ExprSyntax?

  static func find(_ name: String, in node: some SyntaxProtocol) -> ExprSyntax? {
    let finder = InitialFinder(name)
    finder.walk(node)
    return finder.found
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      ["self.\(name)", name].contains(elements[0].trimmedDescription)
    {
      found = elements[2]
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
