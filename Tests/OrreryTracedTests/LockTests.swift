import Testing

extension TracedTests {
  @Suite("A state that several threads share is read while its lock is held") struct LockTests {
    @Test("which a method takes beside it, with a `defer` or by a closure")
    func beside() async throws {
      try await expectSteps([
        "shut open > open", "open open > open rejected", "open shut > shut", "shut shut > shut",
        "shut smash > broken",
      ]) {
        let vault = Vault()
        try? vault.open()
        try? vault.open()
        #expect(vault.shut())
        #expect(!vault.shut())
        vault.smash()
      }
    }

    @Test("which is a queue")
    func queue() async throws {
      try await expectSteps([
        "still start > moving", "moving stop > still", "still stop > still",
      ]) {
        let belt = Belt()
        belt.start()
        belt.stop()
        belt.stop()
      }
    }

    @Test("in a helper, whose steps are those of the methods that call it")
    func helper() async throws {
      try await expectSteps(["open close > closed", "closed open > open"]) {
        let latch = Latch()
        latch.close()
        latch.open()
      }
    }

    @Test("on both sides of a wait, of which the second is an event of the machine itself")
    func wait() async throws {
      let lift = Lift()
      try await expectSteps([
        "idle move > moving", "moving move > there", "there rest > idle",
      ]) {
        await lift.move()
        lift.rest()
      }
      let records = await recorded { await lift.move() }
      #expect(records.origins == ["input", "internal"])
    }
  }
}
