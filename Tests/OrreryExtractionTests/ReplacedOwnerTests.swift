import OrreryExtraction
import OrreryModel
import Testing

@Suite("Machines that replace themselves") struct ReplacedOwnerTests {
  private let decoder = """
      init() { self.init(state: .idle) }
      private init(state: consuming State) { self.state = state }
      mutating func feed(_ count: Int) {
        switch consume self.state {
        case .idle: self = .init(state: .busy(count))
        case .busy(let before): self = .init(state: .busy(before + count))
        case .failed: self = .init(state: .failed)
        }
      }
      mutating func fail() {
        switch consume self.state {
        case .idle: self = .init(state: .idle)
        case .busy, .failed: self = .init(state: .failed)
        }
      }
    """

  @Test("a constant is a state where methods assign self", arguments: ["let", "var"])
  func constants(keyword: String) throws {
    let found = try machine(
      """
      struct Decoder: ~Copyable {
        enum State: ~Copyable { case idle, busy(Int), failed }
        private \(keyword) state: State
      \(decoder)
      }
      """)
    #expect(found.initial == "idle")
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle feed busy", "busy fail failed",
      ])
  }

  @Test("a helper may answer with a struct that holds the next state")
  func nextStates() throws {
    let found = try machine(
      """
      struct Sniffer {
        enum State { case idle, full(Int), done }
        private var state: State = .idle
        mutating func read(_ data: Int) {
          guard case .idle = state else { return }
          let next = Self.parse(data)
          self.state = next.nextState
        }
        private struct Step { var nextState: State; var count: Int }
        private static func parse(_ data: Int) -> Step {
          if data > 8 { return .init(nextState: State.full(data), count: 1) }
          let nextState = State.done
          return Step(nextState: nextState, count: 0)
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle read[data > 8] full", "idle read[!(data > 8)] done",
      ])
  }

  @Test("a property may stand for the state in a locked box")
  func lockedBoxes() throws {
    let source = """
      final class Operation {
        enum State { case requested, running, done }
        private let locked = Mutex<State>(.requested)
        private var state: State {
          get { locked.withLock { $0 } }
          set { locked.withLock { $0 = newValue } }
        }
        func start() { if state == .requested { state = .running } }
        func end() { if state == .running { state = .done } }
      }
      """
    let found = try machine(source)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "requested start running", "running end done",
      ])
    #expect(found.unresolved.isEmpty)
  }
}
