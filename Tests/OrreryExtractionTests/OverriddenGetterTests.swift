import OrreryModel
import Testing

@Suite("Getters that subclasses override") struct OverriddenGetterTests {
  private func rows(_ getter: String, class modifiers: String = "", sub: String = "") throws
    -> [String]
  {
    let found = extract(
      """
      enum Link { case down, dialing, up }
      \(modifiers) class Client {
        fileprivate var link: Link = .down
        \(getter)
        func open() { if isDatagram { link = .dialing } else { link = .up } }
        func close() { link = .down }
      }
      \(sub)
      """
    ).machines.first { $0.name == "Client" }
    return try #require(found).transitions.filter { $0.from == "down" }.map(describe)
  }

  private let open = [
    "down open[isDatagram] dialing", "down open[!(isDatagram)] up", "down close ignored",
  ]

  @Test("leave open what they give where others may, or do, give something else")
  func overridden() throws {
    let sub = "class UDPClient: Client { override var isDatagram: Bool { true } }"
    #expect(try rows("open var isDatagram: Bool { false }", class: "open") == open)
    #expect(try rows("var isDatagram: Bool { false }", sub: sub) == open)
    #expect(
      try rows(
        "var isDatagram: Bool { return false }",
        sub: "class A: Client {}\n"
          + "class B: A { override var isDatagram: Bool { true } }") == open)
  }

  @Test("are what they say where nobody overrides them")
  func plain() throws {
    for getter in ["var isDatagram: Bool { false }", "private var isDatagram: Bool { false }"] {
      #expect(try rows(getter) == ["down open up", "down close ignored"])
    }
  }
}
