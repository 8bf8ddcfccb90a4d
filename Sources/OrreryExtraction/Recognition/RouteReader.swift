import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Reads the calls by which an object tells a machine its transitions.
struct RouteReader {
  let state: TypeInfo
  let event: TypeInfo?
  let owner: TypeInfo
  let index: SourceIndex

  private static let adders: Set = ["addRoute", "addRoutes", "addRouteChain"]
  private static let mappers: Set = ["addRouteMapping", "addStateRouteMapping"]

  /// - Parameter property: What keeps the machine.
  func read(_ property: String) -> (routes: Routes, handlers: [Handler]) {
    var routes = Routes(property: property, event: event)
    var handlers: [Handler] = []
    let bodies =
      (owner.functions + owner.initializers).map { (Syntax($0.node), $0.file) }
      + owner.stored.compactMap { stored in
        stored.property.name == property
          ? stored.property.initializer.map { (Syntax($0), stored.file) } : nil
      }
    for (node, file) in bodies {
      for call in RouteCalls.find(on: property, in: node) {
        if Self.mappers.contains(call.calleeName) {
          if let handler = handler(call, file) {
            handlers.append(handler)
          } else {
            routes.untold.append(untold(call, file, "the function that it calls is not walked"))
          }
        } else if Self.adders.contains(call.calleeName) {
          add(call, file, to: &routes)
        }
      }
    }
    return (routes, handlers)
  }

  private func untold(
    _ call: FunctionCallExprSyntax, _ file: SourceFile, _ why: String
  ) -> Unresolved {
    Unresolved(
      location: file.location(of: call),
      reason: "'\(call.calleeName)' adds transitions that are not told: \(why)")
  }

  // MARK: Transitions that are written out

  private func add(
    _ call: FunctionCallExprSyntax, _ file: SourceFile, to routes: inout Routes
  ) {
    let arguments = Array(call.arguments)
    let first = arguments.first { $0.label?.text == "event" }
    let written = arguments.filter {
      $0.label == nil || ["transitions", "transition", "routes"].contains($0.label?.text ?? "")
    }
    let name = first.map { self.name($0.expression, of: event) }
    guard name != .some(nil), let list = written.first?.expression else {
      return routes.untold.append(untold(call, file, "its event is no case"))
    }
    let items = list.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [list]
    for item in items {
      guard let pairs = pairs(item) else {
        routes.untold.append(untold(call, file, "'\(item.folded)' is not written out"))
        continue
      }
      let place = file.location(of: item)
      routes.rows += pairs.map { from, to in
        Route(
          event: name ?? nil, from: from, to: to, condition: condition(call),
          effects: effects(call), location: place)
      }
    }
  }

  /// `.a => .b`, `.a => .b => .c`, or `.init(fromState: .a, toState: .b)`; nothing where an end is no case.
  private func pairs(_ node: ExprSyntax) -> [(Route.Name, Route.Name)]? {
    if let call = node.as(FunctionCallExprSyntax.self) {
      let ends = ["fromState", "toState"].compactMap { label in
        call.arguments.first { $0.label?.text == label }.flatMap { name($0.expression, of: state) }
      }
      return ends.count == 2 ? [(ends[0], ends[1])] : nil
    }
    guard let elements = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      elements.count > 2, elements.count % 2 == 1
    else { return nil }
    var ends: [[Route.Name]] = []
    for (place, element) in elements.enumerated() {
      if place % 2 == 1 {
        guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "=>" else { return nil }
        continue
      }
      let written = element.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [element]
      let names = written.compactMap { name($0, of: state) }
      guard names.count == written.count, !names.isEmpty else { return nil }
      ends.append(names)
    }
    return zip(ends, ends.dropFirst()).flatMap { from, to in
      from.flatMap { from in to.map { (from, $0) } }
    }
  }

  /// A case, or any.
  private func name(_ node: ExprSyntax, of type: TypeInfo?) -> Route.Name? {
    let call = node.as(FunctionCallExprSyntax.self)
    guard let member = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self) else {
      return nil
    }
    let name = Naming.identifier(member.declName.baseName.text)
    if type?.enumCase(name) != nil {
      return .one(name, pattern: call?.folded)
    }
    return name == "any" && call == nil ? .any : nil
  }

  // MARK: What is asked and done

  /// The closure that decides whether a transition is taken.
  private func condition(_ call: FunctionCallExprSyntax) -> String? {
    let labelled = call.arguments.first { $0.label?.text == "condition" }?.expression
    if let labelled, labelled.is(NilLiteralExprSyntax.self) { return nil }
    if let closure = labelled?.as(ClosureExprSyntax.self) { return text(of: closure) }
    if let labelled { return labelled.folded }
    return call.trailingClosure.flatMap { answers($0) ? text(of: $0) : nil }
  }

  private func text(of closure: ClosureExprSyntax) -> String {
    guard closure.statements.count == 1, let item = closure.statements.first?.item else {
      return "{ \(closure.statements.folded) }"
    }
    return item.as(ReturnStmtSyntax.self)?.expression?.folded ?? item.folded
  }

  /// Whether a closure decides: what it gives is a truth value, as far as syntax tells.
  private func answers(_ closure: ClosureExprSyntax) -> Bool {
    guard let last = closure.statements.last?.item else { return false }
    if let node = last.as(ReturnStmtSyntax.self) { return node.expression != nil }
    guard closure.statements.count == 1, let node = last.as(ExprSyntax.self) else { return false }
    switch node.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .declReferenceExpr, .memberAccessExpr, .prefixOperatorExpr:
      return true
    case .sequenceExpr(let chain):
      return !chain.elements.contains { $0.is(AssignmentExprSyntax.self) }
    case .functionCallExpr(let call):
      let callee = owner.functions.first { CallForm(call).calls($0) }
      return callee?.returnType?.trimmedText == "Bool"
    default: return false
    }
  }

  /// What is called once a transition is taken.
  private func effects(_ call: FunctionCallExprSyntax) -> [String] {
    let labelled = call.arguments.first { $0.label?.text == "handler" }?.expression
    let trailing = call.trailingClosure.flatMap { answers($0) ? nil : $0 }
    let second = call.additionalTrailingClosures.first { $0.label.text == "handler" }?.closure
    guard let closure = labelled?.as(ClosureExprSyntax.self) ?? second ?? trailing else {
      return labelled.map { [EffectReader.head(of: $0.folded).droppingSelf] } ?? []
    }
    return closure.statements.filter { !$0.bindsSelf }.compactMap { item in
      item.item.as(FunctionCallExprSyntax.self).map {
        EffectReader.head(of: $0.folded).droppingSelf
      }
    }
  }

  // MARK: Functions that map an event and a state to the next

  private func handler(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> Handler? {
    guard let event, let closure = call.lastClosure, call.calleeName == "addRouteMapping",
      case let names = closure.parameterNames, (2...3).contains(names.count)
    else { return nil }
    let roles: [Handler.Role] = [.event, .state(isInOut: false), .other]
    var handler = Handler(
      body: closure.statements,
      parameters: zip(names, roles).filter { $0.0 != "_" }.map { ($0, $1) },
      events: .cases(event), origin: .input, result: .state, file: file, owner: owner,
      location: file.location(of: closure))
    handler.around = closure.functionsAround
    return handler
  }
}

/// Finds the calls on a machine: by its property, or by what the closure that it is made with calls it.
private final class RouteCalls: SyntaxVisitor {
  private var names: Set<String>
  private var found: [FunctionCallExprSyntax] = []

  static func find(on property: String, in node: Syntax) -> [FunctionCallExprSyntax] {
    let finder = RouteCalls(property)
    finder.walk(node)
    return finder.found
  }

  private init(_ property: String) {
    names = [property]
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.arguments.first?.label?.text == "state", let closure = node.trailingClosure {
      names.insert(closure.parameterNames.first ?? "$0")
    }
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return .visitChildren }
    if names.contains(Self.name(base) ?? "") { found.append(node) }
    return .visitChildren
  }

  /// `machine`, `self.machine`, `self?.machine`, `machine?`.
  private static func name(_ node: ExprSyntax) -> String? {
    if let chain = node.as(OptionalChainingExprSyntax.self) { return name(chain.expression) }
    if let member = node.as(MemberAccessExprSyntax.self) {
      return member.base?.isSelf ?? false ? Naming.identifier(member.declName.baseName.text) : nil
    }
    return node.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) }
  }
}
