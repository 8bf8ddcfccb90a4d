/// The examples of `deprecated-api`.
enum DeprecatedExamples {
  private static let feature = """
    @Reducer
    struct Inbox {
      @ObservableState
      struct State: Equatable {
        var messages: IdentifiedArrayOf<Message.State> = []
        @Presents var alert: AlertState<Action.Alert>?
      }
      enum Action {
        case messages(IdentifiedActionOf<Message>)
        case alert(PresentationAction<Alert>)
        enum Alert {}
      }
    }
    """

  static let views = RuleExample(
    "The state is observable; the view still asks for stores by hand.",
    feature + """

      struct InboxView: View {
        let store: StoreOf<Inbox>
        var body: some View {
          ForEachStore(store.scope(state: \\.messages, action: \\.messages)) { store in  // wrong
            MessageView(store: store)
          }
          .alert(store: store.scope(state: \\.$alert, action: \\.alert))  // wrong
        }
      }
      """)

  static let names = RuleExample(
    "Names of the time before version 1.0; `ReducerOf` came with it.",
    """
    struct Counter: ReducerProtocol {  // wrong
      struct State: Equatable { var count = 0 }
      enum Action { case tap }
      func reduce(into state: inout State, action: Action) -> EffectTask<Action> {  // wrong
        state.count += 1
        return .none
      }
    }
    struct App: Reducer {
      struct State: Equatable { var counter = Counter.State() }
      enum Action { case counter(Counter.Action) }
      var body: some ReducerOf<Self> {
        Scope(state: \\.counter, action: /Action.counter) { Counter() }
      }
    }
    """)

  static let modern = RuleExample(
    "The view reads and scopes the store.",
    feature + """

      struct InboxView: View {
        @Bindable var store: StoreOf<Inbox>
        var body: some View {
          ForEach(store.scope(state: \\.messages, action: \\.messages)) { store in
            MessageView(store: store)
          }
          .alert($store.scope(state: \\.alert, action: \\.alert))
        }
      }
      """)

  static let old = RuleExample(
    "Nothing tells that the library is as new as the replacement.",
    """
    struct Counter: ReducerProtocol {
      struct State: Equatable { @BindingState var name = "" }
      enum Action { case tap }
      func reduce(into state: inout State, action: Action) -> EffectTask<Action> { .none }
    }
    """)

  static let controller = RuleExample(
    "A view controller observes the state with a view store.",
    feature + """

      final class InboxViewController: UIViewController {
        private let viewStore: ViewStoreOf<Inbox>
        init(store: StoreOf<Inbox>) {
          self.viewStore = ViewStore(store, observe: { $0 })
          super.init(nibName: nil, bundle: nil)
        }
      }
      """)
}
