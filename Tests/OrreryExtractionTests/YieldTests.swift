import OrreryExtraction
import OrreryModel
import Testing

@Suite("Properties that lend what they stand for") struct YieldTests {
  private func rows(_ accessors: String, _ start: String = "mode = .on") throws -> [String] {
    try machine(
      """
      struct Machine {
        enum Mode { case idle, on, off }
        private var store: Mode = .idle
        private(set) var mode: Mode {
          \(accessors)
        }
        mutating func start() { \(start) }
        mutating func reset() { store = .idle }
        mutating func stop() { store = .off }
      }
      """
    ).transitions.map(describe).filter { $0.contains(" start") }
  }

  @Test(
    "are assigned through what they lend",
    arguments: [
      "_read { yield store }\n_modify { yield &store }",
      "_read { yield self.store }\n_modify { yield &self.store }",
      "get { store }\n_modify { yield &store }",
      "_read { log(); yield store }\n_modify { defer { log() }; yield &store }",
      "_read { yield store }\nset { store = newValue }",
      "_read { yield store }\n_modify { var copy = store; defer { store = copy }; yield &copy }",
    ])
  func assigned(accessors: String) throws {
    #expect(
      try rows(accessors) == ["idle start on", "on start ignored", "off start on"])
  }

  @Test("and are asked as getters are")
  func asked() throws {
    let accessors = "_read { log(); yield store }\n_modify { log(); yield &store }"
    #expect(
      try rows(accessors, "if mode == .idle { mode = .on }") == [
        "idle start on", "on start ignored", "off start ignored",
      ])
  }

  @Test("are open where what they lend is not told")
  func open() throws {
    let accessors = "_read { yield pointer().pointee }\n_modify { yield &pointer().pointee }"
    #expect(
      try rows(accessors, "store = .idle; mode = .on") == [
        "idle start ?", "on start ?", "off start ?",
      ])
  }
}
