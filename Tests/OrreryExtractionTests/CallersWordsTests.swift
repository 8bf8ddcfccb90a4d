import Testing

@testable import OrreryExtraction

@Suite("Conditions of helpers") struct CallersWordsTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      actor Link {
        enum State { case idle, up, down }
        private(set) var state = State.idle
        private let limits: Limits
        func end() { state = .idle }
        \(body)
      }
      """
    ).transitions.filter { $0.from == "idle" && $0.to != nil && $0.to != "idle" }.map(describe)
  }

  @Test(
    "are told with what the caller hands over",
    arguments: [
      ("ready", "up[ready]"), ("ready && isSafe", "up[ready && isSafe]"),
      ("!ready", "up[!ready]"), ("limits.isMet(by: 3)", "up[limits.isMet(by: 3)]"),
    ])
  func argument(_ text: String, _ event: String) throws {
    let found = try rows(
      """
      func up(_ ready: Bool, _ isSafe: Bool) { move(isClean: \(text)) }
      private func move(isClean: Bool) { if isClean { state = .up } }
      """)
    #expect(found == ["idle \(event) up"])
  }

  @Test(
    "are told so, too, where they choose what is assigned, and in functions inside of functions",
    arguments: [
      "func up(_ p: Int) { move(p > 1) }\nprivate func move(_ p: Bool) { state = p ? .up : .idle }",
      "func up(_ p: Int) {\nfunc move(_ p: Bool) { state = p ? .up : .idle }\nmove(p > 1)\n}",
    ])
  func choices(_ body: String) throws { #expect(try rows(body) == ["idle up[p > 1] up"]) }

  @Test("are told in the words of the first of several callers")
  func chain() throws {
    let found = try rows(
      """
      func fail(_ error: NetError) { end(error.code) }
      private func end(_ code: Int) { leave(code, after: limits.last + 1) }
      private func leave(_ first: Int, after last: Int) { if first > last { state = .down } }
      """)
    #expect(found == ["idle fail[error.code > (limits.last + 1)] down"])
  }

  @Test("tell a switch over a parameter by what is handed, and are decided where that is a case")
  func subjects() throws {
    let found = try rows(
      """
      enum Kind { case up, down }
      func set(_ kind: Kind) { move(to: kind) }
      func rise() { move(to: .up) }
      private func move(to target: Kind) {
        switch target {
        case .up: state = .up
        case .down: state = .down
        }
      }
      """)
    #expect(
      found == [
        "idle set[case .up = kind] up", "idle set[case .down = kind] down", "idle rise up",
      ])
  }

  @Test("keep the names of what is lent, of what stands for several, and of what is left out")
  func kept() throws {
    let found = try rows(
      """
      func start(_ list: [Int]) { var count = list.count; begin(&count) }
      private func begin(_ left: inout Int, by step: Int = 1) { if left > step { state = .up } }
      """)
    #expect(found == ["idle start[left > step] up"])
  }

  @Test("do not take one parameter for another of the same name")
  func namesakes() throws {
    let found = try rows(
      """
      func start(_ a: Int, _ b: Int) { begin(b, a) }
      private func begin(_ a: Int, _ b: Int) { if a > b { state = .up } }
      """)
    #expect(found == ["idle start[b > a] up"])
  }

  @Test("keep the name of a parameter that is given a variable which has a property's name")
  func propertyNames() throws {
    let found = try rows(
      """
      private var current: Item?
      func start() { if let current = self.next { begin(current) } }
      private func begin(_ item: Item) { if item === current { state = .up } }
      """)
    #expect(found == ["idle start[let current = self.next && item === current] up"])
    let other = try rows(
      """
      private var last: Item?
      func start() { let last = self.next; begin(last) }
      private func begin(_ item: Item) { if item.count == self.last { state = .up } }
      """)
    #expect(other == ["idle start[last.count == self.last] up"])
  }
}
