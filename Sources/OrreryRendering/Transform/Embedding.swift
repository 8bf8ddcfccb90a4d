import OrreryModel

extension Diagram {
  /// Draws the nested machines inside: in the state that holds them, or in a region of their own.
  ///
  /// - Parameter hosts: The node of a state.
  mutating func embed(
    _ nesting: Nesting, _ capabilities: Capabilities, _ options: RenderOptions,
    hosts node: (String) -> String?
  ) {
    let embedding = Embedding(capabilities: capabilities, options: options)
    if !nesting.beside.isEmpty { makeOwnRegion() }
    for part in nesting.beside {
      var area = Area(id: "a\(part.prefix)", name: part.title, nodes: [])
      area.page = part.page
      embed(part, in: area, embedding)
    }
    for state in nesting.hosts {
      if let host = node(state) { embed(nesting.inner(of: state), in: host, embedding) }
    }
    let hidden = nested.flatMap(\.account).count { if case .hidden = $0 { true } else { false } }
    if hidden > 0 { caption.append("Not drawn in nested machines: \(hidden)") }
    guard options.showsLegend else { return }
    legend += Legend.points(nodes).filter { !legend.contains($0) }
  }

  /// Puts all that the machine itself has into a region, to stand beside those of others.
  private mutating func makeOwnRegion() {
    nodes.removeAll { $0.kind == .nothing }
    let own = freeNodes
    guard !own.isEmpty else { return }
    areas.append(
      Area(
        id: "own", name: title, nodes: own, initial: nodes.first(where: \.isInitial)?.id))
  }

  /// The nodes that lie in no area.
  private var freeNodes: [String] {
    let held = Set(areas.flatMap(\.nodes))
    return nodes.map(\.id).filter { !held.contains($0) }
  }

  private mutating func embed(
    _ parts: [Nesting.Part], in host: String, _ embedding: Embedding
  ) {
    var composite = Area(
      id: "b\(host)", kind: .composite, name: parts.map(\.title).joined(separator: ", "), nodes: [])
    composite.parent = areas.first { $0.nodes.contains(host) }?.id
    composite.state = host
    composite.page = parts.count == 1 ? parts[0].page : nil
    if !embedding.capabilities.attachesToComposites { move(host, into: &composite) }
    if parts.count == 1, let part = parts.first {
      return embed(part, in: composite, embedding)
    }
    areas.append(composite)
    for part in parts {
      var region = Area(id: "a\(part.prefix)", name: part.title, nodes: [])
      region.parent = composite.id
      region.page = part.page
      embed(part, in: region, embedding)
    }
  }

  /// Makes the state's node the point where edges enter, with another one where they leave.
  private mutating func move(_ host: String, into composite: inout Area) {
    for index in areas.indices { areas[index].nodes.removeAll { $0 == host } }
    composite.nodes.append(host)
    guard let index = nodes.firstIndex(where: { $0.id == host }) else { return }
    nodes[index].kind = .entry
    let exit = "x\(host)"
    var isLeft = false
    for index in edges.indices where edges[index].source == host && !edges[index].isInside {
      edges[index].source = exit
      isLeft = true
    }
    guard isLeft else { return }
    composite.nodes.append(exit)
    nodes.append(
      Node(
        id: exit, kind: .exit, lines: [], tooltip: "\(nodes[index].lines.text) is left"))
  }

  private mutating func embed(
    _ part: Nesting.Part, in area: Area, _ embedding: Embedding
  ) {
    guard let machine = part.machine else { return }
    let inner = embedding.diagram(of: machine, prefix: part.prefix, besides: self)
    var area = area
    area.nodes += inner.freeNodes
    areas.append(area)
    areas += inner.areas.map { inside in
      var inside = inside
      inside.parent = inside.parent ?? area.id
      return inside
    }
    let first = edges.count
    nodes += inner.nodes
    edges += inner.edges
    nested.append(
      Nested(
        machine: machine.id, prefix: part.prefix,
        account: inner.account.map { $0.shifted(by: first) }))
    nested += inner.nested.map { other in
      var other = other
      other.account = other.account.map { $0.shifted(by: first) }
      return other
    }
    notes += inner.notes.filter { $0.kind != .composition || !$0.lines.isEmpty }
      .map { $0.titled("\(machine.name.printable.cut(to: 40)): \($0.title)") }
    explain(inner.legend)
  }

  /// Adds what is not explained yet; a sign that only the inside needs joins its entry.
  private mutating func explain(_ entries: [Legend]) {
    for entry in entries {
      if let index = legend.firstIndex(where: { $0.meaning == entry.meaning }) {
        if legend[index].mark.isEmpty { legend[index].mark = entry.mark }
      } else {
        legend.append(entry)
      }
    }
  }
}

/// What nested machines are drawn with.
private struct Embedding {
  let capabilities: Capabilities
  let options: RenderOptions

  /// The machine's own picture with ids of its own, within what the target has room for.
  func diagram(of machine: Machine, prefix: String, besides outer: Diagram) -> Diagram {
    var capabilities = capabilities
    capabilities.maximumEdges = max(capabilities.maximumEdges - outer.edges.count, 0)
    var inner = RenderOptions()
    let conditions = outer.notes.filter { $0.kind == .conditions }
    inner.firstCondition = conditions.reduce(1) { $0 + $1.lines.count }
    inner.showsIgnored = options.showsIgnored
    (inner.wildcards, inner.links) = (options.wildcards, options.links)
    (inner.showsLegend, inner.detail) = (options.showsLegend, options.detail)
    inner.nested = options.nested.inside(machine)
    return Diagram(machine, capabilities: capabilities, options: inner).prefixed(prefix)
  }
}

extension Diagram {
  /// The same picture with other ids.
  fileprivate func prefixed(_ prefix: String) -> Self {
    var copy = self
    for index in nodes.indices {
      copy.nodes[index].id = prefix + nodes[index].id
      copy.nodes[index].covers = nodes[index].covers.map { prefix + $0 }
    }
    for index in edges.indices {
      copy.edges[index].id = prefix + edges[index].id
      copy.edges[index].source = prefix + edges[index].source
      copy.edges[index].target = prefix + edges[index].target
      copy.edges[index].prefix = prefix + edges[index].prefix
    }
    for index in areas.indices {
      copy.areas[index].id = prefix + areas[index].id
      copy.areas[index].nodes = areas[index].nodes.map { prefix + $0 }
      copy.areas[index].initial = areas[index].initial.map { prefix + $0 }
      copy.areas[index].parent = areas[index].parent.map { prefix + $0 }
      copy.areas[index].state = areas[index].state.map { prefix + $0 }
    }
    for index in nested.indices { copy.nested[index].prefix = prefix + nested[index].prefix }
    return copy
  }
}

extension Diagram.Note {
  fileprivate func titled(_ title: String) -> Self {
    var note = self
    note.title = title
    return note
  }
}

extension Disposition {
  /// The same where other edges come first.
  fileprivate func shifted(by count: Int) -> Self {
    switch self {
    case .drawn(let edge): .drawn(edge: edge + count)
    case .merged(let edge): .merged(edge: edge + count)
    case .folded(let edge): .folded(edge: edge + count)
    case .noted, .hidden: self
    }
  }
}

extension [Line] {
  /// The lines as one.
  fileprivate var text: String { map(\.text).joined(separator: " ") }
}
