import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Features of The Composable Architecture, since its reducers have a `body`.
struct ComposableStyle {
  let index: SourceIndex
  private let domains: FeatureDomains

  init(index: SourceIndex) { (self.index, domains) = (index, FeatureDomains(index)) }

  func sites() -> [Site] {
    let sites = index.keys.compactMap { index.info($0) }.compactMap { enumSite($0) ?? site(of: $0) }
    // What is a part of another feature is no machine of its own.
    let parts = sites.reduce(into: Set<String>()) { $0.formUnion($1.parts) }
    return sites.filter { site in !parts.contains(site.owner?.key ?? "") }
  }

  private func site(of info: TypeInfo) -> Site? {
    guard domains.isFeature(info), let (state, action) = domains.domain(of: info),
      action.kind == .enum
    else {
      return nil
    }
    let bodies = info.computed.filter { !$0.isStatic }
    let composition = Composition(of: info, state: state, action: action, in: index)
    var handlers = composition.handlers
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
      presentations.find(in: body).map { presentation, call in
        var presentation = presentation
        let earlier = composition.earlier[call.id] ?? 0
        presentation.reducers = earlier == 0 ? composition.handlers.count : earlier
        return presentation
      }
    }
    (site.bindings, site.unread) = (composition.bindings, composition.unread)
    site.parts = composition.parts
    if !site.bindings.isEmpty {
      site.bound = BoundProperties(index: index, feature: info, state: state).names
    }
    return site
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
    guard info.kind == .enum, domains.isFeature(info), !info.cases.isEmpty else { return nil }
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
