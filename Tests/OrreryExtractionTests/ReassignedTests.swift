import OrreryModel
import Testing

@Suite("Conditions on variables that are given something else") struct ReassignedTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      struct Scan {
        enum State { case idle, found, lost }
        private var state: State = .idle
        mutating func scan(_ items: [Int], _ count: Int) {
          \(body)
        }
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
  }

  @Test("what is asked of the second value is not said of the first")
  func flags() throws {
    #expect(
      try rows(
        """
        var isThere = items.contains(1)
        if isThere { state = .found }
        isThere = items.contains(2)
        if isThere { state = .lost }
        """) == [
          "idle scan[items.contains(2)] lost",
          "idle scan[isThere && !(items.contains(2))] found",
          "idle scan[!(isThere) && !(items.contains(2))] ignored",
        ])
  }

  @Test("a name in a text is part of the text, also behind an escaped quotation mark")
  func texts() throws {
    #expect(
      try rows(
        """
        var name = label(1)
        if name == "a" { state = .found }
        name = label(2)
        if name == "say \\"name\\" twice" { state = .lost }
        """
      ).contains("idle scan[label(2) == \"say \\\"name\\\" twice\"] lost"))
  }

  @Test("a second try only where the first one fails is asked about as one")
  func again() throws {
    #expect(
      try rows(
        """
        var isThere = items.contains(1)
        if !isThere { isThere = items.contains(2) }
        if isThere { state = .found } else { state = .lost }
        """) == ["idle scan[isThere] found", "idle scan[!(isThere)] lost"])
  }

  @Test("values that may be missing, and numbers, are told apart as well")
  func values() throws {
    #expect(
      try rows(
        """
        var item = items.first
        if item != nil { state = .found }
        item = items.last
        if item == nil { state = .lost }
        """
      ).contains("idle scan[item != nil && !(items.last == nil)] found"))
    #expect(
      try rows(
        """
        var item = items.first
        if item != nil { state = .found }
        item = items.last
        if let item, item > 3 { state = .lost }
        """
      ).contains("idle scan[let item = items.last && item > 3] lost"))
    #expect(
      try rows(
        """
        var level = count
        if level > 3 { state = .found }
        level = items.count
        if level > 3 { state = .lost }
        """
      ).contains("idle scan[level > 3 && !(items.count > 3)] found"))
  }
}
