import OrreryExtraction
import OrreryModel
import Testing

@Suite("The audit notices each row that is taken away") struct AuditSensitivityTests {
  /// What is missing once a row is gone, for each row by itself.
  private func losses(_ source: String) throws -> [(row: String, missing: [String])] {
    let files = [SourceText(module: "App", path: "Sources/App/File.swift", text: source)]
    let whole = Extractor().extract(files)
    try #require(whole.machines.count == 1)
    #expect(missing(files, whole) == [])
    let machine = whole.machines[0]
    let transitions = machine.transitions.indices.map { index in
      var less = whole
      less.machines[0].transitions.remove(at: index)
      return (describe(machine.transitions[index]), missing(files, less))
    }
    let actions = machine.actions.indices.map { index in
      var less = whole
      less.machines[0].actions.remove(at: index)
      return (describe(machine.actions[index]), missing(files, less))
    }
    // The pictures of a struct state are made of its actions.
    return machine.stateKind == .enum ? transitions : actions
  }

  private func missing(_ files: [SourceText], _ extract: Extract) -> [String] {
    Audit(files, extract: extract).machines.flatMap(\.missing).map {
      "\($0.location.line):\($0.location.column) \($0.kind) \($0.reason)"
    }
  }

  @Test("of two writes on one line the one whose row is gone")
  func oneLine() throws {
    let source = """
      struct Door {
        enum State { case open, shut, broken }
        private var state = State.open
        mutating func push(_ force: Int) {
          if force > 3 { state = .broken } else { state = .shut }
        }
      }
      """
    let losses = try losses(source)
    #expect(
      losses.map(\.row) == [
        "open push[force > 3] broken", "open push[!(force > 3)] shut",
        "shut push[force > 3] broken", "shut push[!(force > 3)] ignored",
        "broken push[force > 3] ignored", "broken push[!(force > 3)] shut",
      ])
    #expect(losses.allSatisfy { !$0.missing.isEmpty })
    #expect(
      losses[0].missing.contains("5:20 write no row shows a path that reaches it"))
    #expect(!losses[0].missing.contains { $0.hasPrefix("5:45") })
  }

  @Test("within a loop, a `do` and a helper that several events share")
  func statements() throws {
    let losses = try losses(
      """
      struct Queue {
        enum State { case idle, busy, done }
        private var state = State.idle
        mutating func run(_ items: [Int]) {
          for item in items { if item > 0 { state = .busy } else { state = .done } }
        }
        mutating func load() {
          do { try fetch(); state = .done } catch { state = .idle }
        }
        mutating func stop() { finish() }
        mutating func cancel() { if state == .busy { finish() } }
        private mutating func finish() { state = .done }
      }
      """)
    #expect(losses.count > 12)
    for loss in losses { #expect(!loss.missing.isEmpty, "without \(loss.row)") }
  }

  @Test("of a struct state, where other rows make the same change")
  func equalWrites() throws {
    let losses = try losses(
      """
      @Reducer struct Lamp {
        struct State {
          var isOn = false
          private var count = 0
          var level: Int {
            get { count }
            set { count = newValue }
          }
        }
        enum Action { case press, reset, dim(Int) }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .press:
            state.isOn = true
            return .none
          case .reset:
            if state.level > 3 { state.isOn = true } else { state.isOn = true; state.level = 3 }
            return .none
          case .dim(let level):
            state.level = level
            return .none
          }
        }
      }
      """)
    #expect(losses.count == 4)
    for loss in losses { #expect(!loss.missing.isEmpty, "without \(loss.row)") }
  }
}
