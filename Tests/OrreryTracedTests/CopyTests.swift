import OrreryTrace
import OrreryTraceAnalysis
import Testing

extension TracedTests {
  @Suite("A struct") struct CopyTests {
    @Test("that is copied is one instance until a copy goes its own way")
    func copies() async throws {
      let records = await recorded {
        var door = Door()
        door.push()
        var copy = door
        copy.push()
        try? copy.lock()
        door.push()
        #expect(copy.count() == 2)
      }
      #expect(
        records.steps == [
          "open push > shut", "shut push > shut", "shut lock > locked up", "shut push > shut",
          "locked up count > locked up",
        ])
      #expect(records.gaps == [])
      #expect(records.lives.filter { !$0.hasPrefix("ended") } == ["started open", "snapshot shut"])
    }

    @Test("may start in a state that it is given, which no declaration tells")
    func given() async throws {
      let records = await recorded {
        var lamp = Lamp(state: .on)
        lamp.toggle()
        var other = Lamp()
        other.toggle()
      }
      #expect(
        records.lives.filter { !$0.hasPrefix("ended") } == ["snapshot on", "started off"])
      let report = Conformance.judge(records: records, declared: Declared.machines)
      #expect(report.machines.map(\.conforms) == [true])
    }

    @Test("that replaces itself goes on with its step, whatever it calls then")
    func replaced() async throws {
      try await expectSteps(["cold heat > hot", "hot refill > warm"]) {
        var kettle = Kettle()
        kettle.heat()
        kettle.refill()
      }
      let records = await recorded {
        var kettle = Kettle()
        kettle.heat()
        kettle.refill()
      }
      #expect(records.lives == ["started cold", "ended warm"])
    }
  }
}
