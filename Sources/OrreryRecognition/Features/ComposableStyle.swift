import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// Features of The Composable Architecture, since its reducers have a `body`.
struct ComposableStyle {
  let index: SourceIndex
  private let domains: FeatureDomains

  init(index: SourceIndex) { (self.index, domains) = (index, FeatureDomains(index)) }

  func sites() -> [Site] {
    let sites = index.infos.compactMap { enumSite($0) ?? site(of: $0) }
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
    let children = bodies.flatMap(\.children).compactMap {
      named($0, state: state, in: info)
    }
    guard !handlers.isEmpty || !children.isEmpty else { return nil }
    var site = Site(.composable, of: info, state: state, handlers: handlers)
    site.children = children
    site.reactions = bodies.flatMap(\.reactions)
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
    child.machine = index.resolve(name: child.machine, in: info) ?? child.machine
    return child
  }

  /// The type inside an optional, an array or `IdentifiedArrayOf<…>`.
  private static func element(of type: TypeSyntax) -> TypeSyntax {
    let type = type.presentType
    if let array = type.as(ArrayTypeSyntax.self) { return array.element }
    return NamedType.types(type.as(IdentifierTypeSyntax.self)?.genericArgumentClause).last ?? type
  }

  /// `@Reducer enum`: a state for each case, and a child in each.
  private func enumSite(_ info: TypeInfo) -> Site? {
    guard info.kind == .enum, domains.isFeature(info), !info.cases.isEmpty else { return nil }
    var site = Site(.composable, of: info, state: info)
    site.children = info.cases.compactMap { item in
      guard let type = item.values.first?.type else { return nil }
      let key = index.resolve(name: type, in: info)
      return Child(machine: key ?? type, via: .scope, path: item.name)
    }
    return site
  }
}

extension Handler {
  /// A method that is handed the state to be changed, and an action, and answers with the effect.
  init?(reducing action: TypeInfo, by function: FunctionInfo, of owner: TypeInfo) {
    let names = function.parameters.map { $0.ownName }
    guard function.body != nil, names.count == 2, !function.isStatic else { return nil }
    self.init(
      function, of: owner, parameters: [(names[0], .state(isInOut: true)), (names[1], .event)],
      events: .cases(action), result: .effect)
  }
}
