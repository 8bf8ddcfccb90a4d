extension Reducer where Action: CasePathable {
  /// Runs a feature where there is one, before its parent; dismissing it takes it away.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> some Reducer<State, Action> {
    let (path, child) = (Action.allCasePaths[keyPath: toAction], destination())
    return Reduce { state, action in
      guard let own = path.extract(from: action) else {
        return reduce(into: &state, action: action)
      }
      switch own {
      case .dismiss:
        let effect = reduce(into: &state, action: action)
        state[keyPath: toState].wrappedValue = nil
        return effect
      case .presented(let childAction):
        guard var childState = state[keyPath: toState].wrappedValue else { return .none }
        let effect = child.reduce(into: &childState, action: childAction)
          .map { path.embed(.presented($0)) }
        state[keyPath: toState].wrappedValue = childState
        return .merge(effect, reduce(into: &state, action: action))
      }
    }
  }

  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    ifLet(state, action: action) { ChildState.StateReducer.body }
  }

  /// Runs a feature for an element of a list, before its parent.
  public func forEach<
    ElementState, ElementAction, ID, Element: Reducer<ElementState, ElementAction>
  >(
    _ toState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> some Reducer<State, Action> {
    let (path, element) = (Action.allCasePaths[keyPath: toAction], element())
    return Reduce { state, action in
      var effect = Effect<Action>.none
      if case .element(let id, let own)? = path.extract(from: action),
        var elementState = state[keyPath: toState][id: id]
      {
        effect = element.reduce(into: &elementState, action: own)
          .map { path.embed(.element(id: id, action: $0)) }
        state[keyPath: toState][id: id] = elementState
      }
      return .merge(effect, reduce(into: &state, action: action))
    }
  }

  /// Runs a screen of a stack, before its parent.
  public func forEach<ScreenState: CaseReducerState, ScreenAction>(
    _ toState: WritableKeyPath<State, StackState<ScreenState>>,
    action toAction: CaseKeyPath<Action, StackAction<ScreenState, ScreenAction>>
  ) -> some Reducer<State, Action> where ScreenState.StateReducer.Action == ScreenAction {
    let path = Action.allCasePaths[keyPath: toAction]
    return Reduce { state, action in
      var effect = Effect<Action>.none
      switch path.extract(from: action) {
      case .element(let id, let own)?:
        guard var screen = state[keyPath: toState][id: id] else { break }
        effect = ScreenState.StateReducer.body.reduce(into: &screen, action: own)
          .map { path.embed(.element(id: id, action: $0)) }
        state[keyPath: toState][id: id] = screen
      case .popFrom(let id)?:
        effect = reduce(into: &state, action: action)
        state[keyPath: toState].pop(from: id)
        return effect
      default: break
      }
      return .merge(effect, reduce(into: &state, action: action))
    }
  }
}
