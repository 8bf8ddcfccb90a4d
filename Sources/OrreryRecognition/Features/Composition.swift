import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What the body of a feature composes for one state and action, in the order in which it runs: its
/// own closures and methods, and reducers of other types.
struct Composition {
  /// Bodies that see each action, one after the other.
  private(set) var handlers: [Handler] = []
  /// How many of the handlers run before what a call composes.
  private(set) var earlier: [SyntaxIdentifier: Int] = [:]
  private(set) var bindings: [Site.Binding] = []
  /// Reducers that are not among the files, and what else is not known of the order.
  private(set) var unread: [Unresolved] = []
  /// The keys of the types that are parts of the feature.
  private(set) var parts: Set<String> = []

  private let index: SourceIndex
  private let state: TypeInfo
  private let action: TypeInfo
  private var seen: Set<SyntaxIdentifier> = []

  init(of feature: TypeInfo, state: TypeInfo, action: TypeInfo, in index: SourceIndex) {
    (self.index, self.state, self.action) = (index, state, action)
    read(feature)
    if handlers.isEmpty, !bindings.isEmpty, let body = Self.bodies(of: feature).first {
      handlers = [Handler(ofNothingBut: action, body: body, owner: feature)]
    }
  }

  /// Reads the body, and then what no body names, as it is declared.
  private mutating func read(_ info: TypeInfo) {
    for body in Self.bodies(of: info) { read(body.body, Place(owner: info, file: body.file)) }
    for (closure, file) in Self.closures(of: info) { add(closure, Place(owner: info, file: file)) }
    for function in info.functions where function.name == "reduce" { add(function, of: info) }
  }

  private static func bodies(of info: TypeInfo) -> [ComputedInfo] {
    info.computed.filter { $0.name == "body" && !$0.isStatic }
  }

  /// The `Reduce` closures of a feature, wherever its members have them.
  private static func closures(of info: TypeInfo) -> [(ReduceClosure, SourceFile)] {
    let bodies = info.computed.filter { !$0.isStatic }.flatMap { body in
      ReduceClosureFinder.find(in: body.body).map { ($0, body.file) }
    }
    let functions = (info.functions + info.initializers).flatMap { function in
      ReduceClosureFinder.find(in: function.node).map { ($0, function.file) }
    }
    let stored = info.stored.flatMap { stored in
      (stored.property.initializer.map { ReduceClosureFinder.find(in: $0) } ?? [])
        .map { ($0, stored.file) }
    }
    return bodies + functions + stored
  }

  // MARK: Builders

  /// Where a piece of a body stands.
  private struct Place {
    var owner: TypeInfo
    var file: SourceFile
  }

  private mutating func read(_ items: CodeBlockItemListSyntax, _ place: Place) {
    for item in items {
      switch item.item {
      case .expr(let node): read(node, place)
      case .stmt(let node):
        let returned = node.as(ReturnStmtSyntax.self)?.expression
        if let node = returned ?? node.as(ExpressionStmtSyntax.self)?.expression {
          read(node, place)
        }
      case .decl(let node):
        for clause in node.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
          if let items = clause.elements?.as(CodeBlockItemListSyntax.self) { read(items, place) }
        }
      }
    }
  }

  private mutating func read(_ node: ExprSyntax, _ place: Place) {
    switch node.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let call): read(call, place)
    case .declReferenceExpr(let name): readMember(name.baseName.text, node, place)
    case .memberAccessExpr(let member):
      if member.base?.isSelf ?? true { readMember(member.declName.baseName.text, node, place) }
    case .ifExpr, .switchExpr:
      unread.append(
        Unresolved(
          location: place.file.location(of: node),
          reason: "a condition in the body decides which reducers run; Orrery assumes that all do"))
      for items in node.branches { read(items, place) }
    default: break
    }
  }

  private mutating func read(_ call: FunctionCallExprSyntax, _ place: Place) {
    let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
    let callee = generic ?? call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base,
      !base.isSelf, !base.namesType
    {
      read(base, place)
      earlier[call.id] = handlers.count
      return
    }
    let name =
      callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? callee.trimmedText
    switch name {
    case "Scope", "EmptyReducer": break
    case "CombineReducers":
      if let closure = call.trailingClosure { read(closure.statements, place) }
    case "BindingReducer":
      bindings.append(
        Site.Binding(location: place.file.location(of: call), reducers: handlers.count))
    case _ where ReducerType.names.contains(name):
      for closure in ReduceClosureFinder.find(in: call) { add(closure, place) }
      for argument in call.arguments { addMethod(argument.expression, place) }
    default:
      if callee.namesType {
        readOther(call, callee, place)
      } else {
        readMember(name, callee, place)
      }
    }
  }

  /// Reads a reducer of another type, and the reducers that it is made with.
  private mutating func readOther(
    _ call: FunctionCallExprSyntax, _ callee: ExprSyntax, _ place: Place
  ) {
    guard let part = part(named: callee, place.owner) else {
      addUnread(callee, place)
      for items in call.closures where items.composes { read(items, place) }
      return
    }
    let isNew = parts.insert(part.key).inserted
    guard let wrapper = WrapperReducer(part, of: action) else {
      if isNew { read(part) }
      return
    }
    if let handler = wrapper.handler {
      handlers.append(handler)
    } else {
      unread.append(
        Unresolved(
          location: place.file.location(of: callee),
          reason: "what \(callee.trimmedText) adds to the reducers in it is not told; Orrery "
            + "assumes that they run"))
    }
    if call.closures.isEmpty { addUnread(callee, place) }
    for items in call.closures { read(items, place) }
  }

  private mutating func addUnread(_ node: ExprSyntax, _ place: Place) {
    unread.append(
      Unresolved(
        location: place.file.location(of: node),
        reason: "what \(node.trimmedText) does is not known: its source was not read"))
  }

  // MARK: Parts

  /// What a member of the type composes: `core`.
  private mutating func readMember(_ name: String, _ node: ExprSyntax, _ place: Place) {
    let name = Naming.identifier(name)
    guard seen.insert(node.id).inserted else { return }
    let owner = place.owner
    if let getter = owner.computed.first(where: { $0.name == name && !$0.isStatic }) {
      guard seen.insert(getter.body.id).inserted else { return }
      read(getter.body, Place(owner: owner, file: getter.file))
    } else if let function = owner.functions.first(where: { $0.name == name }),
      let body = function.body
    {
      guard seen.insert(body.id).inserted else { return }
      read(body.statements, Place(owner: owner, file: function.file))
    } else if let stored = owner.stored.first(where: { $0.property.name == name }) {
      guard let value = stored.property.initializer else { return addUnread(node, place) }
      read(value, Place(owner: owner, file: stored.file))
    } else {
      addUnread(node, place)
    }
  }

  /// A type that is known, and that reduces the feature's state.
  private func part(named callee: ExprSyntax, _ owner: TypeInfo) -> TypeInfo? {
    let key = index.resolve(name: callee.trimmedText, in: owner, module: owner.module)
    guard let part = index.info(key), part.kind != .protocol, isPart(part) else { return nil }
    return part
  }

  /// Whether a type's body, or its method, is for the state and the action.
  private func isPart(_ info: TypeInfo) -> Bool {
    let bodies = Self.bodies(of: info)
    if bodies.isEmpty {
      return info.functions.contains { $0.name == "reduce" && takes($0, in: info) }
    }
    let types = bodies.lazy.map { ReducerType.domain(writtenBy: $0) }.first { !$0.isEmpty } ?? []
    switch types.count {
    case 2: return takes(state, types[0], in: info) && takes(action, types[1], in: info)
    case 1 where types[0].trimmedText != "Self":
      let owner = index.info(index.resolve(types[0], in: info, module: info.module))
      return owner.map(hasDomain) ?? false
    default: return hasDomain(info)
    }
  }

  /// Whether the types of these names in a feature are the state and the action.
  private func hasDomain(_ info: TypeInfo) -> Bool {
    index.resolve(name: "State", in: info, module: info.module) == state.key
      && index.resolve(name: "Action", in: info, module: info.module) == action.key
  }

  private func takes(_ function: FunctionInfo, in info: TypeInfo) -> Bool {
    let parameters = Array(function.parameters)
    return parameters.count == 2 && takes(state, parameters[0].type, in: info)
      && takes(action, parameters[1].type, in: info)
  }

  /// Whether a type is the wanted one, or whatever the type around it is used for.
  private func takes(_ wanted: TypeInfo, _ type: TypeSyntax, in info: TypeInfo) -> Bool {
    let type = type.inOutBase ?? type
    let written = SourceIndex.parts(of: type) ?? []
    return written.count == 1 && info.genericNames.contains(written[0])
      || index.resolve(type, in: info, module: info.module) == wanted.key
  }

  // MARK: Handlers

  private mutating func add(_ closure: ReduceClosure, _ place: Place) {
    guard seen.insert(closure.node.id).inserted else { return }
    handlers.append(
      Handler(closure: closure, event: action, owner: place.owner, file: place.file))
  }

  /// `Reduce(self.method)`.
  private mutating func addMethod(_ node: ExprSyntax, _ place: Place) {
    let member = node.as(MemberAccessExprSyntax.self)
    guard member?.base?.isSelf ?? true else { return }
    let name =
      member?.declName.baseName.text ?? node.as(DeclReferenceExprSyntax.self)?.baseName.text
    for function in place.owner.functions where function.name == name {
      add(function, of: place.owner)
    }
  }

  /// A method that is handed the state to be changed, and an action.
  private mutating func add(_ function: FunctionInfo, of info: TypeInfo) {
    guard takes(function, in: info), !seen.contains(function.node.id),
      let handler = Handler(reducing: action, by: function, of: info)
    else { return }
    seen.insert(function.node.id)
    handlers.append(handler)
  }
}

extension Site {
  /// A `BindingReducer`: it gives any property what a view asks for.
  package struct Binding {
    package var location: OrreryModel.SourceLocation
    /// How many of the handlers run before it.
    package var reducers: Int
  }
}

extension ReducerType {
  /// What a body says that it reduces: `some Reducer<State, Action>`, `some ReducerOf<Feature>`.
  static func domain(writtenBy body: ComputedInfo) -> [TypeSyntax] {
    let constraint = body.type?.as(SomeOrAnyTypeSyntax.self)?.constraint
    return types(constraint?.as(IdentifierTypeSyntax.self)?.genericArgumentClause)
  }
}

extension Handler {
  /// Does nothing with any action: what is done is done around it.
  fileprivate init(ofNothingBut action: TypeInfo, body: ComputedInfo, owner: TypeInfo) {
    self.init(
      body: [], parameters: [("state", .state(isInOut: true)), ("action", .event)],
      events: .cases(action), origin: .input, result: .effect, file: body.file, owner: owner,
      location: body.file.location(of: body.body))
  }
}

extension FunctionCallExprSyntax {
  /// What is written in the closures that it is handed.
  fileprivate var closures: [CodeBlockItemListSyntax] {
    (arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
      + [trailingClosure].compactMap(\.self)).map(\.statements)
  }
}

extension CodeBlockItemListSyntax {
  /// Whether it makes values of types, as a builder of reducers does.
  fileprivate var composes: Bool {
    contains { $0.item.as(ExprSyntax.self)?.firstCallee?.namesType ?? false }
  }
}

extension ExprSyntax {
  /// What is called first in a chain of calls.
  fileprivate var firstCallee: ExprSyntax? {
    guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
    return callee.as(MemberAccessExprSyntax.self)?.base?.firstCallee ?? callee
  }

  /// Whether an expression is written as a type is: with a capital letter.
  fileprivate var namesType: Bool {
    let plain = self.as(GenericSpecializationExprSyntax.self)?.expression ?? self
    let name =
      plain.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? plain.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name?.first?.isUppercase ?? false
  }

  /// The bodies of all branches of a condition.
  fileprivate var branches: [CodeBlockItemListSyntax] {
    if let node = self.as(IfExprSyntax.self) {
      let others: [CodeBlockItemListSyntax] =
        switch node.elseBody {
        case .codeBlock(let block): [block.statements]
        case .ifExpr(let node): ExprSyntax(node).branches
        case nil: []
        }
      return [node.body.statements] + others
    }
    let cases = self.as(SwitchExprSyntax.self)?.cases ?? []
    return cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
  }
}
