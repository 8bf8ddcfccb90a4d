import ComposableArchitecture

/// A shop: goods are loaded, put in a cart and paid.
@Reducer
public struct Shop {
  @ObservableState
  public struct State: Equatable {
    public var isLoading = false
    public var mode = Mode.browsing
    public var filter: Filter?
    public var total = 0
    public var cart = Cart.State()
    @Presents public var help: Help.State?
    public var rows: IdentifiedArrayOf<Row.State> = []
    public init() {}

    public enum Mode: Equatable {
      case browsing, paying
      case done(Int)
    }

    public enum Filter: Equatable { case cheap, near }
  }

  public enum Action {
    case loadTapped
    case loaded(Result<[Int], Failure>)
    case cancelTapped
    case filterTapped(State.Filter)
    case payTapped
    case paid(Int)
    case helpTapped
    case cart(Cart.Action)
    case help(PresentationAction<Help.Action>)
    case rows(IdentifiedActionOf<Row>)
    case view(View)

    public enum View { case appeared, closed }
  }

  public struct Failure: Error, Equatable {}
  private enum CancelID { case load }
  let goods: @Sendable () async throws -> [Int]

  public init(goods: @escaping @Sendable () async throws -> [Int]) { self.goods = goods }

  public var body: some ReducerOf<Self> {
    Scope(state: \.cart, action: \.cart) { Cart() }
    Reduce { state, action in
      switch action {
      case .loadTapped:
        state.isLoading = true
        return .run { [goods] send in
          await send(.loaded(.success(try await goods())))
        } catch: { _, send in
          await send(.loaded(.failure(Failure())))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      case .loaded(.success(let ids)):
        state.isLoading = false
        state.rows = IdentifiedArray(uniqueElements: ids.map { Row.State(id: $0) })
        return .none
      case .loaded(.failure):
        state.isLoading = false
        return .none
      case .cancelTapped:
        state.isLoading = false
        return .cancel(id: CancelID.load)
      case .filterTapped(let filter):
        state.filter = filter
        return .none
      case .payTapped:
        state.mode = .paying
        return .send(.paid(3))
      case .paid(let sum):
        state.mode = .done(sum)
        return .none
      case .helpTapped:
        state.help = Help.State()
        return .none
      case .help(.presented(.doneTapped)):
        state.help = nil
        return .none
      case .view(.appeared):
        state.mode = .browsing
        return .none
      case .view(.closed):
        state.filter = nil
        return .none
      case .cart, .help, .rows:
        return .none
      }
    }
    .ifLet(\.$help, action: \.help) { Help() }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}
