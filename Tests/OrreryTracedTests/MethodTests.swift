import OrreryTrace
import Testing

extension TracedTests {
  @Suite("A method that changes the state is an event of its name") struct MethodTests {
    @Test("in a struct, with its refusals, results and the end of the last copy")
    func value() async throws {
      try await expectSteps([
        "open push > shut", "shut push > shut", "shut lock > locked up",
        "locked up count > locked up", "locked up lock > locked up rejected",
      ]) {
        var door = Door()
        door.push()
        door.push()
        try? door.lock()
        #expect(door.count() == 2)
        try? door.lock()
        #expect(door == door && !door.isOpen)
      }
      let records = await recorded {
        var door = Door()
        door.push()
        var copy = door
        copy.push()
      }
      #expect(records.lives == ["started open", "ended shut"])
    }

    @Test(
      "in a class, beside observers, `private(set)`, typed throws, `rethrows`, `defer` and `some`")
    func object() async throws {
      try await expectSteps([
        "idle connect > connecting", "connecting opened > open", "open connect > open rejected",
        "open send > closed", "closed close > closed",
      ]) {
        let connection = Connection()
        try? connection.connect()
        #expect(connection.opened())
        try? connection.connect()
        connection.send {}
        connection.close()
        #expect(connection.changes > 0)
      }
    }

    @Test("of which calls between methods of the machine are parts")
    func nested() async throws {
      try await expectSteps([
        "off start > on", "on restart > on", "on reset > off", "off start > on", "on fail > broken",
      ]) {
        var pump = Pump()
        pump.start()
        pump.restart()
        pump.reset()
        pump.start()
        _ = pump.fail()
      }
    }

    @Test("whose result is a branch, or that depends on how it was built")
    func branches() async throws {
      try await expectSteps([
        "low climb > middle", "middle climb > high", "high fall > low", "low fall > low rejected",
        "low rest > middle", "middle sleep > low",
      ]) {
        var ladder = Ladder()
        _ = try ladder.climb()
        _ = try ladder.climb()
        _ = try ladder.fall()
        _ = try? ladder.fall()
        _ = await ladder.rest()
        _ = await ladder.sleep()
      }
    }

    @Test("in an extension, also in another file")
    func extensions() async throws {
      try await expectSteps([
        "off toggle > on", "on dim > dimmed", "dimmed brighten > on", "on smash > off",
      ]) {
        var lamp = Lamp()
        lamp.toggle()
        lamp.dim()
        lamp.brighten()
        lamp.smash()
      }
    }

    @Test("by its full name where others share it, and by a case where it takes all events")
    func names() async throws {
      try await expectSteps([
        "shut open() > open", "open shut > shut", "shut open(half:) > half", "locked push > locked",
        "locked coin > unlocked",
      ]) {
        var valve = Valve()
        valve.open()
        valve.shut()
        valve.open(half: true)
        var turnstile = Turnstile()
        turnstile.handle(.push)
        turnstile.handle(.coin(1))
      }
    }

    @Test("under the id of its type, with module and nesting, without arguments")
    func ids() async {
      let records = await recorded {
        var slot = Outer.Box<Int>.Slot()
        slot.fill(1)
        #expect(slot.take() == 1)
      }
      #expect(records.steps == ["empty fill > full", "full take > empty"])
      #expect(records.machines == ["OrreryTracedTests.Outer.Box.Slot"])
    }
  }

  @Suite("A state of any kind has its name") struct StateTests {
    @Test("one that cannot be copied, also where its cases are declared elsewhere")
    func noncopyable() async throws {
      try await expectSteps([
        "idle answered > idle rejected", "idle start > waiting", "waiting start > waiting",
        "waiting answered > done", "fresh use > used",
      ]) {
        var handshake = Handshake()
        _ = try? handshake.answered()
        _ = handshake.start()
        _ = handshake.start()
        _ = try? handshake.answered()
        let isOver = handshake.end()
        #expect(isOver)
        var ticket = Ticket()
        ticket.use()
      }
    }

    @Test("one whose enum is declared elsewhere, whatever it says of itself")
    func elsewhere() async throws {
      try await expectSteps(["red change > green", "green change > red"]) {
        let crossing = Crossing()
        crossing.change()
        crossing.change()
      }
    }

    @Test("one that is published, or observed")
    func wrapped() async throws {
      try await expectSteps([
        "stopped play > playing", "playing play > playing", "playing stop > stopped",
        "hidden show > shown", "shown hide > hidden",
      ]) {
        let player = Player()
        player.play()
        player.play()
        player.stop()
        let screen = Screen()
        screen.show()
        screen.hide()
      }
    }

    @Test("one behind a lock, read while that is held")
    func locked() async throws {
      try await expectSteps(["shut open > open", "open open > open", "open shut > shut"]) {
        let gate = Gate()
        #expect(gate.open())
        #expect(!gate.open())
        gate.shut()
      }
    }
  }

  @Suite("An instance is in the log while somebody records") struct LifeTests {
    @Test("from its first step on, in whatever state it is then")
    func late() async {
      var door = Door()
      door.push()
      let records = await recorded { try? door.lock() }
      #expect(records.lives == ["snapshot shut"])
      #expect(records.steps == ["shut lock > locked up"])
    }

    @Test("and costs nothing before")
    func unrecorded() async {
      let before = Connection()
      try? before.connect()
      let records = await recorded {}
      #expect(records.isEmpty)
    }

    @Test("and locked machines of several threads lose no step")
    func threads() async {
      let gate = Gate()
      let records = await recorded {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask {
              for _ in 0..<100 {
                _ = gate.open()
                gate.shut()
              }
            }
          }
        }
      }
      #expect(records.steps.count == 1600)
    }
  }
}
