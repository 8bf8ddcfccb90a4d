import OrderedCollections
import OrreryModel

/// Collects the nodes and edges of a diagram and gives them their ids.
struct Builder {
  let machine: Machine
  let vocabulary: Vocabulary
  let capabilities: Capabilities
  let options: RenderOptions
  let nesting: Nesting
  let territories: Territories
  let superstates: Superstates
  let properties: Properties

  private(set) var nodes: [Diagram.Node] = []
  private(set) var edges: [Diagram.Edge] = []
  /// One for each transition that the target has no room for.
  private(set) var overLimit: [Omission] = []
  /// The numbers of the conditions that are told in a note.
  private(set) var conditionNumbers: [String: Int] = [:]
  private static let mostConditions = 8
  /// What many states do alike, where they are no edges.
  private(set) var wildcardLines: [String] = []

  private(set) var stateIDs: [String: String] = [:]
  private var helperIDs: [Helper: String] = [:]
  /// How many edges there are between two nodes.
  private var edgesBetween: [String: Int] = [:]
  private var placement: [Int: Disposition] = [:]

  /// A node that no state of the machine stands for.
  private enum Helper: Hashable {
    case any([String])
    case end(Selection.Target, of: String)
    case choice([Event.ID], EdgeStyle, of: String)

    /// The id of the node that it stands beside; nothing for one that stands for several states.
    var neighbour: String? {
      switch self {
      case .any: nil
      case .end(_, let source), .choice(_, _, let source): source
      }
    }
  }

  /// What edges must share to be drawn as one.
  private struct Stroke: Hashable {
    var source: String
    var target: String
    var style: EdgeStyle
    /// What no arrow shows: the value that a property is given, or keeps, or that it is not known.
    var value: String?

    // Few strokes share these.
    func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(target)
    }
  }

  init(
    machine: Machine, vocabulary: Vocabulary, capabilities: Capabilities, options: RenderOptions,
    nesting: Nesting, territories: Territories, superstates: Superstates,
    properties: Properties
  ) {
    (self.superstates, self.properties) = (superstates, properties)
    self.nesting = nesting
    self.territories = territories
    self.machine = machine
    self.vocabulary = vocabulary
    self.capabilities = capabilities
    self.options = options
  }

  // MARK: - Nodes

  mutating func addStates(_ scope: Neighbourhood) {
    let declared = Dictionary(machine.states.map { ($0.name, $0) }) { first, _ in first }
    for (index, name) in scope.names.enumerated() where scope.contains(name) {
      if let region = properties.region(of: name) {
        if stateIDs[name] == nil { addProperty(machine.regions[region], id: "p\(index)", scope) }
        continue
      }
      let state = declared[name] ?? State(name)
      var node = Diagram.Node(
        id: "s\(index)", kind: .state, lines: stateLabel(state), tooltip: tooltip(state),
        link: state.location.flatMap(link))
      node.isInitial = machine.initial.map { $0 == name } ?? state.isInitial
      node.isStable = state.isStable
      node.isFinal = state.isFinal
      node.isFocus = scope.focus == name
      node.change = options.stateChanges[name]
      node.submachines = nesting.submachines(of: name)
      stateIDs[name] = node.id
      nodes.append(node)
    }
  }

  /// Adds the box that stands for both values of a region.
  private mutating func addProperty(_ region: Region, id: String, _ scope: Neighbourhood) {
    var node = Diagram.Node(
      id: id, kind: .property, lines: propertyLabel(region), tooltip: region.name.printable)
    node.isFocus = region.states.contains { $0 == scope.focus }
    let changes = Set(region.states.map { options.stateChanges[$0] })
    node.change = changes.count == 1 ? changes.first ?? nil : .changed
    node.submachines = region.states.flatMap(nesting.submachines)
    for state in region.states { stateIDs[state] = id }
    nodes.append(node)
  }

  /// Lists the actions of a struct state that has no states to draw, or says that there is nothing.
  mutating func addActions() {
    if nodes.isEmpty, machine.actions.isEmpty {
      nodes.append(.end("n0", .nothing, "no states found", "no states found"))
    }
    guard edges.isEmpty, !machine.actions.isEmpty else { return }
    nodes.append(
      Diagram.Node(
        id: "n\(helperIDs.count)", kind: .actions, lines: actionLines(machine.actions),
        tooltip: tooltip(State(machine.name, documentation: machine.documentation))))
  }

  private mutating func id(ofHelper helper: Helper) -> String {
    if let id = helperIDs[helper] { return id }
    let id = "n\(helperIDs.count)"
    helperIDs[helper] = id
    switch helper {
    case .any(let names): nodes.append(anyNode(id, names, states: names.compactMap(node)))
    case .choice: nodes.append(.end(id, .choice, "", "choice by conditions"))
    case .end(.unknown, _), .end(.untold, _):
      nodes.append(.end(id, .unknown, "?", "target not known"))
    case .end(.trap, _): nodes.append(.end(id, .trap, "trap", "the program stops"))
    case .end(.thrown, _): nodes.append(.end(id, .thrown, "throw", "an error is thrown"))
    case .end(.state(let name), _): nodes.append(.end(id, .state, name, name))
    }
    return id
  }

  // MARK: - Edges

  /// Draws the bundles, those between the same nodes with the same stroke as one edge.
  mutating func addEdges(_ bundles: [Bundle]) {
    var positions: [Stroke: Int] = [:]
    var members: [[Bundle]] = []
    var trunks: [Trunk] = []
    for bundle in bundles {
      if case .any(let names) = bundle.source, options.wildcards == .note {
        wildcardLines.append(wildcardLine(bundle, names))
        for ordinal in bundle.ordinals { placement[ordinal] = .noted }
        continue
      }
      // A choice that no arrow leaves has no place in the picture.
      guard bundle.choice.isEmpty || members.count < capabilities.maximumEdges else {
        hide(bundle)
        continue
      }
      let source = self.source(of: bundle, &trunks)
      let stroke = Stroke(
        source: source, target: id(of: bundle.target, from: source), style: bundle.style,
        value: bundle.target == .end(.untold) ? "→ ? \(value(of: bundle) ?? "")" : value(of: bundle)
      )
      if let position = positions[stroke] {
        members[position].append(bundle)
      } else if members.count < capabilities.maximumEdges {
        positions[stroke] = members.count
        members.append([bundle])
        edges.append(
          Diagram.Edge(
            id: id(of: stroke), ordinals: [], source: stroke.source, target: stroke.target,
            style: stroke.style,
            lines: [], tooltip: ""))
      } else {
        hide(bundle)
      }
    }
    for position in members.indices { edges[position].isInside = isInside(edges[position]) }
    number(members)
    for position in members.indices { finish(edge: position, members[position]) }
    for trunk in trunks { add(trunk) }
  }

  private mutating func hide(_ bundle: Bundle) {
    for ordinal in bundle.ordinals { placement[ordinal] = .hidden(.overLimit) }
    overLimit += bundle.ordinals.map { _ in .overLimit }
  }

  /// Gives numbers to the conditions for which labels have no room, if they are few enough to be notes.
  private mutating func number(_ members: [[Bundle]]) {
    var long: OrderedSet<String> = []
    for (edge, bundles) in zip(edges, members) {
      long.formUnion(longConditions(of: bundles, isInside: edge.isInside))
    }
    guard capabilities.hasNotes, long.count <= Self.mostConditions else { return }
    conditionNumbers = Dictionary(uniqueKeysWithValues: zip(long, options.firstCondition...))
  }

  /// What is said of an answer beside its label where no arrow shows it: `→ true`, the value that it
  /// gives a property; `true:`, the one in which that answers so.
  func value(of bundle: Bundle) -> String? {
    let from = bundle.transition.from
    guard let region = properties.region(of: from) else { return nil }
    if case .end(.state(let name)) = bundle.target, name != from,
      properties.region(of: name) == region
    {
      return "→ \(machine.value(of: name))"
    }
    return "\(machine.value(of: from)):"
  }

  /// The arrow that leads to a choice.
  private struct Trunk {
    var source: String
    var choice: String
    var bundle: Bundle
  }

  /// The node that an answer starts from: the state, or the choice that its event leads to.
  private mutating func source(of bundle: Bundle, _ trunks: inout [Trunk]) -> String {
    let source = id(of: bundle.source)
    guard !bundle.choice.isEmpty else { return source }
    let choice = id(ofHelper: .choice(bundle.choice, bundle.style, of: source))
    if !trunks.contains(where: { $0.choice == choice }) {
      trunks.append(Trunk(source: source, choice: choice, bundle: bundle))
    }
    return choice
  }

  private mutating func add(_ trunk: Trunk) {
    let stroke = Stroke(source: trunk.source, target: trunk.choice, style: trunk.bundle.style)
    edges.append(
      Diagram.Edge(
        id: id(of: stroke), ordinals: [], source: stroke.source, target: stroke.target,
        style: stroke.style, lines: lines(ofChoice: trunk.bundle.choice), tooltip: "",
        link: link(trunk.bundle.transition.location)))
  }

  private mutating func id(of stroke: Stroke) -> String {
    let pair = "\(stroke.source)_\(stroke.target)"
    edgesBetween[pair, default: 0] += 1
    return edgesBetween[pair].map { $0 > 1 ? "\(pair)_\($0)" : pair } ?? pair
  }

  private mutating func finish(edge position: Int, _ members: [Bundle]) {
    let ordinals = members.flatMap(\.ordinals).sorted()
    edges[position].ordinals = ordinals
    edges[position].lines = edgeLines(members, isInside: edges[position].isInside)
    edges[position].tooltip = tooltip(members)
    edges[position].link = members.first.flatMap { link($0.transition.location) }
    let counts = ordinals.compactMap { options.counts[$0] }
    edges[position].count = counts.isEmpty ? nil : counts.reduce(0, &+)
    for bundle in members {
      for ordinal in bundle.ordinals {
        placement[ordinal] =
          bundle.ordinals.count > 1
          ? .folded(edge: position)
          : members.count > 1 ? .merged(edge: position) : .drawn(edge: position)
      }
    }
  }

  private func isInside(_ edge: Diagram.Edge) -> Bool {
    switch capabilities.loops {
    case .outside: false
    case .inside: edge.isLoop
    case .insideSimpleStates: edge.isLoop && !hosts.contains(edge.source)
    }
  }

  /// The nodes of the states that a machine is drawn inside of.
  private var hosts: Set<String> { Set(nesting.hosts.compactMap { stateIDs[$0] }) }

  func node(ofState name: String) -> String? { stateIDs[name] }

  private func link(_ location: SourceLocation) -> String? {
    options.links?.address(of: location)
  }

  private mutating func id(of source: Bundle.Source) -> String {
    switch source {
    case .state(let name): stateIDs[name] ?? id(ofHelper: .end(.state(name), of: ""))
    case .any(let names): id(ofHelper: .any(names))
    }
  }

  private mutating func id(of target: Bundle.Target, from source: String) -> String {
    switch target {
    case .same, .end(.untold): source
    case .end(.state(let name)): stateIDs[name] ?? id(ofHelper: .end(.state(name), of: ""))
    case .end(let end): id(ofHelper: .end(end, of: source))
    }
  }

  // MARK: - Results

  func account(_ selection: Selection) -> [Disposition] {
    selection.outcomes.enumerated().map { index, outcome in
      if case .omitted(let reason) = outcome { return .hidden(reason) }
      return placement[index] ?? .hidden(.overLimit)
    }
  }

  /// The regions and superstates, each with the nodes that lie in none further in.
  func areas() -> [Diagram.Area] {
    let areas = regions() + boxes()
    return areas.enumerated().map { index, area in
      let inner = areas[(index + 1)...].flatMap(\.nodes)
      var area = area
      area.nodes.removeAll(where: inner.contains)
      area.parent = areas[..<index].last { Set($0.nodes).isSuperset(of: areas[index].nodes) }?.id
      return area
    }
  }

  /// The superstates, those around others first.
  private func boxes() -> [Diagram.Area] {
    let groups = superstates.groups.filter { helperIDs[.any($0)] != nil }
    let sorted = groups.sorted { one, other in
      one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count > other.count
    }
    return sorted.map { group in
      let inner = superstates.groups.filter { Set($0).isStrictSubset(of: group) }
      let nodes = group.compactMap(node) + ([group] + inner).compactMap { helperIDs[.any($0)] }
      return Diagram.Area(
        id: "u\(helperIDs[.any(group)] ?? "")", kind: .superstate, name: " ", nodes: nodes)
    }
  }

  /// The regions with the states that are in the picture; a state belongs to the first that has it.
  private func regions() -> [Diagram.Area] {
    // One region is the machine itself.
    guard machine.regions.count > 1 else { return [] }
    var taken: Set<String> = []
    let boxes = nodes.filter { $0.kind == .property }.map(\.id)
    taken.formUnion(boxes)
    let own = machine.regions.enumerated().compactMap { index, region -> Diagram.Area? in
      let members = region.states.compactMap { stateIDs[$0] }.filter { taken.insert($0).inserted }
      guard !members.isEmpty else { return nil }
      let initial = region.initial.flatMap { stateIDs[$0] }
      return Diagram.Area(
        id: "r\(index)", name: region.name.printable.cut(to: 60), nodes: withHelpers(members),
        initial: initial.flatMap { members.contains($0) ? $0 : nil })
    }
    guard !boxes.isEmpty else { return own }
    return own
      + [Diagram.Area(id: "properties", name: "properties", nodes: withHelpers(boxes))]
  }

  /// The nodes, and those that stand for some of them or beside one of them.
  private func withHelpers(_ members: [String]) -> [String] {
    var found = members
    var open = helperIDs.sorted { $0.value < $1.value }
    while let next = open.firstIndex(where: { helper, _ in belongs(helper, to: found) }) {
      found.append(open.remove(at: next).value)
    }
    return found
  }

  private func belongs(_ helper: Helper, to nodes: [String]) -> Bool {
    if let neighbour = helper.neighbour { return nodes.contains(neighbour) }
    guard case .any(let names) = helper else { return false }
    return names.allSatisfy { stateIDs[$0].map(nodes.contains) ?? false }
  }
}
