import OrreryModel
import Testing

@Suite("Constants that are states") struct ConstantStateTests {
  @Test(
    "a case that goes by another name is that case",
    arguments: [".initial", "State.initial", "Self.State.initial", ".first"])
  func cases(_ name: String) throws {
    let found = try machine(
      """
      struct Door {
        enum State {
          case open, shut
          static let initial: State = .open
          static var first: State { .initial }
        }
        private var state: State = \(name)
        mutating func push() { if state == .open { state = .shut } }
        mutating func reset() { state = \(name) }
      }
      """)
    #expect(found.initial == "open")
    #expect(
      found.transitions.map(describe) == [
        "open push shut", "shut push ignored", "open reset ignored", "shut reset open",
      ])
  }

  @Test("so is a struct", arguments: ["new = .initial; return new", "return .initial"])
  func structs(_ use: String) throws {
    let found = try machine(
      """
      struct Model {
        enum Phase { case first, second }
        var phase = Phase.first
        var count = 0
        static let initial = Model(phase: .second)
      }
      enum Event { case next, back, reset }
      func reduce(_ state: Model, _ event: Event) -> Model {
        var new = state
        switch event {
        case .next: new.phase = .second
        case .back: new.phase = .first
        case .reset: \(use)
        }
        return new
      }
      """)
    #expect(found.initial == "second")
    #expect(
      found.transitions.map(describe) == [
        "second next ignored", "second back first", "second reset second",
        "first next second", "first back ignored", "first reset second",
      ])
    #expect(found.unresolved.isEmpty)
  }

  @Test("what may be assigned is not told")
  func variable() throws {
    let found = try machine(
      """
      struct Door {
        enum State { case open, shut; static var initial = State.open }
        private var state: State = .initial
        mutating func push() { if state == .open { state = .shut } }
        mutating func reset() { state = .initial }
      }
      """)
    #expect(found.initial == nil)
    #expect(found.transitions.map(describe).last == "shut reset ?")
  }
}

@Suite("A property that is only set to what others hand over") struct SettingTests {
  private func found(_ members: String, type: String = "Phase") -> Extract {
    extract(
      """
      final class Source {
        enum \(type) { case phone, watch, pad }
        private(set) var kind = \(type).phone
        private let store: Store
        func set(_ new: \(type)) {
          if new == kind { return }
          kind = new
          store.save(new)
        }
      \(members)
      }
      """)
  }

  @Test("is no machine where nothing depends on it, and is told to be none")
  func setting() {
    let found = found("  func isPhone() -> Bool { kind == .phone }")
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Source' is no machine: what it is set to is handed over by others, and nothing depends on it"
      ])
  }

  @Test("is one where an event does something else in one case than in another")
  func asked() {
    let found = found("  func ring() { if kind == .phone { store.ring() } }")
    #expect(found.machines.map(\.name) == ["Source"])
  }

  @Test("is none where it is not called a state either, and is told to be none")
  func choice() {
    let found = found("  func ring() { if kind == .phone { store.ring() } }", type: "Kind")
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Source' is no machine: the source tells none of the values that it is set to, and does not "
          + "call it a state"
      ])
  }

  @Test("is one where what it is set to is worked out, be that not told")
  func workedOut() throws {
    let found = try machine(
      """
      final class Player {
        enum Phase { case a, b, c }
        private(set) var phase = Phase.a
        private let rules: Rules
        func advance() { if phase != .c { phase = rules.next(after: phase) } }
        func play() { phase = rules.next(after: phase) }
      }
      """)
    #expect(found.transitions.map(describe).contains("a play ?"))
  }
}
