import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Features of The Composable Architecture, since its reducers have a `body`.
struct ComposableStyle {
  let index: SourceIndex

  func sites() -> [Site] {
    index.keys.compactMap { index.info($0) }.compactMap { enumSite($0) ?? site(of: $0) }
  }

  private func site(of info: TypeInfo) -> Site? {
    guard isFeature(info), let (state, action) = domain(of: info), action.kind == .enum else {
      return nil
    }
    let bodies = info.computed.filter { !$0.isStatic }
    var placed = closures(of: info).map { closure, file, member in
      let place = member == "body" ? closure.node.position : place(of: member, in: info)
      return (place, Handler(closure: closure, event: action, owner: info, file: file))
    }
    placed += info.functions.compactMap { function in
      method(function, state: state, action: action, info).map {
        (place(of: function.name, in: info), $0)
      }
    }
    placed += partReducers(of: info, state: state, action: action)
    // A stable order: what the body does not name comes last, as it is declared.
    let ordered = placed.enumerated().sorted {
      ($0.element.0?.utf8Offset ?? .max, $0.offset) < ($1.element.0?.utf8Offset ?? .max, $1.offset)
    }.map(\.element)
    var handlers = ordered.map(\.1)
    // Several reducers of one body all see each action, in order.
    if var first = handlers.first {
      first.next = Array(handlers.dropFirst())
      handlers = [first]
    }
    let children = bodies.flatMap { ChildFinder.find(in: $0.body) }.compactMap {
      named($0, state: state, in: info)
    }
    guard !handlers.isEmpty || !children.isEmpty else { return nil }
    var site = Site(
      style: .composable, module: info.module, path: info.path, node: info.node, file: info.file,
      owner: info, state: state, holder: .parameter, handlers: handlers)
    site.children = children
    site.reactions = bodies.flatMap { ReactionFinder.find(in: $0.body, of: $0.file) }
    let presentations = Presentations(index: index, feature: info, state: state)
    site.presentations = bodies.flatMap { body in
      presentations.find(in: body).map { presentation, position in
        let place = body.name == "body" ? position : place(of: body.name, in: info)
        let earlier = ordered.prefix { $0.0 ?? position < place ?? position }.count
        var presentation = presentation
        presentation.reducers = earlier == 0 ? ordered.count : earlier
        return presentation
      }
    }
    return site
  }

  /// The `Reduce` closures of a feature, wherever its members have them.
  private func closures(
    of info: TypeInfo
  ) -> [(closure: ReduceClosure, file: SourceFile, member: String)] {
    let bodies = info.computed.filter { !$0.isStatic }.flatMap { body in
      ReduceClosureFinder.find(in: body.body).map { ($0, body.file, body.name) }
    }
    let functions = info.functions.flatMap { function in
      ReduceClosureFinder.find(in: function.node).map { ($0, function.file, function.name) }
    }
    let stored = info.stored.flatMap { stored in
      (stored.property.initializer.map { ReduceClosureFinder.find(in: $0) } ?? [])
        .map { ($0, stored.file, stored.property.name) }
    }
    let made = info.initializers.flatMap { function in
      ReduceClosureFinder.find(in: function.node).map { ($0, function.file, function.name) }
    }
    return bodies + functions + stored + made
  }

  /// Where the body names a member that it composes.
  private func place(of member: String, in info: TypeInfo) -> AbsolutePosition? {
    info.computed.first { $0.name == "body" }?.body.tokens(viewMode: .sourceAccurate).first {
      $0.text == member
    }?.position
  }

  /// A child under its machine's id; one that names no reducer is the type of its state's owner.
  private func named(_ child: Child, state: TypeInfo, in info: TypeInfo) -> Child? {
    var child = child
    if child.machine.isEmpty {
      guard let type = state.property(child.path)?.property.type,
        let parts = SourceIndex.parts(of: Self.element(of: type)), parts.last == "State"
      else { return nil }
      child.machine = parts.dropLast().joined(separator: ".")
    }
    child.machine =
      index.resolve(name: child.machine, in: info, module: info.module) ?? child.machine
    return child
  }

  /// The type inside an optional, an array or `IdentifiedArrayOf<…>`.
  private static func element(of type: TypeSyntax) -> TypeSyntax {
    if let optional = type.as(OptionalTypeSyntax.self) { return element(of: optional.wrappedType) }
    if let array = type.as(ArrayTypeSyntax.self) { return array.element }
    if let generic = type.as(IdentifierTypeSyntax.self)?.genericArgumentClause {
      return ReducerType.types(generic).last ?? type
    }
    return type
  }

  /// `@Reducer enum`: a state for each case, and a child in each.
  private func enumSite(_ info: TypeInfo) -> Site? {
    guard info.kind == .enum, isFeature(info), !info.cases.isEmpty else { return nil }
    var site = Site(
      style: .composable, module: info.module, path: info.path, node: info.node, file: info.file,
      owner: info, state: info, holder: .parameter, handlers: [])
    site.children = info.cases.compactMap { item in
      guard let type = item.values.first?.type else { return nil }
      let key = index.resolve(name: type, in: info, module: info.module)
      return Child(machine: key ?? type, via: .scope, path: item.name)
    }
    return site
  }

  private func isFeature(_ info: TypeInfo) -> Bool {
    let names = SourceIndex.reducerProtocols
    if info.kind == .protocol { return false }
    if info.attributes.contains(where: names.contains) { return true }
    return info.inherited.contains { names.contains(Naming.typeName($0)) }
      || !index.featureProtocols(of: info).isEmpty
  }

  /// The state and the action: what a body says that it reduces, or else the types of these names
  /// in the feature or around it.
  private func domain(of info: TypeInfo) -> (state: TypeInfo, action: TypeInfo)? {
    let written = info.computed.lazy.compactMap {
      $0.type?.as(SomeOrAnyTypeSyntax.self)?.constraint
    }
    .map { ReducerType.types($0.as(IdentifierTypeSyntax.self)?.genericArgumentClause) }
    .first { $0.count == 2 }
    if let written {
      guard let state = index.info(index.resolve(written[0], in: info, module: info.module)),
        let action = index.info(index.resolve(written[1], in: info, module: info.module))
      else { return nil }
      return (state, action)
    }
    guard let state = nested("State", info), let action = nested("Action", info) else { return nil }
    return (state, action)
  }

  private func nested(_ name: String, _ info: TypeInfo) -> TypeInfo? {
    index.info(index.resolve(name: name, in: info, module: info.module))
  }

  /// `reduce(into:action:)`, or a function handed to `Reduce(…)`: an `inout` state and an action.
  private func method(
    _ function: FunctionInfo, state: TypeInfo, action: TypeInfo, _ info: TypeInfo
  ) -> Handler? {
    let parameters = Array(function.parameters)
    guard parameters.count == 2 else { return nil }
    let types = parameters.map { index.resolve($0.type, in: info, module: info.module) }
    guard types[0] == state.key, types[1] == action.key,
      function.name == "reduce" || isHanded(function.name, info)
    else { return nil }
    return Handler(reducing: action, by: function, of: info)
  }

  /// Whether a body says `Reduce(self.name)`.
  private func isHanded(_ name: String, _ info: TypeInfo) -> Bool {
    info.computed.contains { body in
      body.body.tokens(viewMode: .sourceAccurate).contains { token in
        token.text == name
          && token.parent?.ancestorOrSelf { $0.as(LabeledExprSyntax.self) }.flatMap { argument in
            argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledExpression
              .trimmedText
          } == "Reduce"
      }
    }
  }
}

extension Syntax {
  fileprivate func ancestorOrSelf<Node>(_ transform: (Syntax) -> Node?) -> Node? {
    var current: Syntax? = self
    while let node = current {
      if let found = transform(node) { return found }
      current = node.parent
    }
    return nil
  }
}

extension Handler {
  /// A method that is handed the state to be changed, and an action, and answers with the effect.
  init?(reducing action: TypeInfo, by function: FunctionInfo, of owner: TypeInfo) {
    let names = function.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    guard let body = function.body, names.count == 2, !function.isStatic else { return nil }
    self.init(
      body: body.statements,
      parameters: [(names[0], .state(isInOut: true)), (names[1], .event)],
      events: .cases(action), origin: .input, result: .effect, returnType: function.returnType,
      file: function.file, owner: owner, location: function.file.location(of: function.node),
      function: function)
  }
}

/// Finds the children that a body composes.
final class ChildFinder: SyntaxVisitor {
  private var found: [(child: Child, position: AbsolutePosition)] = []

  static func find(in node: some SyntaxProtocol) -> [Child] {
    let finder = ChildFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found.sorted { $0.position < $1.position }.map(\.child)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? member
    guard let name, let via = Self.ways[name], let first = node.arguments.first?.expression,
      first.is(KeyPathExprSyntax.self) || first.is(PrefixOperatorExprSyntax.self)
        || node.trailingClosure != nil
    else { return .visitChildren }
    let path = first.folded.drop { $0 == "\\" || $0 == "." || $0 == "$" || $0 == "/" }
    let child = Child(machine: Self.reducer(of: node), via: via, path: String(path))
    found.append((child, first.position))
    return .visitChildren
  }

  /// The reducer that a call is given, as written; empty where it names none.
  private static func reducer(of node: FunctionCallExprSyntax) -> String {
    if let closure = node.trailingClosure {
      let made = closure.statements.first?.item.as(FunctionCallExprSyntax.self)?.calledExpression
      return made?.trimmedText ?? closure.statements.folded
    }
    let maker = node.arguments.lazy.compactMap { $0.expression.as(MemberAccessExprSyntax.self) }
      .first { $0.declName.baseName.text == "init" }
    return maker?.base?.trimmedText ?? ""
  }

  private static let ways: [String: Child.Via] = [
    "Scope": .scope, "ifLet": .ifLet, "ifCaseLet": .ifLet, "forEach": .forEach,
  ]
}
