/// The machines inside a reducer, which a recording knows before their first step.
public struct MachineList<State: Sendable>: Sendable {
  /// The state that says which machines there are.
  let state: State
  private(set) var machines: [PresentMachine] = []

  init(state: State) { self.state = state }

  mutating func add<Machine: StateMachine>(_ machine: Machine.Type)
  where Machine.State == State {
    machines.append(
      PresentMachine(machine: machine) { state in
        (state as? State).map { Machine.traceName(state: $0) }
      })
  }

  /// Adds the machines of a child, if its state is there.
  mutating func add<Child: Reducer>(
    _ child: Child, at key: Route.Key, state childState: @escaping @Sendable (State) -> Child.State?
  ) {
    guard let present = childState(state) else { return }
    var inner = MachineList<Child.State>(state: present)
    child.declareMachines(in: &inner)
    machines += inner.machines.map { $0.below(key, state: childState) }
  }
}

/// A machine somewhere inside a state.
struct PresentMachine: Sendable {
  var route = Route.root
  let machine: any StateMachine.Type
  /// The name of the machine's state inside the whole one; nothing where it is gone.
  let name: @Sendable (any Sendable) -> String?

  /// The same machine, seen from the parent.
  func below<Parent: Sendable, Child: Sendable>(
    _ key: Route.Key, state child: @escaping @Sendable (Parent) -> Child?
  ) -> PresentMachine {
    PresentMachine(route: route.below(key), machine: machine) { [name] state in
      (state as? Parent).flatMap(child).flatMap { name($0) }
    }
  }
}
