import Testing

@Suite("Comparisons") struct ComparingTests {
  private func rows(_ body: String, state: String = "", of name: String = "done") throws -> [String]
  {
    try machine(
      """
      struct Pool {
        enum Action { case none, close, wait }
        enum State { case idle, busy(Int), closed }
        private var state = State.idle
        private var streams = 0
        mutating func start() { if case .idle = state { state = .busy(1) } }
        mutating func done(_ count: Int) -> Action {
          guard case .busy(let n) = state else { return .none }
      \(body)
        }
        func log() {}
      }
      """
    ).transitions.filter { $0.from == "busy" && $0.event.name == "done" }.map(describe)
  }

  @Test(
    "the same question has the same answer, though the state was written between",
    arguments: ["streams == 0", "count > 1", "n <= 1"])
  func again(_ question: String) throws {
    #expect(
      try rows(
        """
          if \(question) { state = .closed } else { state = .idle }
          return \(question) ? .close : .wait
        """) == ["busy done[\(question)]/.close closed", "busy done[!(\(question))]/.wait idle"])
  }

  @Test("the opposite question has the opposite answer")
  func opposite() throws {
    #expect(
      try rows(
        """
          state = count < 2 ? .closed : .idle
          return count >= 2 ? .wait : .close
        """) == ["busy done[count < 2]/.close closed", "busy done[!(count < 2)]/.wait idle"])
  }

  @Test("a switch over the same value takes the same clause again")
  func clauses() throws {
    #expect(
      try rows(
        """
          switch count { case 1: state = .closed
          default: state = .idle }
          switch count { case 1: return .close
          default: return .wait }
        """) == [
          "busy done[case 1 = count]/.close closed", "busy done[!(case 1 = count)]/.wait idle",
        ])
  }

  @Test("a property that was written, or that other code may have changed, is asked anew")
  func changed() throws {
    for change in ["streams -= 1", "pool.release()"] {
      #expect(
        try rows(
          """
            if streams == 0 { state = .closed } else { state = .idle }
            \(change)
            return streams == 0 ? .close : .wait
          """
        ).count == 4, "\(change)")
    }
  }

  @Test("a number that a closure has counted on is not known")
  func counted() throws {
    #expect(
      try rows(
        """
          var total = 0
          let kept = items.map { item in
            guard item.isReady else { return item }
            total += 1
            return item
          }
          if total > 0 { state = .closed } else { state = .idle }
          return .none
        """) == ["busy done[total > 0] closed", "busy done[!(total > 0)] idle"])
  }

  @Test("numbers that are known are compared")
  func literals() throws {
    try expectTransitions(
      """
      final class Line {
        enum State { case idle, retry(n: Int), failed }
        private(set) var state: State = .idle
        func drop() { if case .idle = state { state = .retry(n: 1); again() } }
        private func again() {
          guard case .retry(let n) = state, n < 5 else { state = .failed; return }
          state = .retry(n: n + 1)
        }
        func tick() { if case .retry = state { again() } }
      }
      """,
      [
        "idle drop retry", "retry drop ignored", "failed drop ignored", "idle tick ignored",
        "retry tick[!(n < 5)] failed", "retry tick[n < 5] retry", "failed tick ignored",
      ])
  }
}

@Suite("Ordered states") struct OrderedStateTests {
  private static let types = [
    "enum Status: Comparable { case joining, up, down, removed }",
    """
    enum Status: Int, Comparable { case joining, up, down, removed
      static func < (l: Status, r: Status) -> Bool { l.rawValue < r.rawValue } }
    """,
    """
    enum Status: Int, Comparable { case joining = 4, up, down = 8, removed
      static func < (l: Self, r: Self) -> Bool { return l.rawValue < r.rawValue } }
    """,
    """
    enum Status: Comparable { case removed, down, up, joining
      var order: Int { switch self { case .joining: return 0
        case .up: return 1
        case .down: return 2
        case .removed: return 3 } }
      static func < (l: Status, r: Status) -> Bool { l.order < r.order } }
    """,
  ]

  @Test("which of two cases comes first is known", arguments: types)
  func order(_ type: String) throws {
    let found = try machine(
      """
      final class Member {
        \(type)
        private(set) var status: Status = .joining
        func markDown() { if status < .down { status = .down } }
        func remove() { guard status >= .up, !(status > .down) else { return }; status = .removed }
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
    #expect(
      Set(found) == [
        "joining markDown down", "up markDown down", "up remove removed", "down remove removed",
      ])
  }

  @Test("a `<` that asks for more than the cases leaves the comparison open")
  func open() throws {
    let found = try machine(
      """
      final class Member {
        enum Status: Comparable { case joining, up(Int)
          static func < (l: Status, r: Status) -> Bool { rank(l) < rank(r) } }
        private(set) var status: Status = .joining
        func reset() { status = .joining }
        func raise() { if status < .up(1) { status = .up(2) } }
      }
      """
    ).transitions.filter { $0.event.name == "raise" && $0.kind != .ignore }.map(describe)
    #expect(found == ["joining raise[status < .up(1)] up", "up raise[status < .up(1)] up"])
  }

  @Test("a value is the same as itself, until someone may have changed what it was read from")
  func itself() throws {
    let found = try machine(
      """
      actor Client {
        enum State { case off, on, done }
        private var state = State.off
        private var generation = 0
        let net: Net
        func stop() { drop(generation) }
        private func drop(_ expected: Int) {
          guard expected == generation else { return }
          state = .off
        }
        func start() async {
          generation += 1
          let mine = generation
          state = .on
          guard mine == generation else { return }
          await net.work()
          guard mine == generation else { return }
          state = .done
        }
      }
      """
    ).transitions.filter { $0.from == "on" }.map(describe)
    #expect(
      found == [
        "on stop off", "on start/net.work on",
        "on start#net.work[!(mine == generation)] ignored",
        "on start#net.work[mine == generation] done",
      ])
  }

  @Test("a property that was kept before is compared with what was written since")
  func keptBefore() throws {
    try expectActions(
      """
      struct Call {
        enum Phase { case idle, live, ended }
        var phase = Phase.idle
        var isBack = false
      }
      enum CallEvent { case start, lost, end }
      enum CallEffect { case track }
      enum CallMachine {
        static func reduce(_ state: inout Call, event: CallEvent) -> [CallEffect] {
          let from = state.phase
          switch event {
          case .start: if state.phase == .idle { state.phase = .live }
          case .lost: state.isBack = true
          case .end: if state.phase != .ended { state.phase = .ended }
          }
          return state.phase != from ? [.track] : []
        }
      }
      """,
      [
        "start[state.phase == .idle]/.track phase = .live", "start[!(state.phase == .idle)] ",
        "lost isBack = true", "end[state.phase != .ended]/.track phase = .ended",
        "end[!(state.phase != .ended)] ",
      ])
  }

  @Test(
    "an expression that is compared with itself, or a getter of something else, stays open",
    arguments: [
      "guard count == count else { return }",
      "let a = clock.now; let b = clock.now; guard a == b else { return }",
    ])
  func mayDiffer(_ question: String) throws {
    let found = try machine(
      """
      final class Meter {
        enum State { case off, on }
        private var state = State.off
        let clock: Clock
        func stop() { if state == .on { state = .off } }
        func update(_ count: Double) {
          \(question)
          state = .on
        }
      }
      """
    ).transitions.filter { $0.from == "off" && $0.event.name == "update" }
    #expect(found.map(\.kind) == [.ignore, .move])
    #expect(found.allSatisfy { $0.guard != nil })
  }

  @Test("a copy of what a value holds is the same until it is changed")
  func copies() throws {
    try expectTransitions(
      """
      struct Caps: Equatable { var items: [String] = [] }
      struct Reply { var caps: Caps }
      actor Server {
        enum State { case off, on(Reply) }
        private var state = State.off
        func handle(_ name: String?) {
          guard case .on(let reply) = state else { return }
          var next = reply.caps
          if let name { next.items.append(name) }
          guard next != reply.caps else { return }
          state = .on(Reply(caps: next))
        }
        func stop() { state = .off }
      }
      """,
      [
        "off handle ignored", "on handle[let name && !(next != reply.caps)] ignored",
        "on handle[!(let name)] ignored", "on handle[let name && next != reply.caps] on",
        "off stop ignored", "on stop off",
      ])
  }
}
