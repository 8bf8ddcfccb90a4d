import OrreryModel
import Testing

@Suite("What a case carries, changed in place") struct CasePathTests {
  private let door = """
    @CasePathable enum Door { case shut, open(Leaf), gone }
    struct Leaf { var width = 0; var handle: Int? }
    enum Event { case push, pull, widen }
    """

  @Test(
    "leaves the case and any other",
    arguments: [
      #"state.modify(\.open) { $0.width += 1 }"#, #"state[case: \.open]?.width = 2"#,
      "state.open?.width = 2", "state.open?.handle? = 2",
    ])
  func whole(_ use: String) throws {
    try expectTransitions(
      door
        + """

        func reduce(state: inout Door, event: Event) {
          switch event {
          case .push: state = .open(Leaf())
          case .pull: if case .open = state { state = .shut }
          case .widen: \(use)
          }
        }
        """,
      [
        "shut push open", "shut pull ignored", "shut widen ignored",
        "open push open", "open pull shut", "open widen open",
        "gone push open", "gone pull ignored", "gone widen ignored",
      ])
  }

  @Test(
    "also of a property",
    arguments: [
      #"state.door?.modify(\.open) { $0.width += 1 }"#, #"state.door?[case: \.open]?.width = 2"#,
      "state.door?.open?.width = 2",
    ])
  func property(_ use: String) throws {
    try expectTransitions(
      door
        + """

        struct House { var door: Door? }
        func reduce(state: inout House, event: Event) {
          switch event {
          case .push: state.door = .open(Leaf())
          case .pull: state.door = .shut
          case .widen: \(use)
          }
        }
        """,
      [
        "nil push open", "nil pull shut", "nil widen ignored",
        "open push open", "open pull shut", "open widen open",
        "shut push open", "shut pull ignored", "shut widen ignored",
      ])
  }

  @Test(
    "tells the case where it is asked for",
    arguments: [
      #"if state.is(\.open) { state = .gone }"#, "if state.open != nil { state = .gone }",
      "if let leaf = state.open { state = .gone }",
      "guard state.open != nil else { return }; state = .gone",
      #"if state[case: \.open] != nil { state = .gone }"#,
      "if var leaf = state.open { leaf.width = 1; state = .gone }",
    ])
  func asked(_ use: String) throws {
    try expectTransitions(
      door
        + """

        func reduce(state: inout Door, event: Event) {
          switch event {
          case .push: state = .open(Leaf())
          case .pull: state = .shut
          case .widen: \(use)
          }
        }
        """,
      [
        "shut push open", "shut pull ignored", "shut widen ignored",
        "open push open", "open pull shut", "open widen gone",
        "gone push open", "gone pull shut", "gone widen ignored",
      ])
  }

  @Test(
    "tells the case also of a property",
    arguments: [
      #"if state.door.is(\.some.open) { state.door = nil }"#,
      "if state.door?.open != nil { state.door = nil }",
      "if let leaf = state.door?.open { state.door = nil }",
      #"if state.door?[case: \.open] != nil { state.door = nil }"#,
    ])
  func askedOfProperty(_ use: String) throws {
    let rows = try machine(
      door
        + """

        struct House { var door: Door? }
        func reduce(state: inout House, event: Event) {
          switch event {
          case .push: state.door = .open(Leaf())
          case .pull: state.door = .shut
          case .widen: \(use)
          }
        }
        """
    ).transitions.map(describe).filter { $0.contains("widen") }
    #expect(rows == ["nil widen ignored", "open widen nil", "shut widen ignored"])
  }
}
