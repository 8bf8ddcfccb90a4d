import OrreryModel

/// Collects the nodes and edges of a diagram and gives them their ids.
struct Builder {
  let machine: Machine
  let vocabulary: Vocabulary
  let capabilities: Capabilities
  let options: RenderOptions
  let nesting: Nesting
  let territories: Territories

  private(set) var nodes: [Diagram.Node] = []
  private(set) var edges: [Diagram.Edge] = []
  /// One for each transition that the target has no room for.
  private(set) var overLimit: [Omission] = []
  /// What many states do alike, where they are no edges.
  private(set) var wildcardLines: [String] = []

  private var stateIDs: [String: String] = [:]
  private var helperIDs: [Helper: String] = [:]
  /// How many edges there are between two nodes.
  private var edgesBetween: [String: Int] = [:]
  private var placement: [Int: Disposition] = [:]

  /// A node that no state of the machine stands for.
  private enum Helper: Hashable {
    case any([String])
    case end(Selection.Target, of: String)

    /// The ids of the states that its edges start from; a region that has them all has it, too.
    func sources(_ ids: [String: String]) -> [String] {
      switch self {
      case .any(let names): names.map { ids[$0] ?? "" }
      case .end(_, let source): [source]
      }
    }
  }

  /// What edges must share to be drawn as one.
  private struct Stroke: Hashable {
    var source: String
    var target: String
    var style: EdgeStyle

    // Few strokes share these.
    func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(target)
    }
  }

  init(
    machine: Machine, vocabulary: Vocabulary, capabilities: Capabilities, options: RenderOptions,
    nesting: Nesting, territories: Territories
  ) {
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
    case .end(.unknown, _): nodes.append(.end(id, .unknown, "?", "target not known"))
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
    for bundle in bundles {
      if case .any(let names) = bundle.source, options.wildcards == .note {
        wildcardLines.append(wildcardLine(bundle, names))
        for ordinal in bundle.ordinals { placement[ordinal] = .noted }
        continue
      }
      let source = id(of: bundle.source)
      let stroke = Stroke(
        source: source, target: id(of: bundle.target, from: source), style: bundle.style)
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
        for ordinal in bundle.ordinals { placement[ordinal] = .hidden(.overLimit) }
        overLimit += bundle.ordinals.map { _ in .overLimit }
      }
    }
    for position in members.indices { finish(edge: position, members[position]) }
  }

  private mutating func id(of stroke: Stroke) -> String {
    let pair = "\(stroke.source)_\(stroke.target)"
    edgesBetween[pair, default: 0] += 1
    return edgesBetween[pair].map { $0 > 1 ? "\(pair)_\($0)" : pair } ?? pair
  }

  private mutating func finish(edge position: Int, _ members: [Bundle]) {
    let ordinals = members.flatMap(\.ordinals).sorted()
    edges[position].ordinals = ordinals
    edges[position].isInside = isInside(edges[position])
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
    case .same: source
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

  /// The regions with the states that are in the picture; a state belongs to the first that has it.
  func areas() -> [Diagram.Area] {
    // One region is the machine itself.
    guard machine.regions.count > 1 else { return [] }
    var taken: Set<String> = []
    return machine.regions.enumerated().compactMap { index, region in
      let members = region.states.compactMap { stateIDs[$0] }.filter { taken.insert($0).inserted }
      guard !members.isEmpty else { return nil }
      let helpers = helperIDs.compactMap { helper, id in
        helper.sources(stateIDs).allSatisfy(members.contains) ? id : nil
      }
      let initial = region.initial.flatMap { stateIDs[$0] }
      return Diagram.Area(
        id: "r\(index)", name: region.name.printable.cut(to: 60), nodes: members + helpers.sorted(),
        initial: initial.flatMap { members.contains($0) ? $0 : nil })
    }
  }
}
