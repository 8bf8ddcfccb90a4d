import OrreryExtraction
import OrreryModel
import Testing

@Suite("Properties that the picture of a struct shows") struct ProjectionAxesTests {
  private func found(_ state: String, _ clauses: String) -> Extract {
    extract(
      """
      import ComposableArchitecture

      @Reducer struct Talk {
        enum Flow { case choosing(Int), confirming }
        enum Phase { case idle, asking, heard }
        struct State { \(state) }
        enum Action { case start, next(Flow), stop }
        var body: some Reducer<State, Action> {
          Reduce { state, action in
            switch action {
      \(clauses)
            }
          }
        }
      }
      """)
  }

  private func rows(_ extraction: Extract) -> [String] {
    (extraction.machines.first?.transitions ?? []).filter { $0.kind != .ignore }.map(describe)
  }

  @Test("an optional of an enum has its cases, where each is given by its name")
  func optionalEnum() throws {
    let extraction = found(
      "var flow: Flow?",
      """
      case .start: state.flow = .choosing(1)
      case .next:
        guard case .choosing = state.flow else { return .none }
        state.flow = Flow.confirming
      case .stop: state.flow = nil
      """)
    #expect(extraction.machines.first?.states.map(\.name) == ["nil", "choosing", "confirming"])
    #expect(
      rows(extraction) == [
        "nil start choosing", "choosing start choosing", "choosing next confirming",
        "choosing stop nil", "confirming start choosing", "confirming stop nil",
      ])
  }

  @Test("one that is given what an event carries is there or not")
  func data() throws {
    let extraction = found(
      "var flow: Flow?",
      """
      case .start: state.flow = .choosing(1)
      case .next(let flow): state.flow = flow
      case .stop: state.flow = nil
      """)
    #expect(extraction.machines.first?.states.map(\.name) == ["nil", "some"])
  }

  @Test("an enum beside many flags is a region like each of them")
  func many() throws {
    let flags = (1...6).map { "var flag\($0) = false" }.joined(separator: "; ")
    let writes = (1...6).map { "state.flag\($0) = true" }.joined(separator: "; ")
    let extraction = found(
      "var phase: Phase = .idle; \(flags)",
      """
      case .start: state.phase = .asking; \(writes)
      case .next:
        guard state.phase == .asking else { return .none }
        state.phase = .heard
      case .stop: state.phase = .idle
      """)
    #expect(extraction.machines.first?.regions.map(\.states.count) == [3, 2, 2, 2, 2, 2, 2])
    #expect(
      rows(extraction).prefix(5) == [
        "phase=idle start phase=asking", "phase=asking next phase=heard",
        "phase=asking stop phase=idle", "phase=heard start phase=asking",
        "phase=heard stop phase=idle",
      ])
    #expect(rows(extraction).filter { $0.hasPrefix("flag3") } == ["flag3=false start flag3=true"])
  }

  @Test("as many flags as there are have a region each")
  func flags() throws {
    let flags = (1...90).map { "var flag\($0) = false" }.joined(separator: "; ")
    let writes = (1...90).map { "state.flag\($0) = true" }.joined(separator: "; ")
    let extraction = found(
      flags, "case .start: \(writes)\ncase .next: break\ncase .stop: break")
    #expect(extraction.machines.first?.regions.count == 90)
    #expect(rows(extraction).count == 90)
    #expect(extraction.machines.first?.unresolved.isEmpty ?? false)
  }

  @Test("an optional state of an enum of reducers has the cases of these")
  func destination() throws {
    let extraction = extract(
      """
      import ComposableArchitecture

      @Reducer struct Inbox {
        @Reducer enum Destination { case compose(Compose), settings(Settings) }
        @ObservableState struct State { @Presents var destination: Destination.State? }
        enum Action { case compose, settings, close }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .compose: state.destination = .compose(Compose.State())
            case .settings: state.destination = .settings(Settings.State())
            case .close: state.destination = nil
            }
            return .none
          }
        }
      }
      """)
    let inbox = extraction.machines.first { $0.name == "Inbox" }
    #expect(inbox?.states.map(\.name) == ["nil", "compose", "settings"])
    #expect(inbox?.transitions.filter { $0.kind == .move }.count == 6)
  }

  @Test("what is presented is gone when it is dismissed")
  func dismissal() throws {
    let extraction = extract(
      """
      import ComposableArchitecture

      @Reducer struct Home {
        @Reducer enum Destination { case alert(Alert), sheet(Sheet) }
        @ObservableState struct State { @Presents var destination: Destination.State? }
        enum Action { case destination(PresentationAction<Destination.Action>), alert, sheet }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .destination: return .none
            case .alert: state.destination = .alert(Alert.State()); return .none
            case .sheet: state.destination = .sheet(Sheet.State()); return .none
            }
          }
          .ifLet(\\.$destination, action: \\.destination)
        }
      }
      """)
    let home = extraction.machines.first { $0.name == "Home" }
    let rows = home?.transitions.filter { $0.to == "nil" && $0.kind == .move }.map(describe)
    #expect(
      rows?.sorted() == [
        "alert destination[case .dismiss] nil", "sheet destination[case .dismiss] nil",
      ])
  }

  @Test("none of an optional is no case")
  func none() throws {
    let extraction = extract(
      """
      enum Action { case clear, open }
      struct State {
        enum Mode { case none, open }
        var mode: Mode?
      }
      func reduce(state: inout State, action: Action) {
        switch action {
        case .clear: state.mode = .none
        case .open: state.mode = .open
        }
      }
      """)
    #expect(extraction.machines.first?.states.contains { $0.name == "none" } == false)
  }

  @Test("one whose cases are not always told is there or not")
  func untold() throws {
    let extraction = found(
      "@Shared(.inMemory(\"flow\")) var flow: Flow?",
      """
      case .start: state.flow = .choosing(1)
      case .next: state.$flow.withLock { $0 = flows.next() }
      case .stop: state.flow = nil
      """)
    #expect(extraction.machines.first?.states.map(\.name) == ["nil", "some"])
    #expect(rows(extraction).contains("nil next some"))
  }

  @Test("one that a lock lends is told by the case that it is given")
  func lent() throws {
    let extraction = found(
      "@Shared(.inMemory(\"flow\")) var flow: Flow?",
      """
      case .start: state.flow = .choosing(1)
      case .next: state.$flow.withLock { $0 = .confirming }
      case .stop: state.flow = nil
      """)
    #expect(rows(extraction).contains("nil next confirming"))
  }
}
