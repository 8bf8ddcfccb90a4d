import OrreryExtraction
import OrreryModel
import Testing

@Suite("The audit counts what the rows tell") struct LedgerTests {
  private func findings(_ source: String, _ kind: Audit.Finding.Kind) -> [String] {
    let files = [SourceText(module: "App", path: "Sources/App/File.swift", text: source)]
    return Audit(files, extract: Extractor().extract(files)).machines.flatMap(\.findings)
      .filter { $0.kind == kind }.map { "\($0.location.line) \($0.account) \($0.text)" }
  }

  @Test("each method that changes a property is a write")
  func mutators() {
    let source = """
      @Reducer struct Feed {
        struct State { var items: [Int] = []; var isOn = false }
        enum Action { case tap }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .tap:
              state.items.sort()
              _ = state.items.popLast()
              state.isOn.toggle()
              return .none
            }
          }
        }
      }
      """
    #expect(
      findings(source, .write) == [
        "8 row state.items.sort()", "9 row state.items.popLast()", "10 row state.isOn.toggle()",
      ])
  }

  @Test("whatever stops the program is an exit")
  func traps() {
    let source = """
      struct Door {
        enum State { case open, shut, broken }
        private var state = State.open
        mutating func push() {
          switch state {
          case .open: state = .shut
          case .shut: state = .open
          case .broken: abort()
          }
        }
      }
      """
    #expect(findings(source, .exit).contains("8 row abort()"))
  }

  @Test("a method that hands its state to a closure has the closure write it")
  func lent() {
    let source = """
      struct Buffer {
        enum State { case open, shut }
        private var state = State.open
        mutating func close() { edit { $0 = .shut } }
        mutating func open() { edit { it in it = .open } }
        private mutating func edit(_ body: (inout State) -> Void) { body(&state) }
      }
      """
    #expect(findings(source, .write) == ["4 row $0 = .shut", "5 row it = .open"])
  }

  @Test("behind what never ends there is nothing to tell")
  func unreachable() {
    let source = """
      struct Pump {
        enum State { case idle, full }
        private var state = State.idle
        mutating func run() {
          if state == .full { fatalError() ; state = .idle }
          state = .full
        }
      }
      """
    #expect(
      findings(source, .write) == ["5 ruledOut state = .idle", "6 row state = .full"])
  }
}
