import ComposableArchitecture

/// A tour through screens: a stack, one at a time beside it, and a flag that is shared.
@Reducer
public struct Tour {
  @Reducer
  public enum Screen {
    case detail(Detail)
    case help(Help)
  }

  @Reducer
  public enum Sheet {
    case help(Help)
    case detail(Detail)
  }

  @ObservableState
  public struct State: Equatable {
    public var path = StackState<Screen.State>()
    @Presents public var sheet: Sheet.State?
    public var wish: Wish?
    @Shared public var isNew: Bool

    public enum Wish: Equatable { case sun, rain }

    public init() { _isNew = Shared(value: true) }
  }

  public enum Action {
    case startTapped
    case sheetTapped
    case wished(State.Wish)
    case sunTapped
    case path(StackActionOf<Screen>)
    case sheet(PresentationAction<Sheet.Action>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        state.path.append(.detail(Detail.State()))
        return .none
      case .sheetTapped:
        state.sheet = .help(Help.State())
        return .none
      case .wished(let wish):
        state.wish = wish
        return .none
      case .sunTapped:
        state.wish = .sun
        return .none
      case .path(.element(id: _, action: .detail(.moreTapped))):
        state.path.append(.help(Help.State()))
        return .none
      case .path(.element(id: _, action: .help(.doneTapped))):
        state.path.removeLast()
        return .none
      case .path, .sheet:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet)
    .forEach(\.path, action: \.path)
  }
}

extension Tour.Screen.State: Equatable {}
extension Tour.Sheet.State: Equatable {}

@Reducer
public struct Detail {
  @ObservableState
  public struct State: Equatable {
    public var isLiked = false

    public init() {}
  }

  public enum Action { case likeTapped, moreTapped }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .likeTapped:
        state.isLiked = true
        return .none
      case .moreTapped:
        return .none
      }
    }
  }
}
