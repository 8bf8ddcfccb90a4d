import OrreryModel

/// The states that a picture shows: all, or those around the focus.
struct Neighbourhood {
  /// All names that the machine mentions, each once, in the order of the picture.
  let names: [String]
  /// The focus, where the machine has that state.
  let focus: String?
  /// A focus that the machine does not have.
  let missing: String?
  private let near: Set<String>?

  init(of machine: Machine, options: RenderOptions) {
    names = machine.inReadingOrder(Self.names(of: machine))
    let known = options.focus.map(names.contains) ?? false
    focus = known ? options.focus : nil
    missing = known ? nil : options.focus
    near = focus.map { Self.within(max(options.depth, 0), of: $0, machine) }
  }

  func contains(_ state: String) -> Bool { near?.contains(state) ?? true }

  /// The names of the states that are in the picture.
  var shown: [String] { names.filter(contains) }

  private static func names(of machine: Machine) -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    func add(_ name: String) {
      if seen.insert(name).inserted { names.append(name) }
    }
    for state in machine.states { add(state.name) }
    for region in machine.regions { region.states.forEach(add) }
    for transition in machine.transitions {
      add(transition.from)
      if let target = transition.to { add(target) }
    }
    return names
  }

  /// The states that are at most `depth` steps away, against the arrows too.
  private static func within(_ depth: Int, of focus: String, _ machine: Machine) -> Set<String> {
    var steps: [String: [String]] = [:]
    for edge in machine.transitions {
      guard let to = edge.to, to != edge.from else { continue }
      steps[edge.from, default: []].append(to)
      steps[to, default: []].append(edge.from)
    }
    var found: Set<String> = [focus]
    var frontier = [focus]
    for _ in 0..<min(depth, steps.count) {
      frontier = frontier.flatMap { steps[$0] ?? [] }.filter { found.insert($0).inserted }
    }
    return found
  }
}
