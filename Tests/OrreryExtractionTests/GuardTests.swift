import OrreryModel
import Testing

@Suite("Guards") struct GuardTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Player {
        enum State { case idle, playing }
        private(set) var state: State = .idle
        func reset() { if state == .playing { state = .idle } }
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && $0.from == "idle" }.map(describe)
  }

  @Test("a helper that knows nothing of the state is a condition as it is called")
  func helpers() throws {
    #expect(
      try rows(
        """
          func play(_ info: [String: Any]) {
            if Self.isLive(info), let track = track(in: info) { state = .playing; start(track) }
          }
          private static func isLive(_ info: [String: Any]) -> Bool {
            guard let kind = info["kind"] as? String else { return false }
            return kind == "live"
          }
          private func track(in info: [String: Any]) -> Track? {
            do { return try Track(info) } catch { return nil }
          }
        """) == ["idle play[Self.isLive(info) && let track = track(in: info)] playing"])
  }

  @Test("a helper that finds the next state is walked")
  func nextStates() throws {
    #expect(
      try rows(
        """
          func play(_ item: Item) {
            if let next = next(item) { state = next }
          }
          private func next(_ item: Item) -> State? {
            if item.isLive { return .playing }
            return nil
          }
        """) == ["idle play[item.isLive] playing"])
  }

  @Test("whether two things are there decides nothing where both ways do the same")
  func bindings() throws {
    #expect(
      try rows(
        """
          func play(_ first: Item?, _ second: Item?) {
            state = .playing
            guard let first, let second else { return }
            log(first, second)
          }
        """) == ["idle play playing"])
  }

  @Test("what falls through two conditions is guarded by both of them denied")
  func nested() throws {
    #expect(
      try rows(
        """
          func play(_ item: Item) {
            if item.isKnown {
              if item.isOld || item.isBroken { return }
            }
            state = .playing
          }
        """) == ["idle play[!(item.isKnown && (item.isOld || item.isBroken))] playing"])
  }
}
