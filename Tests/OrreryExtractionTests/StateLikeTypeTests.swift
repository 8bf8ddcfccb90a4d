import OrreryExtraction
import OrreryModel
import Testing

@Suite("A type that is named like a state is part of a machine, or it is said why not")
struct StateLikeTypeTests {
  private func notes(_ source: String) -> [String] {
    extract(source).diagnostics.filter { $0.id == "no-machine" }.map {
      "\($0.location.line) \($0.message)"
    }
  }

  @Test(
    "nothing keeps it, nothing changes it, or it has nothing to tell apart",
    arguments: [
      (
        "enum DoorState { case open, shut }",
        "1 'DoorState' belongs to no machine: no property stores it, and no function takes it "
          + "with an event"
      ),
      (
        "enum DoorState { case open, shut }\nstruct Door { let last: DoorState }",
        "1 'DoorState' belongs to no machine: no type that stores it changes it itself, and what "
          + "others change through one is not followed"
      ),
      (
        "enum DoorState { case open, shut }\n"
          + "final class Door { private var subject: CurrentValueSubject<DoorState, Never>? }",
        "1 'DoorState' belongs to no machine: what becomes of it in 'Door.subject' is not followed"
      ),
      (
        "enum DoorState { case open, shut }\n"
          + "struct Door { let changes = PassthroughSubject<DoorState, Never>() }",
        "1 'DoorState' belongs to no machine: what becomes of it in 'Door.changes' is not followed"
      ),
      (
        "enum Hall { enum Phase { case only } }",
        "1 'Hall.Phase' belongs to no machine: it has fewer than two cases"
      ),
      (
        "struct DoorState { var isOpen = false }",
        "1 'DoorState' belongs to no machine: no function takes it with an event and changes it"
      ),
      (
        "struct DoorStatus {}",
        "1 'DoorStatus' belongs to no machine: it has no stored property"
      ),
      (
        "enum LoadingStep { case first, last }\nfinal class Loader { var step = LoadingStep.first }",
        "2 'Loader.step' is no machine: no method of 'Loader' assigns it, and what others do "
          + "to it is not followed"
      ),
    ])
  func unrecognised(source: String, note: String) {
    #expect(notes(source) == [note])
  }

  @Test("nothing is said of a machine's state, nor of what that holds")
  func parts() {
    let source = """
      struct Door {
        enum State { case open(OpenState), shut(modes: [Mode]) }
        enum Mode { case quiet, loud }
        struct OpenState { var phase = Phase.first; var next: NextStatus? }
        enum Phase { case first, last }
        struct NextStatus { var count = 0 }
        private var state = State.shut(modes: [])
        mutating func push() {
          switch state {
          case .open: state = .shut(modes: [])
          case .shut: state = .open(OpenState())
          }
        }
      }
      """
    #expect(notes(source) == [])
  }

  @Test("a file that is said to be generated tells of its types by itself")
  func generated() {
    let source = "// DO NOT EDIT\nenum DoorState { case open, shut }"
    #expect(extract(source).diagnostics.map(\.id) == ["generated-file"])
  }

  @Test("the same is said whether all is read at once or again after a change elsewhere")
  func session() {
    let state = "enum DoorState { case open, shut }"
    let keepers = [
      "struct Door { let state: DoorState }", "struct Door {}",
      "struct Door { var state: DoorState; mutating func push() { state = .open } }",
      """
      struct Door {
        var state: DoorState
        mutating func push() { state = state == .open ? .shut : .open }
      }
      """,
    ]
    var session = ExtractionSession()
    for keeper in keepers {
      let files = [
        SourceText(module: "App", path: "Door.swift", text: keeper),
        SourceText(module: "App", path: "State.swift", text: state),
      ]
      #expect(session.extract(files) == Extractor().extract(files))
    }
  }

  @Test("nothing is said of a struct that keeps the state of a machine")
  func keepers() {
    let found = extract(
      """
      final class Player {
        enum Status { case loading, ready, ended }
        struct ViewState { var status: Status = .loading; var title = "" }
        private(set) var viewState = ViewState()
        func end() { guard viewState.status == .ready else { return }; viewState.status = .ended }
        func load() { viewState.status = .ready }
      }
      """)
    #expect(found.machines.map(\.name) == ["Player"])
    #expect(found.diagnostics.filter { $0.id == "no-machine" }.map(\.message) == [])
  }

  @Test("a property that starts as a case of a generic enum keeps it")
  func generic() throws {
    try expectTransitions(
      """
      enum Progress<Value> { case idle, running, done(Value) }
      final class Task {
        private var progress = Progress<Int>.idle
        func start() { if case .idle = progress { progress = .running } }
      }
      """,
      ["idle start running", "running start ignored", "done start ignored"])
  }

  @Test("one that is set to what is handed over, and that is not tested, says so")
  func handed() {
    let found = extract(
      """
      final class Player {
        enum State { case idle, playing }
        private(set) var state = State.idle
        func set(_ state: State) { self.state = state }
        func reset() { state = .idle }
      }
      """)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Player.state' is no machine: the methods of 'Player' set it to what they are handed and "
          + "never test it; what callers hand to them is not followed"
      ])
  }
}
