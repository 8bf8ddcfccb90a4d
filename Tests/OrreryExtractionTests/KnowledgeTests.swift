import Testing

@Suite("What several conditions tell together") struct KnowledgeTests {
  /// The rows of an event from `shut`, with some body and some more members.
  private func rows(_ body: String, _ members: String = "") throws -> [String] {
    try machine(
      """
      struct Door {
        enum State { case open, shut, broken }
        private(set) var state: State = .shut
        mutating func reset() { state = .shut }
        mutating func push(_ a: Bool, _ b: Bool, _ n: Int) {
      \(body)
        }
      \(members)
      }
      """
    ).transitions.filter { $0.from == "shut" && $0.event.name == "push" }.map(describe)
  }

  @Test(
    "no way is told on which they contradict each other",
    arguments: [
      "guard a || b else { return }; if !a { if !b { state = .broken } }",
      "let both = a && b; if both { if !a { state = .broken } }",
      "let neither = !(a || b); if neither, b { state = .broken }",
      "switch (!a, a) { case (true, true): state = .broken; default: state = .open }",
      "switch (a && b, b) { case (true, false): state = .broken; default: state = .open }",
      "guard n == 0 || a else { return }; if n > 1 { if !a { state = .broken } }",
      "if a, b || n == 0 { return }; if a { if b { state = .broken } }",
      "let isMore = a ? b : n > 1; if isMore, a { if !b { state = .broken } }",
      "if a ? n == 0 : n == 0 { if n != 0 { state = .broken } }",
      "guard b else { return }; if !(a ? true : b) { state = .broken }",
      "let isNone = a && n == 0; if isNone { state = n > 1 ? .broken : .open }",
      "switch (n == 0, n > 1) { case (true, true): state = .broken; default: break }",
      "for _ in 0..<n { if state == .open ? a : a && b { state = .open; if !a { state = .broken } } }",
      "var i = 0; while i < n, (state == .shut ? state != .open && a : state == .broken) { i += 1; state = .open }; if state == .open, !a { state = .broken }",
      """
      switch (b, !(n > 1) && a) {
      case (true, true), (false, _): return
      default: if a, !(n > 1) { state = .broken }
      }
      """,
      "var isOn: Bool = a || n > 1; isOn.toggle(); if isOn, n > 1 { state = .broken }",
      "for i in 0..<n { if a { return }; if i > 0 { if i == 0 { state = .broken } }; break }",
      "var i = 0; while i < 9, n == 0 { i += 1; state = .open }; if state == .open, n > 1 { state = .broken }",
    ])
  func contradictions(_ body: String) throws {
    let rows = try rows("    \(body)\n    if a { state = .open }")
    #expect(rows.contains { $0.hasSuffix("open") })
    #expect(!rows.contains { $0.hasSuffix("broken") })
  }

  @Test(
    "a way that they leave open is told",
    arguments: [
      "guard a || b else { return }; if !a { state = .broken }",
      "if a && b { return }; if a || b { state = .broken }",
      "let both = a && b; if !both { if a { state = .broken } }",
      "switch (!a, b) { case (true, true): state = .broken; default: state = .open }",
      "guard n == 0 || a else { return }; if n > 1 { if a { state = .broken } }",
      "if a, b || n == 0 { return }; if a { if n > 1 { state = .broken } }",
      "var isOn: Bool = a || n > 1; isOn.toggle(); if isOn, b { state = .broken }",
      "for i in 0..<n { if i == 2 { state = .broken } }",
    ])
  func open(_ body: String) throws {
    #expect(try rows("    \(body)").contains { $0.hasSuffix("broken") })
  }

  @Test("what a clause of a `catch` has asked is known where it does not take the error")
  func clauses() throws {
    let rows = try rows(
      """
          do {
            throw Fault.bad
          } catch Fault.bad where n == 0 {
            state = .open
          } catch {
            if n == 0 { state = .broken }
          }
      """, "  enum Fault: Error { case bad }")
    #expect(rows.contains { $0.hasSuffix("open") })
    #expect(!rows.contains { $0.hasSuffix("broken") })
  }

  @Test("the associated value is known by which alone two states may differ")
  func payloads() throws {
    let rows = try machine(
      """
      struct Tank {
        enum State: Equatable { case empty, filled(Int), burst }
        private(set) var state: State = .empty
        mutating func fill(_ n: Int) {
          guard n > 1 else { return }
          state = .filled(n)
          if case .filled(1) = state { state = .burst }
        }
        mutating func check() {
          guard state == .filled(1), case .filled(let n) = state else { return }
          if n > 1 { state = .burst } else { state = .empty }
        }
      }
      """
    ).transitions.map(describe)
    #expect(!rows.contains { $0.hasSuffix("burst") && !$0.hasPrefix("burst") }, "\(rows)")
    #expect(rows.contains("filled check[state == .filled(1)] empty"), "\(rows)")
  }

  @Test("a question is asked anew where a call may have changed what answers it")
  func changing() throws {
    let rows = try rows(
      """
          if isFull || isOld { return }
          refill()
          if isFull { state = .broken }
      """,
      """
        var isFull = false
        var isOld = false
        private mutating func refill() { isFull = Pump.shared.fill() }
      """)
    #expect(rows.contains { $0.hasSuffix("broken") })
  }

  @Test("which of two values a choice takes shows in the value alone")
  func choices() throws {
    let members = """
        var first = false
        var second = false
        var mode: Mode
        enum Mode { case near, far }
      """
    #expect(
      try rows(
        """
            let isDone: Bool = switch mode {
            case .near: first
            case .far: second
            }
            state = isDone ? .open : .broken
        """, members) == ["shut push[isDone] open", "shut push[!(isDone)] broken"])
    #expect(
      try rows(
        """
            let isDone = a ? first : second
            if isDone { state = .open }
        """, members
      ).filter { $0.hasSuffix("open") } == ["shut push[isDone] open"])
  }

  @Test("a condition of a clause that changes the state has changed it where it does not hold")
  func changingCondition() throws {
    let rows = try rows(
      """
          switch n {
          case 0 where !jam(a): state = .open
          default: break
          }
      """,
      """
        private mutating func jam(_ isHard: Bool) -> Bool {
          state = .broken
          return isHard
        }
      """)
    #expect(rows.contains { $0.hasSuffix("broken") })
    #expect(rows.contains { $0.hasSuffix("open") })
  }

  @Test(
    "what a condition changes has changed where the condition does not hold",
    arguments: ["if a && jam(b) { state = .open }", "if !(a || jam(b)) { state = .open }"])
  func changingOperand(_ body: String) throws {
    let rows = try rows(
      "    \(body)",
      """
        private mutating func jam(_ isHard: Bool) -> Bool {
          state = .broken
          return isHard
        }
      """)
    #expect(rows.contains { $0.hasSuffix("broken") })
    #expect(rows.contains { $0.hasSuffix("open") })
  }

  @Test(
    "a question of what a helper is handed is another one where it is handed something else",
    arguments: [
      "guard check(a, n) else { return }; if check(b, n) { return }; state = .broken",
      "guard isFit(n) else { return }; if isFit(n + 1) { return }; state = .broken",
      "let fits = [a, b].map { $0 && n > 1 }; if fits[0] { if !fits[1] { state = .broken } }",
    ])
  func calls(_ body: String) throws {
    let members = """
        private func check(_ isHard: Bool, _ n: Int) -> Bool {
          if state == .broken { return true }
          let either = isHard || n == 0
          return either
        }
        private func isFit(_ n: Int) -> Bool {
          if state == .broken { return true }
          return Rules.shared.allow(n)
        }
      """
    #expect(try rows("    \(body)", members).contains { $0.hasSuffix("broken") })
  }

  @Test("and the same one where it is handed the same")
  func sameCalls() throws {
    let rows = try rows(
      "    guard check(a) else { return }; if check(a) { return }; state = .broken",
      """
        private func check(_ isHard: Bool) -> Bool {
          if state == .broken { return true }
          let either = isHard || size == 0
          return either
        }
        let size = 1
      """)
    #expect(!rows.contains { $0.hasSuffix("broken") })
  }

  @Test(
    "nothing is concluded from what may have changed in between",
    arguments: [
      "let both = isFull && n > 3; pump.fill(self); if both { if !isFull { state = .broken } }",
      "guard !(Date() < end && a) else { return }; if a, Date() < end { state = .broken }",
      "let ends = Task.isCancelled || a; pump.work(); if !ends { if Task.isCancelled { state = .broken } }",
      "let v = a ? isFull : isOld; if v { if a, isFull { state = .broken } }",
    ])
  func meanwhile(_ body: String) throws {
    let members = """
        var isFull = false
        var isOld = false
        let pump: Pump
        let end: Date
      """
    #expect(try rows("    \(body)", members).contains { $0.hasSuffix("broken") })
  }

  @Test("an enum's own case may be named like an optional's")
  func ownNames() throws {
    let rows = try rows(
      """
          switch access {
          case .some where a: state = .open
          case .all where a: state = .broken
          default: break
          }
      """,
      """
        var access: Access
        enum Access { case all, some, few }
      """)
    #expect(rows.contains { $0.hasSuffix("broken") })
  }

  @Test("no row of a choice between values is told that the choice forbids")
  func forbidden() throws {
    let rows = try rows(
      """
          let v = a ? b : n > 1
          if v { if a && !b { state = .broken } else { state = .open } }
      """)
    #expect(!rows.contains { $0.hasSuffix("broken") })
  }
}
