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
  private let domain: ReducedDomain
  private var action: TypeInfo { domain.action }
  private var seen: Set<SyntaxIdentifier> = []

  init(of feature: TypeInfo, state: TypeInfo, action: TypeInfo, in index: SourceIndex) {
    self.index = index
    domain = ReducedDomain(index: index, state: state, action: action)
    read(feature)
    if handlers.isEmpty, !bindings.isEmpty, let body = feature.reducerBodies.first {
      // With any action nothing is done but what is done around it.
      handlers = [
        Handler(
          parameters: [("state", .state(isInOut: true)), ("action", .event)],
          events: .cases(action), result: .effect, of: feature, in: body.file, at: body.body)
      ]
    }
  }

  /// Reads the body, and then what no body names, as it is declared.
  private mutating func read(_ info: TypeInfo, given: Given? = nil) {
    for body in info.reducerBodies {
      read(body.body, Place(owner: info, file: body.file, given: given))
    }
    for (closure, file) in Self.closures(of: info) { add(closure, Place(owner: info, file: file)) }
    for function in info.functions where function.name == "reduce" { add(function, of: info) }
  }

  /// The `Reduce` closures of a feature, wherever its members have them.
  private static func closures(of info: TypeInfo) -> [(ReduceClosure, SourceFile)] {
    let bodies = info.computed.filter { !$0.isStatic }.map { (Syntax($0.body), $0.file) }
    let functions = (info.functions + info.initializers).map { (Syntax($0.node), $0.file) }
    let stored = info.stored.compactMap { stored in
      stored.property.initializer.map { (Syntax($0), stored.file) }
    }
    return (bodies + functions + stored).flatMap { node, file in
      ReduceClosureFinder.find(in: node).map { ($0, file) }
    }
  }

  // MARK: Builders

  /// Where a piece of a body stands.
  private struct Place {
    var owner: TypeInfo
    var file: SourceFile
    /// What the owner is made with.
    var given: Given?
  }

  /// The reducers that one is made with: what is written in a call.
  private final class Given {
    let closures: [CodeBlockItemListSyntax]
    let values: [ExprSyntax]
    /// What is made.
    let callee: ExprSyntax
    let place: Place
    /// What keeps them in what is made.
    var property: String?
    var isRead = false

    init(
      _ closures: [CodeBlockItemListSyntax], _ values: [ExprSyntax], to callee: ExprSyntax,
      _ place: Place
    ) {
      (self.closures, self.values, self.callee) = (closures, values, callee)
      self.place = place
    }
  }

  private mutating func read(_ items: CodeBlockItemListSyntax, _ place: Place) {
    for item in items {
      if let node = item.answer { read(node, place) }
      for clause in item.item.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
        if let items = clause.elements?.as(CodeBlockItemListSyntax.self) { read(items, place) }
      }
    }
  }

  private mutating func read(_ node: ExprSyntax, _ place: Place) {
    switch node.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let call): read(call, place)
    case .postfixIfConfigExpr(let node):
      if let base = node.base { read(base, place) }
    case .declReferenceExpr, .memberAccessExpr:
      if let name = node.memberName { readMember(name, node, place) }
    case .ifExpr, .switchExpr:
      addUnread(
        "a condition in the body decides which reducers run; Orrery assumes that all do", node,
        place)
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
    let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? callee.trimmedText
    switch name {
    case "Scope", "EmptyReducer": break
    case "CombineReducers":
      if let closure = call.trailingClosure { read(closure.statements, place) }
    case "BindingReducer":
      bindings.append(
        Site.Binding(location: place.file.location(of: call), reducers: handlers.count))
    case _ where NamedType.reducers.contains(name):
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

  private mutating func addUnread(_ node: ExprSyntax, _ place: Place) {
    addUnread("what \(node.trimmedText) does is not known: its source was not read", node, place)
  }

  private mutating func addUnread(_ reason: String, _ node: ExprSyntax, _ place: Place) {
    unread.append(Unresolved(location: place.file.location(of: node), reason: reason))
  }

  // MARK: Parts

  /// Reads a reducer of another type, and the reducers that it is made with.
  private mutating func readOther(
    _ call: FunctionCallExprSyntax, _ callee: ExprSyntax, _ place: Place
  ) {
    guard seen.insert(call.id).inserted else { return }
    let given = given(call, place)
    guard let part = part(named: callee, place.owner) else {
      addUnread(callee, place)
      return read(given)
    }
    let isNew = parts.insert(part.key).inserted
    guard let given else {
      if isNew { read(part) }
      return
    }
    given.property = WrapperReducer.property(of: part)
    if let wrapper = WrapperReducer(part, of: action) {
      if let handler = wrapper.handler { handlers.append(handler) } else { addDoubt(callee, place) }
    } else {
      read(part, given: given)
      if !given.isRead { addDoubt(callee, place) }
    }
    if !given.isRead { read(given) }
  }

  private mutating func read(_ given: Given?) {
    guard let given else { return }
    given.isRead = true
    for items in given.closures { read(items, given.place) }
    for value in given.values { read(value, given.place) }
  }

  private mutating func addDoubt(_ callee: ExprSyntax, _ place: Place) {
    addUnread(
      "what \(callee.trimmedText) adds to the reducers in it is not told; "
        + "Orrery assumes that they run",
      callee, place)
  }

  /// The reducers of the feature that a call is handed; nothing where there is none.
  private func given(_ call: FunctionCallExprSyntax, _ place: Place) -> Given? {
    let closures = call.closures.filter { composes($0, place) }
    let values = call.arguments.map(\.expression).filter { isReducer($0, place) }
    guard !closures.isEmpty || !values.isEmpty else { return nil }
    return Given(closures, values, to: call.calledExpression, place)
  }

  private func composes(_ items: CodeBlockItemListSyntax, _ place: Place) -> Bool {
    items.contains { item in
      if let node = item.item.as(IfConfigDeclSyntax.self) {
        return node.clauses.contains { clause in
          clause.elements?.as(CodeBlockItemListSyntax.self).map { composes($0, place) } ?? false
        }
      }
      guard let node = item.answer else { return false }
      return isReducer(node, place) || node.branches.contains { composes($0, place) }
    }
  }

  /// Whether an expression makes or names a reducer of the feature.
  private func isReducer(_ node: ExprSyntax, _ place: Place) -> Bool {
    let first = node.firstCallee
    let callee = first.as(GenericSpecializationExprSyntax.self)?.expression ?? first
    if callee.namesType {
      return NamedType.name(of: callee).map(Self.makers.contains) ?? false
        || part(named: callee, place.owner) != nil
    }
    guard let name = callee.memberName else { return false }
    let types =
      place.owner.computed.filter { $0.name == name }.map(\.type)
      + place.owner.functions.filter { $0.name == name }.map(\.returnType)
    if types.contains(where: { NamedType.isReducer($0) }) { return true }
    // One that names another property may come back to itself.
    let value = place.owner.stored.first { $0.property.name == name }?.property.initializer
    return value.map { $0.firstCallee.namesType && isReducer($0, place) } ?? false
  }

  /// What a library makes reducers of a feature with.
  private static let makers: Set = NamedType.reducers.union([
    "BindingReducer", "CombineReducers", "EmptyReducer", "Scope",
  ])

  /// What a member of the type composes: `core`.
  private mutating func readMember(_ name: String, _ node: ExprSyntax, _ place: Place) {
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
      guard let value = stored.property.initializer else {
        guard let given = place.given, given.property == name else { return addUnread(node, place) }
        return given.isRead ? addDoubt(given.callee, given.place) : read(given)
      }
      read(value, Place(owner: owner, file: stored.file))
    } else {
      addUnread(node, place)
    }
  }

  /// A type that is known, and that reduces the feature's state.
  private func part(named callee: ExprSyntax, _ owner: TypeInfo) -> TypeInfo? {
    let key = index.resolve(name: callee.trimmedText, in: owner)
    guard let part = index.info(key), part.kind != .protocol, domain.isReduced(by: part) else {
      return nil
    }
    return part
  }

  // MARK: Handlers

  private mutating func add(_ closure: ReduceClosure, _ place: Place) {
    guard seen.insert(closure.node.id).inserted else { return }
    handlers.append(
      Handler(closure: closure, events: .cases(action), owner: place.owner, file: place.file))
  }

  /// `Reduce(self.method)`.
  private mutating func addMethod(_ node: ExprSyntax, _ place: Place) {
    guard let name = node.memberName else { return }
    for function in place.owner.functions where function.name == name {
      add(function, of: place.owner)
    }
  }

  /// A method that is handed the state to be changed, and an action.
  private mutating func add(_ function: FunctionInfo, of info: TypeInfo) {
    guard domain.isTaken(by: function, of: info), !seen.contains(function.node.id),
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

extension FunctionCallExprSyntax {
  /// What is written in the closures that it is handed.
  fileprivate var closures: [CodeBlockItemListSyntax] {
    let all =
      arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
      + [trailingClosure].compactMap(\.self) + additionalTrailingClosures.map(\.closure)
    return all.map(\.statements)
  }
}

extension ExprSyntax {
  /// What is called first in a chain of calls, or the expression itself.
  fileprivate var firstCallee: ExprSyntax {
    if let node = self.as(PostfixIfConfigExprSyntax.self), let base = node.base {
      return base.firstCallee
    }
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    guard let base = callee.as(MemberAccessExprSyntax.self)?.base, !base.isSelf, !base.namesType
    else { return callee }
    return base.firstCallee
  }

  /// Whether an expression is written as a type is: with a capital letter.
  fileprivate var namesType: Bool {
    let plain = self.as(GenericSpecializationExprSyntax.self)?.expression ?? self
    let name = plain.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? plain.plainName
    return name?.first?.isUppercase ?? false
  }

  /// The name of a member of `self`, be it one that only the place around it tells the owner of.
  fileprivate var memberName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self) else { return plainName }
    return member.base?.isSelf ?? true ? Naming.identifier(member.declName.baseName.text) : nil
  }
}
