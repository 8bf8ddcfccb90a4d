/// The machines inside a reducer, which a recording knows before their first step.
public struct MachineList<State: Sendable>: Sendable {
  struct Entry: Sendable {
    let route: Route
    let machine: any StateMachine.Type
    /// The name of the machine's state inside the whole one.
    let name: @Sendable (State) -> String
  }

  private(set) var entries: [Entry] = []

  init() {}

  mutating func add<Machine: StateMachine>(_ machine: Machine.Type)
  where Machine.State == State {
    entries.append(
      Entry(route: .root, machine: machine) { Machine.traceName(state: $0) })
  }

  /// Adds the machines of a child.
  mutating func add<Child>(
    _ other: MachineList<Child>, at key: Route.Key, child: @escaping @Sendable (State) -> Child
  ) {
    entries += other.entries.map { entry in
      Entry(route: entry.route.below(key), machine: entry.machine) { entry.name(child($0)) }
    }
  }
}
