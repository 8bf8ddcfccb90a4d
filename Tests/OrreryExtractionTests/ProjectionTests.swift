import OrreryExtraction
import OrreryModel
import Testing

@Suite("Abstract states of a struct") struct ProjectionTests {
  @Test("an event that asks for one property keeps what the others are")
  func kept() throws {
    let found = try machine(
      """
      struct State { var isOn = false; var isLocked = false }
      enum Action { case flip, lock, copy }
      func reduce(state: inout State, action: Action) {
        switch action {
        case .flip:
          if state.isOn { state.isOn = false } else { state.isOn = true }
        case .lock: state.isLocked = true
        case .copy: state.isOn = state.isLocked
        }
      }
      """)
    let rows = found.transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      Set(rows) == [
        "isOn=false, isLocked=false flip isOn=true, isLocked=false",
        "isOn=false, isLocked=false lock isOn=false, isLocked=true",
        "isOn=true, isLocked=false flip isOn=false, isLocked=false",
        "isOn=true, isLocked=false lock isOn=true, isLocked=true",
        "isOn=true, isLocked=false copy isOn=false, isLocked=false",
        "isOn=false, isLocked=true flip isOn=true, isLocked=true",
        "isOn=false, isLocked=true copy isOn=true, isLocked=true",
        "isOn=true, isLocked=true flip isOn=false, isLocked=true",
      ])
  }

  @Test("a condition that a flag is given is the guard of each of its values")
  func conditions() throws {
    let found = try machine(
      """
      enum Phase { case fresh, rest }
      struct State { var hasMore = false; var phase: Phase = .fresh }
      enum Action { case response(Int) }
      func reduce(state: inout State, action: Action) {
        switch action {
        case .response(let count):
          state.hasMore = count > 3 && !isLast
          state.phase = .rest
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "hasMore=false, phase=fresh" }.map(describe) == [
        "hasMore=false, phase=fresh response[count > 3 && !isLast] hasMore=true, phase=rest",
        "hasMore=false, phase=fresh response[!(count > 3 && !isLast)] hasMore=false, phase=rest",
      ])
    #expect(
      found.actions.map(describe) == [
        "response hasMore = count > 3 && !isLast; phase = .rest"
      ])
  }

  @Test("what is not told names the properties that are not")
  func untold() throws {
    let found = try machine(
      """
      struct State { var isOn = false; var isLocked = false }
      enum Action { case set(Bool) }
      func reduce(state: inout State, action: Action) {
        switch action {
        case .set(let isOn):
          state.isOn = isOn
          state.isLocked = true
        }
      }
      """)
    #expect(
      found.unresolved.map(\.reason) == [
        "the value of isOn after set is not told by the source"
      ])
  }
}
