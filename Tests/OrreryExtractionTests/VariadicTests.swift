import OrreryModel
import Testing

@Suite("Parameters that take several arguments") struct VariadicTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      @MainActor final class Flow {
        enum State { case initial, started, ready, failed }
        private(set) var state: State = .initial
      \(members)
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
  }

  private static let ensure = """
    private func ensure(_ allowed: State...) -> Bool {
      guard allowed.contains(state) else { log("unexpected", state); return false }
      return true
    }
    """

  @Test("a question with a list of states is seen through as one with an array is")
  func states() throws {
    #expect(
      try rows(
        """
          \(Self.ensure)
          func start() { guard ensure(.initial) else { return }; state = .started }
          func fail() { guard ensure(.started, .ready) else { return }; state = .failed }
        """) == ["initial start started", "started fail failed", "ready fail failed"])
  }

  @Test("what stands before the list, behind it, or in place of it is told from it")
  func others() throws {
    #expect(
      try rows(
        """
          private func ensure(_ why: String, in allowed: State..., or isForced: Bool) -> Bool {
            allowed.contains(state) || isForced
          }
          func start() {
            guard ensure("start", in: .initial, .failed, or: false) else { return }
            state = .started
          }
          func fail() { guard ensure("fail", or: false) else { return }; state = .failed }
        """) == ["initial start started", "failed start started"])
  }

  @Test(
    "a method that goes on only where such a question allows it is an event, through others too")
  func questions() throws {
    #expect(
      try rows(
        """
          \(Self.ensure)
          func start() { guard state == .initial else { return }; state = .ready }
          func receive() { handle() }
          private func handle() {
            guard ensure(.ready) else { return }
            Task { await api.load() }
          }
        """) == ["initial start ready", "ready receive/api.load ready"])
  }
}
