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
  }
}
