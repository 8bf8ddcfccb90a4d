import OrreryModel
import Testing

@Suite("Subjects that keep the state") struct SubjectTests {
  private func rows(_ property: String, _ members: String, beside types: String = "") throws
    -> [String]
  {
    try machine(
      """
      enum Link { case down, dialing, up }
      struct Busy: Error {}
      \(types)
      final class Client {
        private let link\(property)
      \(members)
      }
      """
    ).transitions.map(describe)
  }

  @Test(
    "are told by their names, or by what their declarations have",
    arguments: [
      (" = CurrentValueSubject<Link, Never>(.down)", ""),
      (" = AsyncCurrentValueSubject<Link>(.down)", ""),
      (" = StateSubject<Link>(.down)", ""),
      (
        " = Stored<Link>(.down)",
        "final class Stored<T> { init(_ value: T) {}; var value: T; func send(_ value: T) {} }"
      ),
    ])
  func kinds(_ property: String, _ types: String) throws {
    let found = try rows(
      property,
      """
      func open() {
        guard link.value == .down else { return }
        link.send(.dialing)
      }
      func drop() { link.send(.down) }
      """, beside: types)
    #expect(
      found == [
        "down open dialing", "dialing open ignored", "up open ignored", "down drop ignored",
        "dialing drop down", "up drop down",
      ])
  }
}
