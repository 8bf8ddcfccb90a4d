import OrderedCollections
import OrreryModel

extension Diagram {
  /// Which machine is built from which: a node for each machine that holds or is held, an edge for
  /// each way in which one is held.
  ///
  /// - Returns: Nothing where no machine is built from another one.
  /// - Complexity: O(*n*) in the number of machines and children.
  package init?(featuresOf machines: [Machine], options: RenderOptions = RenderOptions()) {
    var tree = FeatureTree(machines, options)
    tree.grow()
    guard tree.isTree else { return nil }
    self.init(
      title: "Features",
      summary: "\(tree.nodes.count) machines and how they are built from one another.",
      look: Look(theme: options.theme, scale: max(options.scale, 1)), nodes: tree.nodes,
      edges: tree.edges, areas: [], notes: [],
      caption: tree.isCrowded ? ["Drawn without the names of properties"] : [], legend: [],
      account: [])
  }
}

private struct FeatureTree {
  private(set) var nodes: [Diagram.Node] = []
  private(set) var edges: [Diagram.Edge] = []
  private let machines: [Machine]
  private let options: RenderOptions
  private var ids: [String: String] = [:]

  /// Whether any machine is built from another one.
  var isTree: Bool { !edges.isEmpty || nodes.contains { !$0.submachines.isEmpty } }

  init(_ machines: [Machine], _ options: RenderOptions) {
    (self.machines, self.options) = (machines, options)
  }

  mutating func grow() {
    let held = Set(machines.flatMap(\.children).map(\.machine))
    let parts = parts()
    for machine in machines where !machine.children.isEmpty || held.contains(machine.id) {
      guard !parts.contains(machine.id) else { continue }
      add(machine.id, lines(machine), machine.documentation ?? machine.id)
    }
    for machine in machines {
      guard ids[machine.id] != nil else { continue }
      // What lies outside of the source that was read has a name and nothing else.
      for child in machine.children where !parts.contains(child.machine) {
        if ids[child.machine] == nil { addUnknown(child.machine) }
      }
    }
    for machine in machines {
      guard let source = ids[machine.id] else { continue }
      for child in machine.children where parts.contains(child.machine) { list(child, in: source) }
      for (name, children) in OrderedDictionary(grouping: machine.children, by: \.machine) {
        if let target = ids[name] { connect(source, target, children, of: machine) }
      }
    }
  }

  /// The machines that are lines in the box of the only one that holds them, where boxes of their own
  /// would be too many: those that hold none themselves.
  private func parts() -> Set<String> {
    let uses = Dictionary(grouping: machines.flatMap(\.children), by: \.machine)
    let holders = Set(machines.filter { !$0.children.isEmpty }.map(\.id))
    guard holders.union(uses.keys).count > Self.mostBoxes else { return [] }
    return Set(uses.filter { $0.value.count == 1 && !holders.contains($0.key) }.keys)
  }

  private static let mostBoxes = 12
  /// With more boxes, arrows have no labels: these would take most of the room.
  private static let mostLabelled = 40
  var isCrowded: Bool { nodes.count > Self.mostLabelled }

  private mutating func list(_ child: Child, in node: String) {
    guard let index = nodes.firstIndex(where: { $0.id == node }) else { return }
    let name = machines.first { $0.id == child.machine }?.name ?? child.machine
    nodes[index].submachines.append(
      Diagram.Submachine(
        name: "\(label(child)): \(name)".printable.cut(to: 60),
        page: options.nested.pages[child.machine]))
  }

  /// Whether the name of the machine says what the property that holds it is called: `homeState`.
  private static func isSaid(_ child: Child) -> Bool {
    let name = child.machine.split(separator: ".").last?.lowercased() ?? ""
    let path = child.path.lowercased()
    let stem = path.hasSuffix("state") ? String(path.dropLast("state".count)) : path
    return [stem, stem + "feature", stem + "reducer"].contains(name)
  }

  private func label(_ child: Child) -> String {
    [.nested, .scope].contains(child.via) ? child.path : "\(child.path) (\(child.via.rawValue))"
  }

  private func lines(_ machine: Machine) -> [Line] {
    var setter = LabelSetter(width: 28)
    setter.add(.name, machine.name.printable, limit: Limits.roomy.name)
    let count = machine.states.count
    let size = count == 1 ? "1 state" : "\(count) states"
    let detail = count > 0 ? size : "\(machine.actions.count) actions"
    return setter.lines + [[Span(.detail, "\(machine.style.rawValue), \(detail)")]]
  }

  private mutating func add(_ machine: String, _ lines: [Line], _ tooltip: String) {
    guard ids[machine] == nil else { return }
    let id = "f\(nodes.count)"
    ids[machine] = id
    nodes.append(
      Diagram.Node(
        id: id, kind: .machine, lines: lines, tooltip: tooltip.printable.cut(to: 400),
        link: options.nested.page(of: machine, as: "svg")))
  }

  private mutating func addUnknown(_ machine: String) {
    var setter = LabelSetter(width: 28)
    setter.add(.name, machine.isEmpty ? "?" : machine.printable, limit: Limits.roomy.name)
    let isFirst = ids[machine] == nil
    add(machine, setter.lines, "\(machine): not in the source that was read")
    if isFirst { nodes[nodes.count - 1].kind = .any }
  }

  /// One arrow, however often the one holds the other.
  private mutating func connect(
    _ source: String, _ target: String, _ children: [Child], of machine: Machine
  ) {
    let isSaid = children.count == 1 && Self.isSaid(children[0])
    let labels = isCrowded ? [] : children.flatMap { lines($0, named: !isSaid) }
    let held = children.map { "\(machine.name) holds \($0.machine) as \($0.path)" }
    edges.append(
      Diagram.Edge(
        id: "\(source)_\(target)", ordinals: [edges.count], source: source, target: target,
        style: EdgeStyle(origin: .child, kind: .move, certainty: .exact), lines: labels,
        tooltip: held.joined(separator: "\n").printable.cut(to: 240), prefix: "f"))
  }

  private func lines(_ child: Child, named isNamed: Bool) -> [Line] {
    var setter = LabelSetter(width: 30)
    if isNamed { setter.add(.event, child.path.printable, limit: Limits.roomy.name) }
    if child.via != .nested, child.via != .scope {
      setter.add(.condition, "(\(child.via.rawValue))", limit: 16)
    }
    return setter.lines
  }
}
