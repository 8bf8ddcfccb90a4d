import OrreryTrace
import Testing

@Suite("A struct that is traced", .serialized) struct StructTests {
  @Test("records its methods by their names, a refusal by its error, and its end")
  func door() async throws {
    let records = await recorded {
      var door = Door()
      door.push()
      try? door.lock()
      _ = door.count()
      try? door.lock()
    }
    #expect(
      records.steps == [
        "open push > shut", "shut lock > locked up", "locked up count > locked up",
        "locked up lock > locked up rejected",
      ])
    #expect(records.lives == ["started open", "ended locked up"])
  }
}
