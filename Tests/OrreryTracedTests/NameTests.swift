import OrreryTrace
import OrreryTraced
import Testing

extension TracedTests {
  @Suite("A name that only the running program knows") struct NameTests {
    private enum Phase {
      case idle
      case busy(String)
    }
    private struct Content { var token = "secret" }

    @Test("is that of the case, without what it carries")
    func cases() {
      #expect(TracedName.of(Phase.busy("secret")) == "busy")
      #expect(TracedName.of(Phase?.some(.idle)) == "idle")
      #expect(TracedName.of(Phase?.none) == "nil")
    }

    @Test("is none where there is no case: what a value holds is in no log")
    func others() {
      #expect(TracedName.of(Content()) == "?")
      #expect(TracedName.of("secret") == "?")
    }

    @Test("is not asked for while nothing is recorded, however often a method waits")
    func off() {
      var asked = 0
      func name() -> String {
        asked += 1
        return "idle"
      }
      let instance = TracedInstance(machine: "M", recorder: TraceRecorder())
      var run = instance.run("load", name())
      run.wait("api.fetch", mayFail: true, name())
      run.resume(name())
      run.wait("api.fetch", name())
      run.fail(name())
      run.end(name())
      var part = TracedRun.part(instance, "load", name())
      part.end(name())
      #expect(asked == 0)
    }
  }
}
