import OrreryModel

/// Where the machines that a machine is built from stand in its picture.
struct Nesting {
  /// One nested machine.
  struct Part {
    var child: Child
    /// The machine, where it is drawn inside.
    var machine: Machine?
    /// The state during which it runs; nothing where it always does, or nobody knows when.
    var host: String?
    /// The file of its picture, without the ending.
    var page: String?
    /// What its ids begin with.
    var prefix = ""

    private var name: String {
      machine?.name ?? child.machine.split(separator: ".").last.map(String.init) ?? "?"
    }

    /// `counter: CounterFeature`; in a state, which tells where it is, the name alone.
    var title: String {
      let via =
        switch child.via {
        case .scope, .nested: ""
        case .ifLet: " (while there is one)"
        case .forEach: " (each)"
        }
      return (host == nil ? "\(child.path): \(name)\(via)" : name).printable.cut(to: 60)
    }
  }

  private var parts: [Part]

  init(_ machine: Machine, _ options: RenderOptions) {
    // A part of a picture shows no more than that part.
    let isWhole = options.focus == nil
    parts = machine.children.flatMap { child in
      Self.shown(child, in: machine, options.nested).map { child, host in
        Part(
          child: child, machine: isWhole ? options.nested.inner(child) : nil,
          host: host, page: options.nested.pages[child.machine])
      }
    }
    for (number, index) in parts.indices.filter({ parts[$0].machine != nil }).enumerated() {
      parts[index].prefix = "m\(number)"
    }
  }

  /// The states that a machine is drawn inside of, each once, in the order of their children.
  var hosts: [String] {
    var seen: Set<String> = []
    return parts.compactMap { $0.machine == nil ? nil : $0.host }
      .filter { seen.insert($0).inserted }
  }

  /// What is drawn inside of a state.
  func inner(of state: String) -> [Part] { parts.filter { $0.host == state && $0.machine != nil } }

  /// What is drawn beside the machine's own states: it runs whatever they are.
  var beside: [Part] { parts.filter { $0.host == nil && $0.machine != nil } }

  /// What has its own picture, and no state to stand in.
  var linked: [Part] { parts.filter { $0.host == nil && $0.machine == nil } }

  /// What has its own picture, and runs while the state holds.
  func linked(in state: String) -> [Part] {
    parts.filter { $0.host == state && $0.machine == nil }
  }

  func submachines(of state: String) -> [Diagram.Submachine] {
    linked(in: state).map { Diagram.Submachine(name: $0.title, page: $0.page) }
  }

  /// What a child is drawn as: of an enum whose cases are the machine's states what each carries.
  private static func shown(
    _ child: Child, in machine: Machine, _ nested: NestedMachines
  ) -> [(child: Child, host: String?)] {
    if let host = host(of: child, in: machine) { return [(child, host)] }
    guard machine.stateKind == .struct, machine.projection == [child.path],
      let shown = nested.machine(of: child), shown.stateKind == .enum,
      case let names = Set(machine.states.map(\.name)),
      case let carried = shown.children.filter({ names.contains($0.path) }), !carried.isEmpty
    else { return [(child, nil)] }
    return carried.map { ($0, $0.path) }
  }

  /// The state of an enum that carries the child, or the value of the one property that holds it.
  private static func host(of child: Child, in machine: Machine) -> String? {
    let names = Set(machine.states.map(\.name))
    switch machine.stateKind {
    case .enum:
      let last = child.path.split(separator: ".").last.map(String.init) ?? child.path
      return [child.path, last].first(where: names.contains)
    case .struct:
      let value = machine.projection == [child.path] ? "some" : "\(child.path)=some"
      return names.contains(value) ? value : nil
    }
  }
}
