import OrreryModel
import Testing

@Suite("The difference between two versions of a struct's machine") struct RegionDiffTests {
  private static let original = feature(
    properties: "var isLoading = false; var isOpen = false", events: "",
    handlers: "case .load: state.isLoading = true")

  private static func feature(properties: String, events: String, handlers: String) -> String {
    """
    @Reducer struct Search {
      struct State { \(properties) }
      enum Action { case load, open, log\(events) }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          \(handlers)
          case .open: if !state.isLoading { state.isOpen = true }
          case .log: return .run { _ in await report() }
          }
          return .none
        }
      }
    }
    """
  }

  private func diff(_ old: String, _ new: String) throws -> MachineDiff {
    let machines = try [old, new].map { try #require(extract($0).machines.first) }
    return MachineDiff(from: machines[0], to: machines[1])
  }

  @Test(
    "says of a property that came that it came, wherever it stands, and of its event",
    arguments: [
      "var isLoading = false; var isOpen = false; var isPinned = false",
      "var isPinned = false; var isLoading = false; var isOpen = false",
    ])
  func added(_ properties: String) throws {
    let new = Self.feature(
      properties: properties, events: ", pin",
      handlers: "case .load: state.isLoading = true; case .pin: state.isPinned.toggle()")
    let found = try diff(Self.original, new)
    #expect(
      found.changes.map(\.description) == [
        "property `isPinned` (false, true) added", "event `pin` added",
        "action `pin` added",
      ])
    #expect(found.impact == .compatible)
    let back = try diff(new, Self.original)
    #expect(
      back.changes.map(\.description) == [
        "property `isPinned` (false, true) removed", "event `pin` removed",
        "action `pin` removed",
      ])
    #expect(back.impact == .breaking)
  }

  @Test("says of a property that goes under another name that it was renamed")
  func renamed() throws {
    let found = try diff(Self.original, Self.original.replacing("isLoading", with: "isBusy"))
    #expect(
      found.changes.map(\.description)
        == ["property `isLoading` renamed to `isBusy`, by likeness"])
  }

  @Test("says that a machine with one property has another now")
  func second() throws {
    let one = Self.feature(
      properties: "var isOpen = false", events: "", handlers: "case .load: return .none"
    ).replacing("if !state.isLoading { state.isOpen = true }", with: "state.isOpen = true")
    let two = Self.feature(
      properties: "var isOpen = false; var isLoading = false", events: "",
      handlers: "case .load: state.isLoading = true"
    ).replacing("if !state.isLoading { state.isOpen = true }", with: "state.isOpen = true")
    let changes = try diff(one, two).changes.map(\.description)
    #expect(changes.first == "property `isLoading` (false, true) added")
    #expect(!changes.contains { $0.hasPrefix("state") || $0.hasPrefix("edge") })
  }

  @Test("says of an edge that is gone that its state stays, which breaks who relies on it")
  func lost() throws {
    let door = """
      struct Door {
        enum State { case open, shut }
        enum Event { case push, pull }
        static func reduce(state: inout State, event: Event) {
          switch (state, event) {
          case (.shut, .push): state = .open
          case (.open, .pull): state = .shut
          default: break
          }
        }
      }
      """
    let found = try diff(
      door, door.replacing("case (.open, .pull): state = .shut", with: "case (.open, .pull): break")
    )
    #expect(
      found.changes.map(\.description).contains("edge `open –pull→ shut` removed: `open` now stays")
    )
    #expect(found.impact == .breaking)
  }

  @Test("does not call an edge what is ignored now")
  func ignored() throws {
    let lamp = """
      struct Lamp {
        enum State { case on, off }
        enum Event { case toggle }
        static func reduce(state: inout State, event: Event) {
          switch (state, event) {
          case (.on, .toggle): state = .off
          case (.off, .toggle): state = .on
          }
        }
      }
      """
    let new = lamp.replacing("case toggle", with: "case toggle, suspend")
      .replacing(
        "case (.on, .toggle): state",
        with: "case (_, .suspend): break\n    case (.on, .toggle): state")
    let found = try diff(lamp, new)
    #expect(
      found.changes.map(\.description) == [
        "event `suspend` added", "`suspend` is now ignored in `on`",
        "`suspend` is now ignored in `off`",
      ])
    #expect(found.impact == .compatible)
  }
}
