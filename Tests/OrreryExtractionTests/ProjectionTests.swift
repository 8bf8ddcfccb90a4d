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
      rows == [
        "isOn=false flip isOn=true", "isOn=false copy isOn=true {isLocked is true}",
        "isOn=true flip isOn=false", "isOn=true copy isOn=false {isLocked is false}",
        "isLocked=false lock isLocked=true",
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
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "hasMore=false response[count > 3 && !isLast] hasMore=true",
        "hasMore=true response[!(count > 3 && !isLast)] hasMore=false",
        "phase=fresh response phase=rest",
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
      enum Action { case set }
      func reduce(state: inout State, action: Action) {
        switch action {
        case .set:
          refresh(&state.isOn)
          state.isLocked = true
        }
      }
      """)
    #expect(
      found.unresolved.map(\.reason) == [
        "the source does not tell the value of isOn after set"
      ])
  }

  private func moves(_ cases: String, of events: String) throws -> [String] {
    try machine(
      """
      enum Mode { case light, dark }
      struct PageState { var mode: Mode?; var isBusy = false }
      enum Event { \(events) }
      func reduce(state: inout PageState, event: Event) {
        switch event {
        \(cases)
        }
      }
      """
    ).transitions.filter { $0.from.hasPrefix("mode=nil, isBusy=false") || $0.from == "nil" }
      .map { "\($0.to ?? "?") \($0.certainty)" }
  }

  @Test("what an event hands in is there where its type says so, else there or not")
  func payloads() throws {
    #expect(
      try moves("case .pick(let mode): state.mode = mode", of: "case pick(Mode?)") == [
        "nil exact", "some exact",
      ])
    #expect(
      try moves("case .pick(let mode): state.mode = mode", of: "case pick(Mode)") == ["some exact"])
  }

  @Test("what a condition has found is there, wherever it comes from")
  func bound() throws {
    #expect(
      try moves(
        """
        case .next(let modes):
          guard let first = modes.first else { return }
          state.mode = first
        """, of: "case next([Mode])") == ["nil exact", "some exact"])
  }

  @Test("a state that is made anew has no value in the optionals that its initializer leaves out")
  func remade() throws {
    let found = try machine(
      """
      struct ReaderState {
        let id: Int
        var pages: [Int]?
        var isLoaded = false
        init(id: Int) { self.id = id }
      }
      enum Event { case pick(Int), load([Int]) }
      func reduce(state: inout ReaderState, event: Event) {
        switch event {
        case .pick(let id): state = ReaderState(id: id)
        case .load(let pages):
          state.pages = pages
          state.isLoaded = true
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "pages=nil load pages=some", "pages=some pick pages=nil",
        "isLoaded=false load isLoaded=true", "isLoaded=true pick isLoaded=false",
      ])
  }

  @Test("who hands a state over may start in a case that no event leads to")
  func unreached() throws {
    let found = try machine(
      """
      struct Model { var phase: Phase = .off }
      enum Phase { case off, on, broken }
      enum Event { case lost, back }
      func reduce(_ model: inout Model, event: Event) {
        switch (model.phase, event) {
        case (.off, .back): model.phase = .on
        case (.broken, .back): model.phase = .off
        case (_, .lost): model.phase = .off
        default: break
        }
      }
      """)
    #expect(found.states.map(\.name) == ["off", "on", "broken"])
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "off back on", "on lost off", "broken lost off", "broken back off",
      ])
  }

  @Test("what a state starts with is told by the names that it declares itself")
  func startedAnew() throws {
    let found = try machine(
      """
      struct FormState {
        enum Stage { case editing, done }
        var stage = Stage.editing
      }
      enum Event { case submit, reset }
      func reduce(state: inout FormState, event: Event) {
        switch event {
        case .submit: state.stage = .done
        case .reset: state = FormState()
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "editing submit done", "done reset editing",
      ])
  }
}
