import ComposableArchitecture

@Reducer
public struct Cart {
  @ObservableState
  public enum State: Equatable {
    case empty
    case filled(Int)

    public init() { self = .empty }
  }

  public enum Action { case addTapped, clearTapped }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch (state, action) {
      case (.empty, .addTapped):
        state = .filled(1)
        return .none
      case (.filled(let count), .addTapped):
        state = .filled(count + 1)
        return .none
      case (_, .clearTapped):
        state = .empty
        return .none
      }
    }
  }
}

@Reducer
public struct Help {
  @ObservableState
  public struct State: Equatable {
    public var page = Page.first

    public enum Page { case first, second }

    public init() {}
  }

  public enum Action { case nextTapped, doneTapped }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nextTapped:
        state.page = .second
        return .none
      case .doneTapped:
        return .none
      }
    }
  }
}

@Reducer
public struct Row {
  @ObservableState
  public struct State: Equatable, Identifiable {
    public let id: Int
    public var isOn = false
  }

  public enum Action { case toggled }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggled:
      state.isOn.toggle()
      return .none
    }
  }
}
