import OrreryLowering
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

  static let chain = "addRouteChain"
  private static let adders: Set = ["addRoute", "addRoutes", chain]
  private static let mappers: Set = ["addRouteMapping", "addStateRouteMapping"]

  /// - Parameter property: What keeps the machine.
  func read(_ property: String) -> (routes: Routes, handlers: [Handler]) {
    var routes = Routes(property: property, event: event)
    var handlers: [Handler] = []
    var handed: [(call: FunctionCallExprSyntax, file: SourceFile)] = []
    var isMade = false
    var places = places(of: property)
    var seen: Set<SyntaxIdentifier> = []
    while let place = places.popLast() {
      let found = RouteCalls(on: property, at: place)
      isMade = isMade || found.isMade
      let isCertain = found.isMade || !place.isLeftToOthers
      for var call in found.calls {
        call.isInferred = call.isInferred || !isCertain
        read(call, place.file, &routes, &handlers, isWalked: place.isLeftToOthers)
      }
      for call in found.handed {
        guard let next = follow(call.found, call.argument) else {
          handed.append((call.found.call, place.file))
          continue
        }
        guard seen.insert(next.node.id).inserted else { continue }
        var inner = next
        inner.isLeftToOthers = !isCertain
        places.append(inner)
      }
    }
    routes.untold += lent(but: seen)
    routes.rows = routes.rows.map { routes.reactions.reduce($0) { $0.doing($1) } }
    // Who is only given a machine need not be the one that tells it anything.
    if isMade || !routes.rows.isEmpty || !handlers.isEmpty || !routes.untold.isEmpty {
      routes.untold += handed.map { call, file in
        Unresolved(
          location: file.location(of: call),
          reason: "'\(call.calleeName)' may add transitions that the model misses: it takes the "
            + "machine, and Orrery does not follow it")
      }
    }
    return (routes, handlers)
  }

  /// The bodies in which the owner can come to its property.
  private func places(of property: String) -> [RoutePlace] {
    let starting = Self.startingNames(of: owner, in: index)
    let functions = (owner.functions + owner.initializers).map { function in
      // What an initializer is handed by that name is what the property keeps.
      let isHidden =
        function.node.is(FunctionDeclSyntax.self)
        && function.parameters.contains { $0.ownName == property }
      return RoutePlace(
        node: Syntax(function.node), file: function.file, name: isHidden ? nil : property,
        isLeftToOthers: !function.node.is(InitializerDeclSyntax.self)
          && !starting.contains(function.name))
    }
    let own = owner.stored.filter { $0.property.name == property }.compactMap { stored in
      stored.property.initializer.map {
        RoutePlace(node: Syntax($0), file: stored.file, name: property)
      }
    }
    return (functions + own).reversed()
  }

  /// The owner's function that is handed the machine, with what it calls it.
  private func follow(_ handed: RouteCalls.Found, _ argument: Int) -> RoutePlace? {
    let callee = handed.call.calledExpression
    guard handed.conditions.isEmpty, !handed.isInferred,
      callee.is(DeclReferenceExprSyntax.self)
        || callee.as(MemberAccessExprSyntax.self)?.base?.isSelf ?? false,
      let function = owner.functions.first(where: { CallForm(handed.call).calls($0) }),
      function.parameters.count == handed.call.arguments.count,
      let parameter = function.parameters.dropFirst(argument).first
    else { return nil }
    return RoutePlace(
      node: Syntax(function.node), file: function.file,
      name: parameter.ownName, isHanded: true)
  }

  private func read(
    _ found: RouteCalls.Found, _ file: SourceFile, _ routes: inout Routes,
    _ handlers: inout [Handler], isWalked: Bool
  ) {
    let call = found.call
    if Self.mappers.contains(call.calleeName) {
      if !found.isInferred || isWalked, found.conditions.isEmpty, let handler = handler(call, file)
      {
        handlers.append(handler)
      } else {
        routes.untold.append(
          untold(call, file, "Orrery does not follow the function that it calls"))
      }
    } else if Self.adders.contains(call.calleeName) {
      let start = routes.rows.count
      add(call, file, to: &routes)
      for number in start..<routes.rows.count {
        routes.rows[number].asked = found.conditions
        if found.isInferred || !found.conditions.isEmpty { routes.rows[number].isInferred = true }
      }
    } else if call.calleeName == "addHandler" {
      routes.reactions += reactions(found, file)
    }
  }

  func untold(
    _ call: FunctionCallExprSyntax, _ file: SourceFile, _ why: String
  ) -> Unresolved {
    Unresolved(
      location: file.location(of: call),
      reason: "'\(call.calleeName)' adds transitions that the model misses: \(why)")
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
      let isChain = call.calleeName == Self.chain
      let effects = effects(call)
      let isOpen = !isChain && isUndecided(call)
      routes.rows += pairs.enumerated().map { number, pair in
        // What a chain does, it does once all of it has been gone through.
        let isDone = !isChain || number == pairs.count - 1
        return Route(
          event: name ?? nil, from: pair.0, to: pair.1, condition: condition(call),
          effects: isDone ? effects.names : [], location: place,
          isInferred: isOpen || isDone && effects.isOpen
            || isChain && isDone && !effects.names.isEmpty)
      }
    }
  }

  /// `.a => .b`, `.a => .b => .c`, or `.init(fromState: .a, toState: .b)`; nothing where an end is no case.
  func pairs(_ node: ExprSyntax) -> [(Route.Name, Route.Name)]? {
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
  func name(_ node: ExprSyntax, of type: TypeInfo?) -> Route.Name? {
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

  // MARK: Functions that map an event and a state to the next

  private func handler(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> Handler? {
    guard let event, let closure = call.lastClosure, call.calleeName == "addRouteMapping",
      case let names = closure.parameterNames, (2...3).contains(names.count)
    else { return nil }
    let roles: [Handler.Role] = [.event, .state(isInOut: false), .other]
    var handler = Handler(
      closure.statements, parameters: zip(names, roles).filter { $0.0 != "_" },
      events: .cases(event), result: .state, of: owner, in: file, at: closure)
    handler.around = closure.functionsAround
    return handler
  }
}
