import Testing

@Suite("Audit of machines that others wrote")
struct AuditTests {
  @Test("accounts for every state write and every end of a handler", arguments: Orrery.sources)
  func complete(_ sources: String) throws {
    let outcome = try Orrery.run(["extract", "--audit", sources])
    #expect(!outcome.crashed)
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    for kind in ["writes", "exits"] {
      let total = try #require(lines.last { $0.contains(" \(kind): ") })
      #expect(!total.hasPrefix("0 "))
      #expect(total.hasSuffix(", 0 missing"))
    }
    print(lines.suffix(2).joined(separator: "\n"))
  }
}
