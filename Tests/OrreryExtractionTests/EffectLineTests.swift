import OrreryModel
import Testing

@Suite("The line of a row that only asks for something") struct EffectLineTests {
  private func lines(_ body: String) throws -> [String] {
    try machine(
      """
      struct Queue {
        enum State { case idle, busy, done }
        enum Action { case load, log, stop }
        private var state: State = .idle
        mutating func start() { if case .idle = state { state = .busy } else { state = .done } }
        mutating func go(_ isLong: Bool) -> [Action] {
      \(body)
        }
      }
      """
    ).transitions.filter { $0.event.name == "go" }.map { "\($0.from) \($0.location.line)" }
  }

  @Test("is that of the statement in the branch which adds the effect")
  func branches() throws {
    #expect(
      try lines(
        """
            var actions: [Action] = []
            switch state {
            case .idle:
              actions.append(.load)
            case .busy:
              actions.append(.log)
              actions.append(.stop)
            case .done:
              state = .idle
              actions.append(.stop)
            }
            return actions
        """) == ["idle 10", "busy 13", "done 15"])
  }

  @Test("is that of the effect's own where one is chosen before it is returned")
  func chosen() throws {
    #expect(
      try lines(
        """
            guard state != .done else { return [] }
            let actions: [Action]
            if isLong {
              actions = [.load]
            } else {
              actions = [.log]
            }
            return actions
        """) == ["idle 10", "idle 12", "busy 10", "busy 12", "done 7"])
  }

  @Test("what each round of a loop adds is told once")
  func loops() throws {
    let found = try machine(
      """
      struct Queue {
        enum State { case idle, busy }
        enum Action { case load(Int), log }
        private var state: State = .idle
        mutating func go(_ ids: [Int]) -> [Action] {
          guard state == .idle else { return [] }
          state = .busy
          var actions: [Action] = []
          for id in ids { actions.append(.load(id)) }
          actions.append(.log)
          return actions
        }
        mutating func end() { state = .idle }
      }
      """
    ).transitions.filter { $0.event.name == "go" && $0.kind == .move }.map(describe)
    #expect(found == ["idle go/.log busy", "idle go/merge(.load, .log) busy"])
  }
}
