import OrreryExtraction
import OrreryModel
import Testing

@Suite("What an initializer of an unknown type makes") struct MadeValueTests {
  private func moves(_ members: String) throws -> [String] {
    try machine(
      """
      struct Panel {
        enum State { case off, on }
        private var state: State = .off
        mutating func stop() { state = .off }
      \(members)
      }
      """
    ).transitions.filter { $0.from == "off" && $0.event.name != "stop" }.map(describe)
  }

  @Test("may be any of the cases that a switch over several values names")
  func tuples() throws {
    #expect(
      try moves(
        """
          mutating func refresh(_ raw: Int, dark: Bool) {
            let preference: Preference = .init(rawValue: raw) ?? .system
            switch (preference, dark) {
            case (.system, true): log("dark")
            case (.light, _), (.system, _): log("light")
            }
            state = .on
          }
        """) == ["off refresh on"])
  }

  @Test("may be what it is compared with")
  func comparing() throws {
    #expect(
      try moves(
        """
          mutating func refresh(_ raw: Int) {
            let preference: Preference = .init(raw)
            if preference == .light { state = .on }
          }
        """) == [
          "off refresh[preference == .light] on", "off refresh[!(preference == .light)] ignored",
        ])
  }

  @Test("may be nothing, and is then what stands in for it")
  func absent() throws {
    #expect(
      try moves(
        """
          mutating func refresh(_ raw: Int) {
            guard let preference: Preference = .init(rawValue: raw) else { return }
            state = .on
          }
        """) == [
          "off refresh[!(let preference = .init(rawValue: raw))] ignored",
          "off refresh[let preference = .init(rawValue: raw)] on",
        ])
  }
}
