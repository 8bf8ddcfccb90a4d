import OrreryModel
import Testing

@Suite("Methods that switch over the state and a parameter") struct PairedEventTests {
  private func events(_ subject: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      struct Handshake {
        enum Frame { case welcome, refused }
        enum Phase { case waiting, running, ended }
        private var phase: Phase = .waiting
        private var last: Frame?
        mutating func take(_ frame: Frame) {
          last = frame
          switch \(subject) {
          case (.waiting, .welcome): phase = .running
          case (_, .refused): phase = .ended
          default: phase = .ended
          }
          \(more)
        }
        mutating func close() { phase = .ended }
      }
      """
    ).events.map(\.id.name)
  }

  @Test("have the cases for events, whatever their type is called")
  func cases() throws {
    #expect(try events("(phase, frame)") == ["welcome", "refused", "close"])
    #expect(try events("(self.phase, frame)") == ["welcome", "refused", "close"])
  }

  @Test("are events themselves where the parameter is the next state")
  func nextState() throws {
    let found = try machine(
      """
      struct Door {
        enum Phase { case open, shut, locked }
        private var phase: Phase = .open
        mutating func go(to next: Phase) {
          switch (phase, next) {
          case (.open, .shut), (.shut, .open), (.shut, .locked), (.locked, .shut): phase = next
          default: break
          }
        }
      }
      """)
    #expect(found.events.map(\.id.name) == ["go"])
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe).first
        == "open go[case .shut = next] shut")
  }

  @Test("are events themselves where something follows, or the pair is another one")
  func others() throws {
    #expect(try events("(phase, frame)", "last = nil") == ["take", "close"])
    #expect(try events("(phase, Frame.welcome)") == ["take", "close"])
  }

  private func valve(_ method: String, named type: String = "Change") throws -> [String] {
    try machine(
      """
      enum Reply { case opened, nothing }
      struct Valve {
        enum State { case shut, open }
        enum \(type) { case turn(Int), release }
        enum Speed { case slow, fast }
        private(set) var state: State = .shut
        private var count = 0
        \(method)
      }
      """
    ).transitions.map(describe)
  }

  private static let alone = """
    mutating func apply(_ change: Change) {
      switch change {
      case .turn: state = .open
      case .release: if state == .open { state = .shut }
      }
    }
    """

  private static let inside = """
    mutating func apply(_ change: Change) {
      switch state {
      case .shut:
        switch change {
        case .turn: state = .open
        case .release: break
        }
      case .open:
        switch change {
        case .turn: break
        case .release: state = .shut
        }
      }
    }
    """

  @Test(
    "have the cases for events where they switch over the parameter alone, or the state first",
    arguments: [alone, inside])
  func nested(method: String) throws {
    #expect(
      try valve(method) == [
        "shut turn open", "shut release ignored", "open turn ignored", "open release shut",
      ])
  }

  @Test("have the cases for events where an answer that calls nothing follows")
  func answered() throws {
    #expect(
      try valve(
        """
        mutating func take(_ change: Change) -> Reply {
          switch (state, change) {
          case (.shut, .turn):
            state = .open
            return .opened
          case (_, .release): state = .shut
          default: break
          }
          return .nothing
        }
        """) == [
          "shut turn/.opened open", "shut release ignored", "open turn ignored",
          "open release shut",
        ])
  }

  @Test(
    "are events themselves where the parameter only says how, or how something went",
    arguments: [
      (
        "open(speed: Speed)",
        "switch speed { case .slow: state = .open; case .fast: state = .shut }"
      ),
      (
        "open(_ speed: Speed)",
        "switch speed { case .slow: state = .open; case .fast: state = .shut }"
      ),
      (
        "run(_ speed: Speed)",
        "state = .open; switch speed { case .slow: lift(); case .fast: drop() }"
      ),
      ("run(_ speed: Speed)", "if case .slow = speed { state = .open } else { state = .shut }"),
      (
        "run(_ speed: Speed?)",
        "switch speed { case .slow?: state = .open; default: state = .shut }"
      ),
      (
        "handle(_ it: ReadError)",
        "switch it { case .turn: state = .open; case .release: state = .shut }"
      ),
      (
        "handle(_ it: ReadMode)",
        "switch it { case .turn: state = .open; case .release: state = .shut }"
      ),
    ])
  func parameters(_ method: String, _ body: String) throws {
    let type = method.contains("ReadError") ? "ReadError" : "ReadMode"
    let found = try valve(
      "mutating func \(method) { \(body) }\nmutating func reset() { state = .shut }", named: type)
    let name = method.prefix { $0 != "(" }
    #expect(found.contains { $0.hasPrefix("shut \(name)") })
  }

  @Test("are events themselves where they are private, unless a method hands on what it takes")
  func helpers() throws {
    let handle = """
      private mutating func handle(_ change: Change) {
        switch change {
        case .turn: state = .open
        case .release: state = .shut
        }
      }
      """
    let handed = try valve("mutating func take(_ change: Change) { handle(change) }\n" + handle)
    #expect(handed.allSatisfy { $0.contains(" turn ") || $0.contains(" release ") })
    let own = try valve(
      "mutating func read() { if let change = source.next() { handle(change) } }\n" + handle)
    #expect(own.allSatisfy { $0.contains(" read") })
  }

  @Test("are events themselves where several are handed one enum")
  func sameEnum() throws {
    let found = try valve(
      """
      mutating func handlePress(_ change: Change) {
        switch change {
        case .turn: state = .open
        case .release: state = .shut
        }
      }
      mutating func handleRelease(_ change: Change) {
        switch change {
        case .turn: state = .shut
        case .release: state = .open
        }
      }
      """)
    #expect(found.allSatisfy { $0.contains(" handlePress[") || $0.contains(" handleRelease[") })
  }

  @Test("are events themselves where another asks for the state and the same enum")
  func overlaid() throws {
    let found = try valve(
      """
      mutating func handle(_ change: Change) {
        switch (state, change) {
        case (.shut, .turn): state = .open
        case (.open, .release): state = .shut
        default: break
        }
      }
      mutating func undo(_ change: Change) {
        switch (state, change) {
        case (.open, .turn): state = .shut
        default: break
        }
      }
      """)
    #expect(found.contains("shut turn open"))
    #expect(found.contains("open undo[case .turn = change] shut"))
    #expect(Set(found).count == found.count && !found.contains("open turn shut"))
  }

  @Test("are told by the one that changes the state, not by a question before it")
  func question() throws {
    let found = try valve(
      """
      mutating func check(_ change: Change) throws {
        switch (state, change) {
        case (.open, .turn): throw Stuck()
        default: break
        }
      }
      mutating func handle(_ change: Change) {
        switch (state, change) {
        case (.shut, .turn): enter(.open)
        case (.open, .release): enter(.shut)
        default: break
        }
      }
      private mutating func enter(_ next: State) { state = next }
      """)
    #expect(found.filter { $0.hasPrefix("shut turn") } == ["shut turn open"])
    #expect(found.contains("open check[case .turn = change] throws"))
  }

  @Test("have their full name where a case has the same one, and where they overload another")
  func names() throws {
    let found = try valve(
      """
      mutating func handle(_ change: Change) {
        switch (state, change) {
        case (.shut, .turn): state = .open
        case (.open, .release): state = .shut
        default: break
        }
      }
      mutating func release(_ change: Change) {
        switch (state, change) {
        case (.open, .turn): state = .shut
        default: break
        }
      }
      mutating func handle(_ change: Change, twice: Bool) {
        switch (state, change) {
        case (.open, .turn): state = .shut
        default: break
        }
      }
      """)
    #expect(found.contains("open release(_:)[case .turn = change] shut"))
    #expect(found.contains("open handle(_:twice:)[case .turn = change] shut"))
    #expect(found.filter { $0.hasPrefix("open release ") } == ["open release shut"])
  }

  @Test("are events themselves where each is handed another enum")
  func several() throws {
    let found = try valve(
      """
      mutating func run(_ speed: Speed) {
        switch speed {
        case .slow: state = .open
        case .fast: state = .shut
        }
      }
      mutating func apply(_ change: Change) {
        switch change {
        case .turn: state = .open
        case .release: state = .shut
        }
      }
      """)
    #expect(found.allSatisfy { $0.contains(" run[") || $0.contains(" apply[") })
  }

  @Test(
    "have the cases for events where nothing else comes to the state, whatever they are called",
    arguments: [
      "mutating func step(_ signal: Signal) { switch signal { \(arms) } }",
      """
      mutating func step(_ signal: Signal) { go(signal) }
      private mutating func go(_ signal: Signal) { switch signal { \(arms) } }
      """,
      "mutating func step(_ signal: Signal) { state.turn(by: signal) }",
    ])
  func onlyEntry(_ method: String) throws {
    #expect(
      try lamp(method) == [
        "off up on", "off down ignored", "on up ignored", "on down off",
      ])
  }

  @Test(
    "are events themselves where something else comes to the state",
    arguments: [
      "mutating func reset() { state = .off }", "var count = 0 { didSet { state = .off } }",
    ])
  func otherEntries(_ other: String) throws {
    let found = try lamp(
      "mutating func step(_ signal: Signal) { switch signal { \(Self.arms) } }\n" + other)
    #expect(found.contains("off step[case .up = signal] on"))
  }

  private static let arms = "case .up: state = .on; case .down: state = .off"

  private func lamp(_ method: String) throws -> [String] {
    try machine(
      """
      struct Lamp {
        enum State {
          case off, on
          fileprivate mutating func turn(by signal: Signal) {
            switch signal { case .up: self = .on; case .down: self = .off }
          }
        }
        enum Signal { case up, down }
        private(set) var state: State = .off
        \(method)
      }
      """
    ).transitions.map(describe)
  }

  @Test("a private method that changes nothing is told by its callers what to send: no events")
  func told() throws {
    try expectTransitions(
      """
      final class Socket {
        enum Message { case hello, ping, bye }
        enum Health { case off, on, ready }
        private var health: Health = .off
        private var queue: [Message] = []
        func open() { health = .on; send(message: .hello) }
        func flush() { while !queue.isEmpty { send(message: queue.removeFirst()) } }
        func acknowledge() { if health == .on { health = .ready } }
        private func send(message: Message) {
          switch (health, message) {
          case (.ready, _), (_, .hello): print("write", message)
          default: queue.append(message)
          }
        }
      }
      """,
      [
        "off open on", "on open ignored", "ready open on",
        "off flush ignored", "on flush ignored", "ready flush ignored",
        "off acknowledge ignored", "on acknowledge ready", "ready acknowledge ignored",
      ])
  }

  @Test("a parameter that may be left out is no event: that it is belongs to the guard")
  func optional() throws {
    try expectTransitions(
      """
      enum Frame { case head, body }
      struct Parser {
        enum State { case start, mid, end }
        private var state = State.start
        mutating func received(_ frame: Frame?) {
          switch (state, frame) {
          case (_, .none): state = .end
          case (.start, .head): state = .mid
          default: break
          }
        }
      }
      """,
      [
        "start received[case .none = frame] end", "start received[case .head = frame] mid",
        "start received[!(case .none = frame) && !(case .head = frame)] ignored",
        "mid received[case .none = frame] end", "mid received[!(case .none = frame)] ignored",
        "end received[case .none = frame] ignored",
        "end received[!(case .none = frame)] ignored",
      ])
  }
}
