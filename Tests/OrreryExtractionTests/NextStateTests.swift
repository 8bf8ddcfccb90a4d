import OrreryModel
import Testing

@Suite("Parts of a state that answer with the next one") struct NextStateTests {
  private func rows(_ alias: String) throws -> [String] {
    try machine(
      """
      struct Machine {
        enum State { case idle(Idle), busy(Busy) }
        private var state: State = .idle(Idle())
        struct Step<Next, Output> {
          var next: Next
          var output: Output
          init(next: Next, output: Output) { self.next = next; self.output = output }
        }
        mutating func start() -> Bool {
          switch state {
          case .idle(var idle):
            let step = idle.start()
            state = step.next.state
            return step.output
          case .busy(var busy):
            let step = busy.start()
            state = step.next.state
            return step.output
          }
        }
      }
      extension Machine {
        struct Idle {
          \(alias)
          mutating func start() -> Self.Move<Bool> { return .init(next: .busy(from: self), output: true) }
          struct Next {
            let state: State
            init(_state: State) { state = _state }
            static func busy(from: Idle) -> Self { Self(_state: .busy(Busy())) }
          }
        }
        struct Busy {
          typealias Move<Output> = Step<Next, Output>
          mutating func start() -> Move<Bool> { return .init(next: .busy(self), output: false) }
          struct Next {
            let state: State
            init(_state: State) { state = _state }
            static func busy(_ state: Busy) -> Next { Next(_state: .busy(state)) }
          }
        }
      }
      """
    ).transitions.map(describe)
  }

  @Test("the next state is what they make")
  func known() throws {
    #expect(
      try rows("typealias Move<Output> = Machine.Step<Machine.Idle.Next, Output>") == [
        "idle start busy", "busy start ignored",
      ])
  }

  @Test("where its type is left open, it is not told")
  func open() throws {
    #expect(
      try rows("typealias Move<Next> = Machine.Step<Next, Bool>").first
        == "idle start ?")
  }
}
