import OrreryModel
import Testing

@Suite("Code that only some builds have") struct BuildConditionTests {
  private func scanner(_ body: String) throws -> [String] {
    try machine(
      """
      struct Scanner {
        enum State { case idle, busy }
        enum Effect { case start(String) }
        private(set) var state: State = .idle
        mutating func begin() -> [Effect] {
          guard state == .idle else { return [] }
          state = .busy
          let source: String
          \(body)
          return [.start(source)]
        }
        mutating func end() { state = .idle }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
  }

  @Test("is a row for each, where an effect is given what it assigns")
  func assigned() throws {
    #expect(
      try scanner(
        """
        #if PREVIEW
        source = "mock"
        #else
        source = "card"
        #endif
        """) == [
          "idle begin[#if PREVIEW]/.start busy", "idle begin[!(#if PREVIEW)]/.start busy",
          "busy end idle",
        ])
  }

  @Test("is no row of its own where nothing comes of it")
  func logging() throws {
    #expect(
      try scanner(
        """
        source = "card"
        #if DEBUG
        print("begin")
        #endif
        """) == ["idle begin/.start busy", "busy end idle"])
  }
}
