import OrreryModel
import Testing

@Suite("What a getter answers before and after") struct GetterTests {
  private func rows(_ body: String, getter: String = "index < last ? index : nil") throws
    -> [String]
  {
    try machine(
      """
      enum Phase { case playing, done }
      enum Effect { case play(Int), record(Int) }
      struct GameState {
        var phase: Phase = .playing
        var index = 0
        var last = 3
        var name = ""
        var current: Int? { \(getter) }
        var isLast: Bool { index == last }
        private func limit() -> Int { last }
      }
      struct Game {
        private(set) var state = GameState()
        mutating func next() -> [Effect] {
      \(body)
        }
      }
      """
    ).transitions.filter { $0.from == "playing" && $0.kind != .ignore }.map(describe)
  }

  private let asked = """
    guard state.phase == .playing else { return [] }
    var recorded: [Effect] = []
    if let track = state.current { recorded = [.record(track)] }
    """
  private let again = """
    guard let track = state.current else { state.phase = .done; return recorded }
    return recorded + [.play(track)]
    """

  @Test("is open again once a property that it reads was written")
  func written() throws {
    let found = try rows(asked + "\nstate.index += 1\n" + again)
    #expect(
      Set(found) == [
        "playing next[let track = state.current && !(let track = state.current /* again */)]/.record done",
        "playing next[!(let track = state.current)] done",
        "playing next[let track = state.current]/merge(.record, .play) playing",
        "playing next[!(let track = state.current) && let track = state.current /* again */]/.play playing",
      ])
  }

  @Test("also where it reads that through another getter or a method")
  func through() throws {
    for getter in ["isLast ? nil : index", "index < limit() ? index : nil"] {
      #expect(try rows(asked + "\nstate.last = 9\n" + again, getter: getter).count == 4)
    }
  }

  @Test("is the same as before where another property was written, or a local variable")
  func unrelated() throws {
    #expect(try rows(asked + again).count == 2)
    #expect(try rows(asked + "\nstate.name = \"\"\n" + again).count == 2)
  }

  @Test("a condition that a write may have turned is asked again: the move behind it is told")
  func turned() throws {
    #expect(
      try rows(
        """
        guard state.phase == .playing else { return [] }
        if state.isLast { return [] }
        state.index += 1
        if state.isLast { state.phase = .done }
        return []
        """) == ["playing next[!(state.isLast) && state.isLast /* again */] done"])
  }

  @Test("a getter of the machine itself is the same while only a local variable changes")
  func own() throws {
    let found = try machine(
      """
      enum Phase { case playing, done }
      enum Effect { case play(Int), record(Int) }
      struct Game {
        private(set) var phase: Phase = .playing
        private var tracks: [Int] = []
        private var index = 0
        private var current: Int? { tracks.indices.contains(index) ? tracks[index] : nil }
        mutating func next() -> [Effect] {
          guard phase == .playing else { return [] }
          var recorded: [Effect] = []
          if let track = current { recorded = [.record(track)] }
          guard let track = current else { phase = .done; return recorded }
          return recorded + [.play(track)]
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "playing" }.map(describe) == [
        "playing next[!(let track = current)] done",
        "playing next[let track = current]/merge(.record, .play) playing",
      ])
  }

  @Test("a getter that is bound by its name alone is walked")
  func boundByName() throws {
    let found = try machine(
      """
      final class Store {
        enum Phase { case idle, loaded(Int), saving(Int) }
        private(set) var phase: Phase = .idle
        var item: Int? {
          switch phase {
          case .loaded(let item): item
          case .idle, .saving: nil
          }
        }
        func load() { phase = .loaded(1) }
        func save() {
          guard var item else { return }
          item += 1
          phase = .saving(item)
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle load loaded", "saving load loaded", "loaded save saving",
      ])
  }

  @Test("a getter of a binding is no event: what sets that is, where the getter makes it")
  func binding() throws {
    try expectTransitions(
      """
      final class Picker {
        enum State { case ready, camera, failed }
        private(set) var state = State.ready
        var isCameraShown: Binding<Bool> {
          guard state != .failed else { return .constant(false) }
          return Binding(get: { self.state == .camera }, set: { self.state = $0 ? .camera : .ready })
        }
        func fail() { state = .failed }
        func cancel() { state = .ready }
      }
      """,
      [
        "ready fail failed", "camera fail failed", "failed fail ignored", "ready cancel ignored",
        "camera cancel ready", "failed cancel ready", "ready isCameraShown#Binding[$0] camera",
        "ready isCameraShown#Binding[!($0)] ignored", "camera isCameraShown#Binding[$0] ignored",
        "camera isCameraShown#Binding[!($0)] ready", "failed isCameraShown#Binding[$0] camera",
        "failed isCameraShown#Binding[!($0)] ready",
      ])
  }

  @Test("a getter that starts a task which changes the state is an event")
  func task() throws {
    let rows = try machine(
      """
      final class Door {
        enum State { case open, closed }
        private var state = State.open
        var closing: Int {
          DispatchQueue.main.async { self.state = .closed }
          return 1
        }
        func open() { if state == .closed { state = .open } }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("open closing closed"))
  }
}
