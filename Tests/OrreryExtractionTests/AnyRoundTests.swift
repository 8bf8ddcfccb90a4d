import OrreryModel
import Testing

@Suite("Waits that any round of a loop may come to") struct AnyRoundTests {
  private func rows(_ body: String) throws -> [String] {
    let found = try machine(
      """
      actor Link {
        enum State { case off, dialing, up, waiting }
        private(set) var state: State = .off
        private let wire: Wire
        private let limit: Int
        private var isIdle = false
        func open() async {
          guard state == .off else { return }
          state = .dialing
          \(body)
        }
      }
      """)
    #expect(found.unresolved.isEmpty)
    return found.transitions.filter { $0.event.name.contains("#") }.map(describe)
  }

  private func retrying(_ attempt: String, limit: String, counting: String) -> String {
    """
    \(attempt)
    while true {
      do {
        if attempt > 0 { state = .waiting; try await Task.sleep(for: .seconds(1)) }
        try await wire.dial()
        state = .up
        return
      } catch {
        guard attempt < \(limit) else { state = .off; return }
        \(counting)
      }
    }
    """
  }

  @Test(
    "a wait that only later rounds come to is walked, with the count that they find",
    arguments: [
      ("var attempt = 0", "limit", "attempt += 1"), ("var attempt = 0", "3", "attempt += 1"),
      ("var attempt = 0", "3", "attempt = attempt + 1"),
    ])
  func retry(attempt: String, limit: String, counting: String) throws {
    let found = try rows(retrying(attempt, limit: limit, counting: counting))
    #expect(
      Set(found) == [
        "dialing open#wire.dial.success up", "waiting open#wire.dial.success up",
        "dialing open#wire.dial.failure[!(attempt < \(limit))] off",
        "waiting open#wire.dial.failure[!(attempt < \(limit))] off",
        "dialing open#wire.dial.failure[attempt < \(limit)]/Task.sleep waiting",
        "waiting open#wire.dial.failure[attempt < \(limit)]/Task.sleep waiting",
        "waiting open#Task.sleep.success/wire.dial waiting",
        "waiting open#Task.sleep.failure[!(attempt < \(limit))] off",
        "waiting open#Task.sleep.failure[attempt < \(limit)]/Task.sleep waiting",
      ])
  }

  @Test("the last round may be the one that has waited: what others find is not known behind it")
  func lastRound() throws {
    let rows = try rows(
      """
      for number in 0..<limit {
        if isIdle { continue }
        await wire.dial(number)
      }
      state = isIdle ? .up : .waiting
      """)
    #expect(
      rows == [
        "dialing open#wire.dial[!(for number in 0..<limit) && isIdle] up",
        "dialing open#wire.dial[!(for number in 0..<limit) && !(isIdle)] waiting",
        "dialing open#wire.dial[for number in 0..<limit && !(isIdle)]/wire.dial dialing",
      ])
  }

  @Test("what is not only counted up may be anything")
  func reset() throws {
    let found = try rows(
      retrying("var attempt = 0", limit: "limit", counting: "attempt = wire.attempts"))
    #expect(
      found.contains(
        "dialing open#wire.dial.failure[attempt < limit && !(wire.attempts > 0)]/wire.dial dialing")
    )
  }

  @Test(
    "what an earlier round has left is met",
    arguments: [
      "for await sign in wire.signs { if isOn { state = .up }; isOn = true }",
      "while let sign = await wire.next() { if isOn { state = .up }; isOn = true }",
      "repeat { await wire.next(); if isOn { state = .up }; isOn = true } while !Task.isCancelled",
      "for await sign in wire.signs { if isOn { state = .up }; isOn.toggle() }",
      "for await sign in wire.signs { if isOn { state = .up }; flip(&isOn) }",
      "for await sign in wire.signs { if isOn { state = .up }; (isOn, last) = (true, sign) }",
      "for await sign in wire.signs { if isOn { state = .up }; for _ in sign { isOn = true; break } }",
    ])
  func leavings(loop: String) throws {
    let found = try rows("var isOn = false\n\(loop)")
    #expect(found.contains { $0.hasPrefix("dialing") && $0.hasSuffix("up") })
  }

  @Test(
    "what a round leaves behind that is the last one is met by none",
    arguments: [
      "for await sign in wire.signs { if sign.isOn { isOn = true; break } }",
      "for await sign in wire.signs where sign.isOn { isOn = true; break }",
    ])
  func last(loop: String) throws {
    let found = try rows("var isOn = false\n\(loop)\nstate = isOn ? .up : .waiting")
    #expect(found.contains { $0.contains("sign.isOn]") && $0.hasSuffix("up") })
    #expect(
      found.contains { $0.contains("!(for await sign in wire.signs)") && $0.hasSuffix("waiting") })
    #expect(
      !found.contains { $0.contains("!(for await sign in wire.signs)") && $0.hasSuffix("up") })
  }

  @Test("a loop that a condition before that on the state may end does so in any state")
  func conditions() throws {
    let found = try machine(
      """
      final class Recorder {
        enum State { case idle, recording, paused, finished }
        private(set) var state: State = .idle
        func start() {
          guard state == .idle else { return }
          state = .recording
          Task {
            while !Task.isCancelled, state != .finished, frames < 100 { await clock.advance() }
            await file.close()
          }
        }
        func pause() { if state == .recording { state = .paused } }
        func stop() { state = .finished }
      }
      """
    ).transitions.filter { $0.event.name == "start#clock.advance" }.map(describe)
    #expect(
      found.contains(
        "paused start#clock.advance[!(!Task.isCancelled && frames < 100)]/file.close paused"))
  }
}
