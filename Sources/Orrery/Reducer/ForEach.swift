/// An action for one element of a collection.
public enum IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

extension Reducer {
  /// Adds a child for each element of an array; it runs before this reducer.
  ///
  /// An action for an element that is not there is dropped and reported. What an element's effects
  /// do is cancelled as soon as the element is gone.
  ///
  /// - Parameters:
  ///   - state: Where the parent holds the elements, whose ids are unique.
  ///   - action: The element's action inside a parent's, or nothing where there is none.
  ///   - embed: Wraps an action of an element for the parent.
  ///   - child: Builds the child.
  /// - Complexity: O(*n*) for *n* elements for each action to one of them.
  public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: any WritableKeyPath<State, [ChildState]> & Sendable,
    action: any KeyPath<Action, IdentifiedAction<ChildState.ID, ChildAction>?> & Sendable,
    embed: @escaping @Sendable (IdentifiedAction<ChildState.ID, ChildAction>) -> Action,
    @ReducerBuilder<ChildState, ChildAction> element child: @escaping @Sendable () -> Child
  ) -> ForEachReducer<Self, Child> where ChildState: Identifiable, ChildState.ID: Sendable {
    ForEachReducer(parent: self, state: state, path: ActionPath(action, embed: embed), child: child)
  }
}

/// A reducer with a child for each element of an array.
public struct ForEachReducer<Parent: Reducer, Child: Reducer>: Reducer
where Child.State: Identifiable, Child.State.ID: Sendable {
  public typealias Body = Never
  typealias ElementAction = IdentifiedAction<Child.State.ID, Child.Action>

  let parent: Parent
  let state: any WritableKeyPath<Parent.State, [Child.State]> & Sendable
  let path: ActionPath<Parent.Action, ElementAction>
  let child: @Sendable () -> Child

  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let before = state[keyPath: self.state].map(\.id)
    let effect = reduceElement(into: &state, action: action)
    var whole = effect.and(parent.reduce(into: &state, action: action))
    let after = state[keyPath: self.state].map(\.id)
    guard before != after else { return whole }
    var list = MachineList(state: state)
    for id in Self.missing(after, in: before) { add(id, to: &list) }
    let departed = Self.missing(before, in: after).map { Route.root.below(key(of: $0)) }
    whole.notes = Notes.joined(
      whole.notes, Notes(arrived: list.machines, departed: departed))
    return whole
  }

  private static func missing(
    _ ids: [Child.State.ID], in others: [Child.State.ID]
  ) -> [Child.State.ID] {
    let known = Set(others)
    return ids.filter { !known.contains($0) }
  }

  private func add(_ id: Child.State.ID, to list: inout MachineList<Parent.State>) {
    let path = state
    list.add(child(), at: key(of: id)) { parent in parent[keyPath: path].first { $0.id == id } }
  }

  private func key(of id: Child.State.ID) -> Route.Key {
    Route.Key(state, element: Identity(id))
  }

  private func reduceElement(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard case .element(let id, let childAction)? = path.extract(action) else { return .none }
    let keyPath = self.state
    guard let index = state[keyPath: keyPath].firstIndex(where: { $0.id == id }) else {
      var effect = Effect<Parent.Action>.none
      effect.notes = Notes(issues: [
        Misuse.absent(childAction, in: "no element \(id) at \(keyPath)")
      ])
      return effect
    }
    return child()
      .reduceWhole(into: &state[keyPath: keyPath][index], action: childAction)
      .whilePresent()
      .nested(
        at: key(of: id),
        child: { (parent: Parent.State) in parent[keyPath: keyPath].first { $0.id == id } },
        transform: { [path] in path.embed(.element(id: id, action: $0), action) })
  }

  public var _recordedType: (any Reducer.Type)? { parent._recordedType }

  public func declareMachines(in list: inout MachineList<Parent.State>) {
    parent.declareMachines(in: &list)
    for element in list.state[keyPath: state] { add(element.id, to: &list) }
  }
}
