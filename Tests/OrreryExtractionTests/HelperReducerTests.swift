import OrreryExtraction
import OrreryModel
import Testing

@Suite("Reducer functions of a type that keeps the state") struct HelperReducerTests {
  private func rows(_ members: String, isStatic: Bool = false) throws -> [String] {
    try machine(
      """
      enum Door { case open, closed, locked }
      enum DoorEvent { case push, pull }
      final class DoorMachine {
        private(set) var state: Door = .closed
        func fire(_ event: DoorEvent) {
          guard let next = \(isStatic ? "Self." : "")transition(from: state, on: event) else { return }
          state = next
        }
        \(members)
        private \(isStatic ? "static " : "")func transition(from state: Door, on event: DoorEvent) -> Door? {
          switch (state, event) {
          case (.closed, .pull): return .open
          case (.open, .push): return .closed
          default: return nil
          }
        }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe).sorted()
  }

  @Test("tell all where nothing else changes it")
  func alone() throws {
    #expect(try rows("") == ["closed pull open", "open push closed"])
  }

  @Test("are helpers where other methods change it, too", arguments: [false, true])
  func helpers(isStatic: Bool) throws {
    let lock = "func lock() { if state == .closed { state = .locked } }"
    #expect(
      try rows(lock, isStatic: isStatic) == [
        "closed lock locked", "closed pull open", "open push closed",
      ])
    let helper = "func lock() { enter(.locked) }; private func enter(_ new: Door) { state = new }"
    #expect(
      try rows(helper) == [
        "closed lock locked", "closed pull open", "open lock locked", "open push closed",
      ])
  }

  @Test("of a struct that the type keeps are told beside what its other methods change")
  func structs() {
    let found = extract(
      """
      struct Model { var phase: Phase = .off; var count = 0 }
      enum Phase { case off, on, broken }
      enum ModelAction { case flip, crash }
      final class Store {
        private(set) var model = Model()
        func send(_ action: ModelAction) { Self.reduce(&model, action) }
        func repair() { if model.phase == .broken { model.phase = .on } }
        static func reduce(_ model: inout Model, _ action: ModelAction) {
          switch (model.phase, action) {
          case (.off, .flip): model.phase = .on
          case (_, .crash): model.phase = .broken
          default: break
          }
        }
      }
      """)
    #expect(found.machines.map(\.name) == ["Store", "Store.model.phase"])
    #expect(
      found.machines.last?.transitions.filter { $0.kind == .move }.map(describe).contains(
        "broken repair on") == true)
  }

  @Test("are told by the methods also where other types ask them, too")
  func askedElsewhere() {
    let source = """
      enum Door { case open, closed, locked }
      enum DoorEvent { case push, pull }
      final class DoorMachine {
        private(set) var state: Door = .closed
        func fire(_ event: DoorEvent) { state = Self.transition(state, event) }
        func lock() { if state == .closed { state = .locked } }
        static func transition(_ state: Door, _ event: DoorEvent) -> Door {
          switch (state, event) {
          case (.closed, .pull): return .open
          case (.open, .push): return .closed
          case (.locked, .pull): return .closed
          default: return state
          }
        }
      }
      """
    let other = """
      struct Planner {
        func after(_ events: [DoorEvent]) -> Door {
          events.reduce(.closed) { DoorMachine.transition($0, $1) }
        }
      }
      """
    let found = extract(source + other).machines
    #expect(found.map(\.name) == ["DoorMachine"])
    let rows = found.flatMap(\.transitions).map(describe)
    #expect(rows.contains("closed pull open") && rows.contains("closed lock locked"))
  }
}
