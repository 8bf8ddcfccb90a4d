import OrreryModel

/// The machines that others are built from: where each has its page, and which are drawn inside of
/// the machine that holds them.
public struct NestedMachines: Hashable, Sendable {
  /// How many levels of nested machines are drawn inside; the others are links to their pages.
  public var depth = 0
  /// Machines that are never drawn inside, by id.
  public var collapsed: Set<String> = []
  /// The names of the files of machines without their ending, by id; none for those without a page.
  public var pages: [String: String] = [:]
  private var machines: [String: Machine] = [:]
  /// The machines around the one that is drawn: none is drawn inside of itself.
  private var around: Set<String> = []

  /// - Parameter machines: All that children are looked up in, by their ids.
  public init(_ machines: [Machine] = []) {
    self.machines = Dictionary(machines.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The machine of a child, wherever that is drawn.
  func machine(of child: Child) -> Machine? {
    around.contains(child.machine) ? nil : machines[child.machine]
  }

  /// The machine that is to be drawn inside of its holder; nothing where it is a link.
  func inner(_ child: Child) -> Machine? {
    guard depth > 0, !collapsed.contains(child.machine), !around.contains(child.machine),
      let machine = machines[child.machine],
      !machine.states.isEmpty || !machine.actions.isEmpty || !machine.children.isEmpty
    else { return nil }
    return machine
  }

  /// What is left one level further in.
  func inside(_ machine: Machine) -> Self {
    var inner = self
    inner.depth -= 1
    inner.around.insert(machine.id)
    return inner
  }

  /// The file of a machine in that format.
  func page(of machine: String, as ending: String) -> String? {
    pages[machine].map { "\($0).\(ending)" }
  }
}
