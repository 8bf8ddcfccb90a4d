import OrreryModel

extension Diagram {
  /// Lowers a machine to a picture that a target with these capabilities can show.
  ///
  /// Every transition ends up in exactly one place of `account`.
  ///
  /// - Complexity: O(*s* + *t*) in the numbers of states and transitions, apart from sorting.
  package init(
    _ machine: Machine, capabilities: Capabilities = Capabilities(),
    options: RenderOptions = RenderOptions()
  ) {
    let machine = machine.withChildActionsAsEvents.withConditionsInGuards.withRegionsInOrder
    let vocabulary = Vocabulary(machine)
    let nesting = Nesting(machine, options)
    let scope = Neighbourhood(of: machine, options: options)
    let territories = Territories(machine, names: scope.shown)
    let properties = Properties(machine, scope: scope, hosts: nesting.hosts, options: options)
    let content = Content.fitting(options) { detail in
      let selection = Selection(
        machine, scope: scope, properties: properties, options: options, detail: detail)
      let folding = Folding(
        machine, selection: selection, territories: territories, properties: properties,
        names: scope.names, options: options, detail: detail)
      return Content(
        selection: selection, folding: folding, properties: properties, detail: detail)
    }
    var builder = Builder(
      machine: machine, vocabulary: vocabulary, capabilities: capabilities, options: options,
      nesting: nesting, territories: territories, superstates: content.folding.superstates,
      properties: properties)
    builder.addStates(scope)
    builder.addEdges(content.folding.bundles)
    builder.addActions()
    self.init(
      title: machine.name.printable.cut(to: 80),
      summary: Self.summary(machine, states: scope.names),
      look: Look(theme: options.theme, scale: max(options.scale, 1)), nodes: builder.nodes,
      edges: builder.edges,
      areas: builder.areas(), notes: builder.notes + Self.notes(machine, nesting),
      caption: Self.origin(of: machine)
        + Self.caption(content.selection.omissions + builder.overLimit, scope: scope)
        + Self.unsaid(machine, content.selection, content.detail),
      legend: Legend.entries(builder, capabilities, isWhole: options.showsLegend),
      account: builder.account(content.selection))
    stateNodes = builder.stateIDs
    embed(nesting, capabilities, options, hosts: builder.node(ofState:))
  }
}

/// What a picture shows at one level of detail.
private struct Content {
  var selection: Selection
  var folding: Folding
  var properties: Properties
  var detail: Detail

  /// The content at the level that is asked for, or else at the highest one that stays readable.
  ///
  /// Verdicts, counts and changes are read row by row: nothing of them is left out unasked.
  static func fitting(_ options: RenderOptions, _ content: (Detail) -> Content) -> Content {
    if let detail = options.detail { return content(detail) }
    let all = content(.all)
    guard options.isPlain else { return all }
    return [Detail.effects, .guards, .moves].reduce(all) { fitting, detail in
      Readability(fitting.folding.bundles, fitting.properties).suffices(fitting.detail)
        ? fitting : content(detail)
    }
  }
}

/// The names of a machine's events as they are shown: with the origin only where it tells two apart.
struct Vocabulary {
  private var ambiguous: Set<String> = []

  init(_ machine: Machine) {
    var origins: [String: Event.Origin] = [:]
    func add(_ id: Event.ID) {
      if let origin = origins.updateValue(id.origin, forKey: id.name), origin != id.origin {
        ambiguous.insert(id.name)
      }
    }
    // Events that follow one another are often the same.
    var last: Event.ID?
    for event in machine.events { add(event.id) }
    for transition in machine.transitions where transition.event != last {
      add(transition.event)
      last = transition.event
    }
    for action in machine.actions { add(action.event) }
  }

  /// `loaded`, or `ioResult.loaded` where another origin has an event of that name.
  func name(_ id: Event.ID) -> String {
    ambiguous.contains(id.name) ? "\(id.origin.rawValue).\(id.name)" : id.name
  }
}
