import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("Actions without a value, and effects that the project extends") struct FeatureEffectTests {
  private let feature = """
    @Reducer struct Vote {
      @ObservableState struct State: Equatable { var isBusy = false; var id: Int? }
      enum Action { case view(View), inner(Inner), scope(Never), loaded }
      enum View { case tapped }
      enum Inner {}
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case let .view(current): return self.view(&state, current)
          case .loaded:
            state.isBusy = false
            return .none
          }
        }
      }
      func view(_ state: inout State, _ action: View) -> Effect<Action> {
        switch action {
        case .tapped:
          guard state.id != nil else { return .none }
          state.isBusy = true
          return .send(.loaded)
        }
      }
    }
    """

  private func rows(_ source: String) throws -> [String] {
    try machine(source).actions.map(describe)
  }

  @Test("an action that carries a value of an enum without cases is none")
  func never() throws {
    #expect(try machine(feature).events.map(\.name) == ["view.tapped", "loaded"])
  }

  @Test(
    "effects are what they are where the project extends their type",
    arguments: [
      "extension Effect { static func toast(_ text: String) -> Self { .run { _ in show(text) } } }",
      "extension Effect { var isToast: Bool { false } }",
    ])
  func extended(_ own: String) throws {
    let plain = try rows(feature)
    #expect(plain.contains { $0.hasPrefix("view.tapped[state.id != nil]/.send") })
    #expect(try rows(feature + "\n" + own) == plain)
  }

  @Test(
    "the event that is sent is shown, with those that it carries",
    arguments: [
      (".send(.loaded)", ".send(.loaded)"), (".send(.view(.tapped))", ".send(.view(.tapped))"),
      (".send(.inner(index, on: true), animation: .default)", ".send(.inner(_, on: true))"),
      (".send(.inner(index, name: name))", ".send(.inner)"), (".send(next)", ".send"),
    ])
  func sent(_ effect: String, _ shown: String) throws {
    let source = feature.replacing("return .send(.loaded)", with: "return \(effect)")
    #expect(try rows(source).first { $0.contains("isBusy = true") }?.contains("/\(shown) ") == true)
  }

  @Test(
    "an effect that a part of the reducer makes is what it is, as in the reducer itself",
    arguments: [
      ("EffectTask(value: .loaded)", "EffectTask"),
      ("api.votes().map { _ in Action.loaded }.eraseToEffect()", "api.votes"),
      ("Effect.send(.loaded)", ".send(.loaded)"),
    ])
  func parts(_ effect: String, _ shown: String) throws {
    let source = feature.replacing("return .send(.loaded)", with: "return \(effect)")
      .replacing("-> Effect<Action>", with: "-> EffectTask<Action>")
    #expect(try rows(source).first { $0.contains("isBusy = true") }?.contains("/\(shown) ") == true)
  }

  @Test("an effect that a helper words in what only it knows is told by the call of the helper")
  func helper() throws {
    #expect(
      try rows(
        """
        struct Feed {
          struct State { var count = 0 }
          enum Action { case start, push, stop }
          static let reducer = Reducer<State, Action, Api> { state, action, api in
            switch action {
            case .start: return loadEffect(in: api)
            case .push: return pushEffect(in: api)
            case .stop: return stopEffect()
            }
          }
          static func loadEffect(in api: Api) -> Effect<Action, Never> {
            api.load().map(Action.loaded)
          }
          static func pushEffect(in api: Api) -> Effect<Action, Never> {
            let began = api.began.map(Action.began)
            let ended = api.ended.map(Action.ended)
            return .merge(began, ended)
          }
          static func stopEffect() -> Effect<Action, Never> { .cancel(id: "load") }
        }
        """) == ["start/loadEffect ", "push/pushEffect ", "stop/cancel(\"load\") "])
  }
}
