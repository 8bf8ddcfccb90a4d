import OrreryModel
import Testing

@Suite("Effects in what reducers return") struct ResultEffectTests {
  private func list(_ answer: String, beside types: String = "") -> String {
    """
    \(types)
    struct List {
      struct State { var isLoading = false }
      enum Intent { case load, pick(Int) }
      enum Effect { case fetch, log(String) }
      enum Output { case picked(Int) }
      static func reduce(state: inout State, intent: Intent) -> Outcome<Effect, Output> {
        switch intent {
        case .load:
          state.isLoading = true
          return \(answer)
        case .pick(let row): return .none
        }
      }
    }
    """
  }

  @Test(
    "are the members of lists that are labelled as such",
    arguments: [
      (".init(effects: [.fetch])", "/.fetch"), ("Outcome(effects: [.fetch])", "/.fetch"),
      (".init(effects: [], outputs: [.picked(1)])", "/.picked"),
      (".init(effects: [], outputs: [])", ""),
      ("Outcome(effects: [.fetch], route: .list)", "/Outcome"),
    ],
    [
      "",
      "struct Outcome<E, O> { static var none: Self; var effects: [E] = []; var outputs: [O] = []; var route: Route? }",
    ])
  func labelled(_ answer: (String, String), _ types: String) throws {
    let found = try machine(list(answer.0, beside: types)).actions.map(describe)
    #expect(found == ["load\(answer.1) isLoading = true", "pick "])
  }

  @Test("several of them are told")
  func several() throws {
    let found = try machine(list("Outcome(effects: [.fetch, .log(\"a\")])")).actions
    #expect(found[0].effect == .merge([.run(".fetch"), .run(".log")]))
  }

  @Test(
    "are none where their type makes one that does nothing",
    arguments: ["Cmd.none()", "Cmd<Msg>.none()", ".none()", ".none", "Cmd.empty()"],
    [
      "",
      "struct Cmd<T> { static func none() -> Self { Cmd { _ in } }; init(_ run: (T) -> Void) {} }",
    ])
  func nothing(_ effect: String, _ types: String) throws {
    try expectNothing(effect, types)
  }

  @Test("are none where a library's type has one", arguments: ["Cmd.none", "Cmd<Msg>.none"])
  func nothing(_ effect: String) throws {
    try expectNothing(effect, "")
  }

  private func expectNothing(_ effect: String, _ types: String) throws {
    try expectActions(
      """
      \(types)
      struct Counter {
        struct Model { var count: Int }
        enum Msg { case up, saved(Bool), bare }
        let store: Store
        func update(_ msg: Msg, _ model: Model) -> (Model, Cmd<Msg>) {
          var next = model
          switch msg {
          case .up:
            next.count += 1
            return (next, \(effect))
          case .saved: return (model, \(effect))
          case .bare: return (model, store.none())
          }
        }
      }
      """,
      ["up count += 1", "saved ", "bare/store.none "])
  }
}
