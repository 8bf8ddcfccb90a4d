import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition
import OrrerySyntax

/// Makes a machine of a site: walks each handler for each event, in each state.
struct MachineBuilder {
  let site: Site
  let index: SourceIndex
  let options: ExtractionOptions
  private(set) var scope: HandlerWalk.Scope
  /// What makes an object leaves as the state.
  private(set) var made = MadeStates()

  init(site: Site, index: SourceIndex, options: ExtractionOptions) {
    (self.site, self.index, self.options) = (site, index, options)
    let followed = Self.followed(by: site, index)
    let reach = site.reach(in: index)
    let unrelated = Set(
      ((reach?.unrelated ?? []) + PlainQuestions.find(for: site, in: index)).map(index.id))
    let later = DeferredMethods(among: site.handlers, passing: unrelated, in: index)
    scope = HandlerWalk.Scope(
      followed: followed, kept: site.keptEnums(in: index), unrelated: unrelated,
      events: Dictionary(
        site.handlers.compactMap(\.function).map { (index.id(of: $0), $0.name) },
        uniquingKeysWith: { first, _ in first }),
      deferred: later.deferred,
      begun: later.begun,
      writers: Writers(of: site, reach), asides: Set((reach?.asides ?? []).map(index.id)),
      sent: SentEvents.find(for: site, in: index),
      program: LoweredProgram(index))
    scope.raised = Self.raised(of: site, but: later.begun.union(later.deferred), in: index)
  }

  /// The events that are one method each which anybody may call.
  private static func raised(
    of site: Site, but others: Set<String>, in index: SourceIndex
  ) -> [NodeID: String] {
    site.handlers.reduce(into: [:]) { raised, handler in
      guard case .method(let name) = handler.events, let function = handler.function,
        !function.isPrivate, !handler.isInitializer, !others.contains(name)
      else { return }
      raised[index.id(of: function)] = name
    }
  }

  /// All that is handed in, as far as it is not read from the index.
  var givens: [Any] { [site, options, scope] }

  /// Where the walks of the machine come.
  var footprint: Footprint {
    _ = build()
    return scope.footprint
  }

  func build() -> Machine {
    index.withProgram { program in
      var builder = self
      builder.scope.program = program
      builder.made = builder.madeStates
      return builder.built
    }
  }

  /// The same for a property in which others keep the state.
  func keeping(_ keeper: Site) -> MachineBuilder {
    var builder = MachineBuilder(site: keeper, index: index, options: options)
    builder.scope.program = scope.program
    return builder
  }

  private var built: Machine {
    var machine = Machine(
      id: site.id, name: name, style: site.style,
      location: site.location, endLine: site.endLine, documentation: site.documentation,
      stateKind: site.state.kind == .enum ? .enum : .struct)
    machine.children = site.children.map { child in
      var child = child
      // Where the module is not known, ids begin with the type.
      if child.machine.hasPrefix(".") { child.machine.removeFirst() }
      return child
    }
    machine.events = events
    if site.state.kind == .enum {
      fillCases(&machine)
    } else {
      fillActions(&machine)
    }
    let rows = CoarseRows(machine.transitions)
    machine.transitions = rows.transitions
    scope.footprint.join(rows.joined, manyWays: rows.manyWays)
    machine.unresolved += site.reactions.map { reaction in
      Unresolved(
        location: reaction.location,
        reason: "no action shows what a change of \(reaction.subject) does to the state")
    }
    machine.unresolved += site.unread
    if !site.unread.isEmpty {
      // What was not read may handle what the others ignore.
      for index in machine.transitions.indices
      where machine.transitions[index].kind == .ignore
        && machine.transitions[index].certainty == .exact
      {
        machine.transitions[index].certainty = .inferred
      }
    }
    machine.unresolved = Array(Set(machine.unresolved)).sorted {
      ($0.location, $0.reason) < ($1.location, $1.reason)
    }
    return machine
  }

  private var name: String {
    Hints(of: site).name ?? options.value(in: options.names, for: site.id)
      ?? ((site.namesake.map { [$0] } ?? []) + site.path).joined(separator: ".")
  }

  /// The types whose functions are walked: the machine, its state, and those around them.
  private static func followed(by site: Site, _ index: SourceIndex) -> Set<String> {
    var keys: Set = [site.state.key]
    if let owner = site.owner { keys.insert(owner.key) }
    if let member = site.member { keys.insert(member.type) }
    for handler in site.handlers { if let owner = handler.owner { keys.insert(owner.key) } }
    keys.formUnion(site.parts)
    if site.state.kind == .struct {
      // Extensions of its protocols give it methods.
      keys.formUnion(
        site.state.inherited.compactMap {
          index.resolve(name: $0, in: site.state, module: site.state.module)
        }.filter { index.info($0)?.kind == .protocol })
    }
    keys.formUnion(carried(by: site, index))
    let nested = keys.flatMap { index.keys(within: $0) }
    return keys.union(nested.filter { index.info($0).map { $0.kind != .class } ?? false })
  }

  /// The enums that the cases of a state carry and that change themselves: states within a state.
  private static func carried(by site: Site, _ index: SourceIndex) -> [String] {
    let cases = index.withProgram { $0.type(site.state.key)?.cases ?? [] }
    return cases.flatMap(\.values).compactMap(\.type.key).filter { key in
      index.info(key).map { $0.kind == .enum && !index.changers(of: $0).isEmpty } ?? false
    }
  }

  // MARK: Events

  var events: [Event] {
    let declared = site.handlers.filter { !$0.isInitializer }.flatMap { handler -> [Event] in
      switch handler.events {
      case .method(let name):
        var event = Event(
          .init(handler.origin, name),
          documentation: handler.documentation, location: handler.location)
        event.isPrivate = handler.function?.isPrivate ?? false
        return [event]
      case .cases, .asked:
        return cases(of: handler).map { $0.declared(handler.origin) }
      }
    }
    return (declared + routedEvents).distinct(by: \.id)
  }

  /// The walks of a handler that start in a state: one, or one for each case of the event.
  func walks(
    _ handler: Handler, from state: Value, within budget: Budget
  ) -> [HandlerWalk] {
    let walk = HandlerWalk(
      site: site, handler: handler, index: index, scope: scope, state: state, budget: budget)
    if case .method = handler.events { return [walk] }
    return cases(of: handler).map { found in
      var walk = walk
      walk.eventCase = found
      return walk
    }
  }

  private func cases(of handler: Handler) -> [HandlerWalk.EventCase] {
    switch handler.events {
    case .method: return []
    case .cases(let info):
      let all = cases(of: info)
      guard let only = handler.only else { return all }
      return all.filter { only.contains($0.name) }
    case .asked(let asked):
      return asked.map { asked in
        .init(
          name: asked.name, path: [], values: Array(repeating: .init(), count: asked.values),
          type: asked.isType ? CaseValue.typeEvent : "", location: handler.location(of: asked))
      }
    }
  }

  /// The cases of an event enum.
  ///
  /// In a composable feature those of an enum that is declared in the feature, and that a case
  /// carries, stand in its place: `view.tap`. To a reducer that is a closure the feature is the action.
  func cases(
    of info: TypeInfo, path: [(name: String, type: String)] = []
  ) -> [HandlerWalk.EventCase] {
    info.cases.filter { !site.isNever($0, of: info, in: index) }.flatMap {
      item -> [HandlerWalk.EventCase] in
      if let inner = nested(item, in: info), path.count < 2 {
        return cases(of: inner, path: path + [(item.name, info.key)])
      }
      return [found(item, in: info, path: path)]
    }
  }

  func found(
    _ item: EnumCase, in info: TypeInfo, path: [(name: String, type: String)] = []
  ) -> HandlerWalk.EventCase {
    .init(
      name: path.map { "\($0.name)." }.joined() + item.name, path: path,
      values: item.values.enumerated().map { offset, value in
        .init(
          label: value.label, type: value.type,
          isPresent: index.isPresent(offset, of: item, in: info))
      }, type: info.key, documentation: item.documentation, location: info.location(of: item))
  }

  func nested(_ item: EnumCase, in info: TypeInfo) -> TypeInfo? {
    let owner = site.nestsActions ? info : site.owner
    guard site.style == .composable || site.nestsActions, item.values.count == 1, let owner,
      let inner = index.info(
        index.resolve(name: item.values[0].type, in: info)
          ?? Site.associated(item, of: info).flatMap {
            index.resolve(name: $0, in: owner)
          }),
      inner.kind == .enum, inner !== info, inner.key.hasPrefix(owner.key + "."),
      !inner.cases.isEmpty
    else { return nil }
    return inner
  }
}
