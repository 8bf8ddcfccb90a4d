import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("Methods that answer actions with a stream of a reducer's events") struct EventSenderTests {
  /// A reactor with a body of `mutate`.
  private func reactor(_ mutate: String, helper: String = "") -> String {
    """
    final class SearchReactor: Reactor {
      enum Action { case appear, typed(String), submit, retry }
      enum Mutation { case setBusy, setIdle, setQuery(String), setHits([String]) }
      struct State { var isBusy = false; var query = ""; var hits: [String]? }
      let initialState = State()
      private let api: SearchAPI
      func mutate(action: Action) -> Observable<Mutation> {
        \(mutate)
      }
      \(helper)
      func reduce(state: State, mutation: Mutation) -> State {
        var next = state
        switch mutation {
        case .setBusy: next.isBusy = true
        case .setIdle: next.isBusy = false
        case .setQuery(let query): next.query = query
        case .setHits(let hits): next.hits = hits
        }
        return next
      }
    }
    """
  }

  private let body = """
    switch action {
    case .appear:
      return .empty()
    case .typed(let query):
      return .just(.setQuery(query))
    case .submit:
      guard !currentState.isBusy else { return .empty() }
      return .concat([
        .just(.setBusy),
        api.find(currentState.query).map { Mutation.setHits($0) },
        Observable.just(Mutation.setIdle)
      ])
    case .retry:
      let busy = Observable<Mutation>.just(.setBusy)
      return Observable.concat(busy, load(), mutate(action: .appear))
    }
    """
  private let load = """
    private func load() -> Observable<Mutation> {
      api.load().flatMap { Observable.from([.setHits($0), .setIdle]) }
    }
    """

  @Test func actionsAreInputsAndWhatTheySendAreResults() throws {
    let found = try machine(reactor(body, helper: load)).events
    #expect(
      found.map { "\($0.origin) \($0.name)" } == [
        "input appear", "input typed", "input submit", "input retry", "ioResult setBusy",
        "ioResult setIdle", "ioResult setQuery", "ioResult setHits",
      ])
  }

  @Test func anActionWritesNothingAndItsEffectsAreWhatItSends() throws {
    try expectActions(
      reactor(body, helper: load),
      [
        "appear ", "typed/.setQuery ",
        "submit[currentState.isBusy] ",
        "submit[!currentState.isBusy]/concat(.setBusy, api.find, .setIdle) ",
        "retry/concat(.setBusy, api.load) ",
        "setBusy isBusy = true", "setIdle isBusy = false", "setQuery query = query",
        "setHits hits = hits",
      ])
  }

  @Test func aStreamOfSeveralEventsIsAskedForByWhatMakesIt() throws {
    let body = """
      switch action {
      case .appear: return .of(.setBusy, .setQuery("all"))
      case .submit: return Observable.from([.setBusy, .setIdle])
      default: return .never()
      }
      """
    let rows = try machine(reactor(body)).actions.map(describe)
    #expect(rows.prefix(4) == ["appear/.of ", "typed ", "submit/.from ", "retry "])
  }

  @Test func anActionIsPlacedWhereItsStreamIsReturned() throws {
    let body = """
      switch action {
      case .submit:
        return api.find("")
          .compactMap { $0 }
          .flatMap { hits in
            Observable.just(.setHits(hits))
          }
      default: return .never()
      }
      """
    let found = try machine(reactor(body)).actions.first { $0.event.name == "submit" }
    #expect(found?.location.line == 10)
    #expect(found?.effect?.description == "api.find")
  }

  @Test func whatAnswersToTheStateOrAnEffectTakesNoActions() throws {
    let found = try machine(
      """
      final class Feed {
        enum State { case idle, loading }
        enum Event { case start, loaded }
        func reduce(_ state: State, _ event: Event) -> State {
          switch event {
          case .start: .loading
          case .loaded: .idle
          }
        }
        enum SideEffect { case load }
        func run(_ effect: SideEffect) -> AnyPublisher<Event, Never> {
          switch effect {
          case .load: api.load().map { .loaded }.eraseToAnyPublisher()
          }
        }
        func whenLoading(_ state: State) -> AnyPublisher<Event, Never> {
          switch state {
          case .loading: api.load().map { .loaded }.eraseToAnyPublisher()
          case .idle: Empty().eraseToAnyPublisher()
          }
        }
      }
      """)
    #expect(found.events.map { "\($0.origin) \($0.name)" } == ["input start", "input loaded"])
  }

  @Test func theCurrentStateIsTheOneThatTheActionFinds() throws {
    let rows = try machine(reactor(body, helper: load)).transitions.map(describe)
    #expect(
      rows.filter { $0.contains("submit") } == [
        "isBusy=false submit/concat(.setBusy, api.find, .setIdle) isBusy=false",
        "isBusy=true submit ignored",
      ])
  }
}
