import OrreryModel
import Testing

@Suite("Helpers that others wait for and that never change the state") struct AsideTests {
  /// A service whose work knows so many flags that their ways cannot each be followed.
  private func service(flags: Int, work: String = "") -> String {
    let lines = (0..<flags).map { "    var b\($0) = false; if net.has(\($0)) { b\($0) = true }" }
    let sum = (0..<flags).map { "b\($0)" }.joined(separator: ", ")
    return """
      actor Service {
        enum State { case idle, running, done }
        private var state = State.idle
        let net: Net
        func run() async throws {
          guard case .idle = state else { throw ServiceError.busy }
          state = .running
          try await work()
          state = .done
        }
        func reset() { state = .idle }
        private func work() async throws {
          guard case .running = state else { fatalError() }
      \(lines.joined(separator: "\n"))
          try await net.send([\(sum)])
      \(work)
        }
      }
      """
  }

  private func moves(_ machine: Machine) -> [String] {
    machine.transitions.filter { $0.kind == .move }.map {
      "\($0.from) \($0.event.name) \($0.to ?? "?")"
    }
  }

  @Test func areFollowedWhereTheyHaveFewWays() throws {
    let found = try machine(service(flags: 2))
    #expect(found.unresolved.isEmpty)
    #expect(moves(found).contains("running run#net.send.success done"))
  }

  @Test func areOneStepWhereTheyHaveTooManyWays() throws {
    let found = try machine(service(flags: 16))
    let events = Set(found.transitions.map(\.event.name))
    #expect(events == ["run", "run#work.success", "run#work.failure", "reset"])
    #expect(moves(found).contains("idle run running"))
    #expect(moves(found).contains("running run#work.success done"))
    #expect(found.unresolved.contains { $0.reason.contains("work") })
  }

  @Test func areFollowedWhereTheyChangeTheState() throws {
    let found = try machine(service(flags: 16, work: "    state = .idle"))
    #expect(!moves(found).contains { $0.contains("#work") })
  }
}
