/// The machines inside a reducer, which a recording knows before their first step.
public struct MachineList<State: Sendable>: Sendable {
  /// The state that says which machines there are.
  let state: State
  private(set) var machines: [PresentMachine] = []

  init(state: State) { self.state = state }

  mutating func add<Machine: StateMachine>(_ machine: Machine.Type)
  where Machine.State == State {
    machines.append(
      PresentMachine(machine: .machine(machine)) { state in
        (state as? State).map { Machine.traceName(state: $0) }
      })
  }

  /// Adds the machines inside a reducer that stands for the whole of this state, or the reducer
  /// itself where no machine does.
  mutating func add<R: Reducer<State, Action>, Action>(whole reducer: R) {
    let start = machines.count
    reducer.declareMachines(in: &self)
    guard let type = reducer._recordedType,
      !machines[start...].contains(where: { $0.route == .root })
    else { return }
    let feature = PresentMachine(machine: .feature(type)) { state in
      (state as? State).map { StateName.reflecting($0) }
    }
    // Before its children, which say in whom they are.
    machines.insert(feature, at: start)
  }

  /// Adds the machines of a child, if its state is there.
  mutating func add<Child: Reducer>(
    _ child: Child, at key: Route.Key, state childState: @escaping @Sendable (State) -> Child.State?
  ) {
    guard let present = childState(state) else { return }
    var inner = MachineList<Child.State>(state: present)
    inner.add(whole: child)
    machines += inner.machines.map { $0.below(key, state: childState) }
  }
}

/// A machine somewhere inside a state.
struct PresentMachine: Sendable {
  var route = Route.root
  let machine: RecordedType
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
