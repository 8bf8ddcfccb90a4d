import OrreryModel
import Testing

@Suite("What is not resolved") struct UnresolvedTests {
  private func part(_ event: String, _ predicate: String = "cannot be told", line: Int = 1)
    -> Unresolved
  {
    Unresolved(
      location: SourceLocation(file: "A.swift", line: line), event: event, predicate)
  }

  @Test("begins with the event that it is about") func sentence() {
    #expect(part("go").reason == "go cannot be told")
    #expect(part("go").event == "go")
  }

  @Test("is one sentence for events of which the same is said") func groups() {
    let plain = Unresolved(location: SourceLocation(file: "A.swift", line: 9), reason: "x is open")
    let groups = Unresolved.grouped([
      part("go"), plain, part("stop", line: 2), part("stop", "cannot end"), part("wait"),
    ])
    #expect(
      groups.map { $0.reason() } == [
        "go, stop and wait cannot be told", "x is open", "stop cannot end",
      ])
    #expect(groups.map(\.parts.count) == [3, 1, 1])
  }

  @Test(
    "names so many events and counts the others",
    arguments: [
      (1, "a and 3 others cannot be told"), (2, "a, b and 2 others cannot be told"),
      (3, "a, b, c and 1 other cannot be told"), (4, "a, b, c and d cannot be told"),
      (0, "a and 3 others cannot be told"),
    ])
  func naming(_ limit: Int, _ expected: String) {
    let group = Unresolved.grouped(["a", "b", "c", "d", "a"].map { part($0) })[0]
    #expect(group.reason(naming: limit) == expected)
  }

  @Test("names as many events as leave it short enough, and one at least") func length() {
    let group = Unresolved.grouped(["first", "second", "third"].map { part($0) })[0]
    #expect(group.reason(naming: 3, within: 38) == "first, second and third cannot be told")
    #expect(group.reason(naming: 3, within: 37) == "first and 2 others cannot be told")
    #expect(group.reason(naming: 3, within: 1) == "first and 2 others cannot be told")
  }

  @Test("may speak of the event in its middle") func leads() {
    let parts = ["next", "state", "after"].map { event in
      Unresolved(
        location: SourceLocation(file: "A.swift", line: 1), .nextState, event: event,
        "in a is `x`")
    }
    #expect(parts[0].reason == "the next state after next in a is `x`")
    #expect(
      Unresolved.grouped(parts).map { $0.reason() } == [
        "the next state after next, state and after in a is `x`"
      ])
  }

  @Test("may end with the event") func ends() {
    let parts = ["go", "after"].map {
      Unresolved(location: SourceLocation(file: "A.swift", line: 1), "x is open", after: $0)
    }
    #expect(parts.map(\.reason) == ["x is open after go", "x is open after after"])
    #expect(
      Unresolved.grouped(parts).map { $0.reason() } == ["x is open after go and after"])
  }

  @Test("is not joined with a sentence that only sounds the same") func alike() {
    let told = Unresolved(location: part("go").location, reason: "cannot be told")
    #expect(Unresolved.grouped([part("go"), told]).count == 2)
  }
}
