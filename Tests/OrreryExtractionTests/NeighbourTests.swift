import OrreryModel
import Testing

@Suite("Private methods that types of the same file call") struct NeighbourTests {
  private func events(_ members: String, _ others: String = "") throws -> Set<String> {
    Set(
      try machine(
        """
        final class Owner {
          enum State { case idle, busy, done }
          private(set) var state: State = .idle
          init() { prepare() }
          func start() { state = .busy }
          private func prepare() { state = .idle }
        \(members)
        }
        \(others)
        """
      ).transitions.map(\.event.name))
  }

  @Test("a set-up of initializers alone is no event")
  func setUps() throws {
    #expect(try events("") == ["start"])
  }

  @Test(
    "a set-up that a type inside calls too is one",
    arguments: [
      "final class Part { weak var owner: Owner?; func end() { owner?.prepare() } }",
      "struct Part { let owner: Owner; func end() { owner.prepare() } }",
      "struct Part { func end(_ owner: Owner) { run(owner.prepare) } }",
    ])
  func inside(_ type: String) throws {
    #expect(try events(type) == ["start", "prepare"])
  }

  @Test("a namesake that a library's object has is none")
  func strangers() throws {
    let type = "final class Part { let player = AVPlayer(); func end() { player.prepare() } }"
    #expect(try events(type) == ["start"])
  }

  @Test("one that a computed property hands out, too")
  func getters() throws {
    let others = "extension Owner { var again: () -> Void { { [weak self] in self?.prepare() } } }"
    #expect(try events("", others) == ["start", "prepare"])
  }

  @Test("a method of a helper's own, or of another type, is none")
  func namesakes() throws {
    let type = """
      struct Other { func prepare() { } }
      final class Part { let other = Other(); func end() { other.prepare(); prepare() }; func prepare() { } }
      """
    #expect(try events(type) == ["start"])
  }

  @Test("a helper of an event that a type inside calls too is an event")
  func helpers() throws {
    let members = """
      func again() { finish() }
      private func finish() { state = .done }
      final class Part { let owner: Owner; init(_ owner: Owner) { self.owner = owner }; func end() { owner.finish() } }
      """
    #expect(try events(members) == ["start", "again", "finish"])
  }
}
