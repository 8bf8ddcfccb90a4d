import OrreryExtraction
import OrreryModel
import Testing

@Suite("Properties whose setters and observers change the state") struct SetterTests {
  private func moves(_ members: String) throws -> [String] {
    try machine(
      """
      final class Player {
        enum State { case paused, playing, ended }
        private(set) var state = State.paused
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && $0.from == "paused" }.map(describe)
  }

  @Test("what a call was lent is observed with what it held when the arguments were there")
  func lent() throws {
    let rows = try moves(
      """
        private var level = 0 {
          didSet { if oldValue == 3 { state = .ended } else { state = .playing } }
        }
        func turn() {
          level = 1
          raise(&level, by: step())
        }
        private func step() -> Int {
          level = 3
          return 2
        }
        private func raise(_ level: inout Int, by step: Int) { level = step }
      """)
    #expect(rows == ["paused turn ended"])
  }

  @Test("a flag is toggled by the value that its getter gives")
  func toggled() throws {
    let rows = try moves(
      """
        private var isPlaying: Bool {
          get { state == .playing }
          set { state = newValue ? .playing : .paused }
        }
        func toggle() { isPlaying.toggle() }
        func start() { isPlaying = true }
      """)
    #expect(rows == ["paused toggle playing", "paused start playing"])
  }

  @Test("a stored flag is toggled either way")
  func observed() throws {
    let rows = try moves(
      """
        private var flag = false { didSet { state = flag ? .playing : .ended } }
        func tap() { flag.toggle() }
      """)
    #expect(rows == ["paused tap[flag] ended", "paused tap[!(flag)] playing"])
  }

  @Test("numbers and lists are assigned by what changes them")
  func changed() throws {
    let rows = try moves(
      """
        private var count = 0 { didSet { if count > 3 { state = .ended } } }
        private var items: [Int] = [] { didSet { state = .playing } }
        func more() { count += 1 }
        func add(_ item: Int) { items.append(item) }
      """)
    #expect(rows == ["paused more[count > 3] ended", "paused add playing"])
  }

  @Test("to ask an object for something is no assignment")
  func objects() throws {
    let rows = try moves(
      """
        private var source: Source { didSet { state = .playing } }
        func reload() { source.update(); if state == .playing { state = .ended } }
        func take(_ new: Source) { source = new }
      """)
    #expect(rows == ["paused take playing"])
  }

  @Test("a method that has the name of a property is not called by what changes that")
  func names() throws {
    let rows = try moves(
      """
        private let list: List
        func list(_ row: Int) { if row == 0 { state = .playing } else if state == .playing { stop() } }
        private func stop() { state = .ended }
        func add() { list.insertRows(at: 1) }
      """)
    #expect(!rows.contains { $0.contains(" add") })
    #expect(
      try machine(
        """
        final class Table {
          enum State { case on, off }
          private var state = State.on
          func list(_ row: Int) { state = state == .on ? .off : .on }
          func add() { list.insertRows(at: 1) }
        }
        """
      ).events.map(\.id.name) == ["list"])
  }

  @Test(
    "an observer of what others may assign makes a machine, one of what nobody assigns makes none",
    arguments: [("", true), ("private(set) ", false)])
  func observers(_ access: String, _ isMachine: Bool) {
    let found = extract(
      """
      final class PlayButton {
        private enum State { case unset, playing, paused }
        private var state = State.unset
        \(access)var isPlaying = false {
          didSet { state = isPlaying ? .playing : .paused }
        }
      }
      """
    ).machines.flatMap(\.transitions).filter { $0.from == "unset" }
    #expect(
      found.map(describe)
        == (isMachine
          ? ["unset isPlaying[isPlaying] playing", "unset isPlaying[!(isPlaying)] paused"] : []))
  }

  @Test("one that no method assigns makes no machine")
  func settings() {
    let found = extract(
      """
      final class Theme {
        enum Mode { case dark, light }
        private var mode = Mode.light
        var isDark: Bool { get { mode == .dark } set { mode = newValue ? .dark : .light } }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test(
    "a value is assigned by what changes a part of it",
    arguments: [
      "peer.code = nil", "self.peer.code = nil", "peer.inner.code = 1", "peer.codes.append(1)",
      "peer.codes[0] = 1", "peer.mutate()", "peer.idle()", "change(&peer.codes)", "change(&peer)",
      "unknown(&peer.codes)", "peers[0].code = nil",
    ])
  func parts(_ change: String) throws {
    let rows = try moves(
      """
        struct Inner { var code = 0 }
        struct Peer {
          var code: Int?
          var codes: [Int] = []
          var inner = Inner()
          mutating func mutate() { code = nil; inner.code = 2 }
          mutating func idle() {}
        }
        private var stored = Peer()
        var peer: Peer {
          get { stored }
          set { if state == .paused { state = .playing } else { state = .ended }; stored = newValue }
        }
        private(set) var peers: [Peer] = [] { didSet { state = .playing } }
        func go() { if state != .ended { \(change) } }
        private func change(_ codes: inout [Int]) { codes = [] }
        private func change(_ peer: inout Peer) { peer.code = 3 }
        func end() { if state == .playing { state = .paused } }
      """)
    let effect = change.hasPrefix("unknown") ? "/unknown" : ""
    #expect(rows.filter { $0.contains(" go") } == ["paused go\(effect) playing"])
  }

  @Test(
    "its accessors run once, when code that it was lent to gives it back",
    arguments: [
      ("clear(&link)", "off go broken"), ("open(&link)", "off go on"),
      ("both(&link)", "off go broken"), ("later(&link)", "off go broken"),
      ("mode = .on; clear(&link)", "off go broken"), ("link.clear()", "off go broken"),
      ("link.both()", "off go broken"), ("link = Link(code: 2); link.open()", "off go on"),
    ])
  func lent(_ change: String, _ row: String) throws {
    let found = try machine(
      """
      final class Peer {
        enum Mode { case off, on, broken }
        struct Link {
          var code: Int?
          mutating func clear() { code = nil }
          mutating func open() { code = 3 }
          mutating func both() { open(); clear() }
        }
        private var mode: Mode = .off
        private var link = Link() {
          didSet { if link.code == nil { mode = .broken } else if mode != .broken { mode = .on } }
        }
        func go() { if mode == .off { \(change) } }
        private func clear(_ link: inout Link) { link.code = nil }
        private func open(_ link: inout Link) { link.code = nil; link = Link(code: 3) }
        private func both(_ link: inout Link) { open(&link); clear(&link) }
        private func later(_ link: inout Link) { [1].forEach { _ in link.code = nil } }
        func end() { if mode == .on { mode = .off } }
      }
      """)
    #expect(found.transitions.filter { $0.event.name == "go" }.map(describe)[0] == row)
  }

  @Test(
    "a method is an event that changes what has observers by a mutating method",
    arguments: [
      ("link.drop()", ["off go broken", "on go broken"]),
      ("link.inner.drop()", ["off go broken", "on go broken"]),
      ("link.inner.codes.removeAll()", ["off go broken", "on go broken"]),
      ("links[0].drop()", ["off go broken", "on go broken"]),
      (
        "for index in links.indices { links[index].drop() }",
        ["off go ignored", "off go broken", "on go ignored", "on go broken"]
      ),
      (
        "other?.drop()",
        [
          "off go[!(other != nil)] ignored", "off go[other != nil] broken",
          "on go[!(other != nil)] ignored", "on go[other != nil] broken",
        ]
      ),
      ("link.look()", []), ("object.drop()", []),
    ])
  func mutatingMethods(_ change: String, _ rows: [String]) throws {
    let found = try machine(
      """
      final class Peer {
        enum Mode { case off, on, broken }
        struct Inner { var codes: [Int] = []; mutating func drop() { codes = [] } }
        struct Link {
          var inner = Inner()
          mutating func drop() { inner = Inner() }
          func look() {}
        }
        final class Object { var code = 0; func drop() { code = 3 } }
        private var mode: Mode = .off
        private var link = Link() { didSet { mode = .broken } }
        private var links: [Link] = [] { didSet { mode = .broken } }
        private var other: Link? { didSet { mode = .broken } }
        private var object = Object() { didSet { mode = .broken } }
        func open() { if mode == .off { mode = .on } }
        func go() { \(change) }
      }
      """)
    let told = found.transitions.filter { $0.event.name == "go" && $0.from != "broken" }
    #expect(told.map(describe) == rows)
  }

  @Test("it is left alone where it is not there, and where an object has the part")
  func noParts() throws {
    let rows = try moves(
      """
        struct Peer { var code: Int?; func ask() {} }
        final class Remote { var code: Int? }
        private var stored: Peer?
        var peer: Peer? {
          get { stored }
          set { state = .playing }
        }
        var remote: Remote { didSet { state = .playing } }
        func maybe() { peer?.code = nil }
        func ask() { peer?.ask(); if state == .playing { state = .ended } }
        func object() { remote.code = nil; if state == .playing { state = .ended } }
      """)
    #expect(
      rows.filter { !$0.hasPrefix("paused peer") && !$0.hasPrefix("paused remote") }
        == ["paused maybe[peer != nil] playing"])
  }
}

@Suite("Observers that only ask for the state") struct AskingObserverTests {
  @Test(
    "tell nothing of a state that is given",
    arguments: [
      "didSet { guard status == .connected else { return }; log() }",
      "didSet { if oldValue == status { return }; switch status { case .idle: log(); default: break } }",
      "didSet { notify(force: true) }", "willSet { if newValue == .connected { log() } }",
    ])
  func given(_ observer: String) throws {
    let found = try machine(
      """
      enum Status { case idle, connecting, connected }
      final class Client {
        private(set) var status = Status.idle { \(observer) }
        func connect() { status = .connecting }
        func didConnect() { status = .connected }
        func take(_ status: Status) { self.status = status }
        private func notify(force: Bool) {
          guard status == .connected || force else { return }
          print(status)
        }
      }
      """)
    let rows = found.transitions.filter { $0.event.name == "take" }
    #expect(
      rows.map(describe) == ["idle take ?", "connecting take ?", "connected take ?"])
    #expect(rows.allSatisfy { $0.certainty == .unresolved })
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle connect connecting", "connected connect connecting", "idle didConnect connected",
        "connecting didConnect connected",
      ])
  }
}

@Suite("Observers of what a call is lent") struct LentObserverTests {
  @Test("run where the call throws, too")
  func throwing() throws {
    let found = try machine(
      """
      enum Phase { case idle, busy, failed }
      struct Broken: Error {}
      final class Boiler {
        struct Gauge {
          var isHot = false
          mutating func raise(by amount: Int) throws {
            isHot = true
            guard amount < 3 else { throw Broken() }
          }
        }
        private(set) var phase: Phase = .idle
        private var gauge = Gauge() { didSet { if gauge.isHot { phase = .busy } } }
        func heat(_ amount: Int) {
          do { try gauge.raise(by: amount) } catch { return }
          phase = .failed
        }
        func check(_ amount: Int) { try? change(&gauge, amount) }
        private func change(_ gauge: inout Gauge, _ amount: Int) throws {
          gauge.isHot = amount > 7
          if amount > 7 { throw Broken() }
        }
        func cool() { phase = .idle }
      }
      """)
    let rows = found.transitions.map(describe)
    #expect(rows.contains("idle heat[!(amount < 3)] busy"))
    #expect(rows.contains("idle heat[amount < 3] failed"))
    #expect(rows.contains("failed check[amount > 7] busy"))
    #expect(rows.contains("failed check[!(amount > 7)] ignored"))
  }

  @Test("do not run where an argument throws: the call has not begun")
  func throwingArgument() throws {
    let found = try machine(
      """
      enum Phase { case idle, busy }
      struct Broken: Error {}
      final class Boiler {
        struct Gauge { var level = 0; mutating func set(_ new: Int) { level = new } }
        private(set) var phase: Phase = .idle
        private var gauge = Gauge() { didSet { phase = .busy } }
        func heat(_ amount: Int) throws { gauge.set(try checked(amount)) }
        private func checked(_ amount: Int) throws -> Int {
          if amount < 0 { throw Broken() }
          return amount
        }
        func cool() { phase = .idle }
        func toggle() { phase = phase == .idle ? .busy : .idle }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name == "heat" && $0.from == "idle" }.map(describe) == [
        "idle heat[!(amount < 0)] busy", "idle heat[amount < 0] throws",
      ])
  }

  @Test("know that there is what a chain has changed")
  func chained() throws {
    let found = try machine(
      """
      enum Phase { case idle, busy, failed }
      struct Part { var count = 0; mutating func bump() { count += 1 } }
      final class Holder {
        private(set) var phase: Phase = .idle
        private var part: Part? { didSet { phase = .busy } }
        func bump() {
          part?.bump()
          if part == nil { phase = .failed }
        }
        func reset() { phase = .idle }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name == "bump" }.map(describe) == [
        "idle bump[!(part != nil)] failed", "idle bump[part != nil] busy",
        "busy bump[!(part != nil)] failed", "busy bump[part != nil] ignored",
        "failed bump[!(part != nil)] ignored", "failed bump[part != nil] busy",
      ])
  }

  @Test(
    "an observer is called by what a closure in it assigns later, however often that comes round")
  func closureInObserver() throws {
    try expectTransitions(
      """
      final class Login {
        enum State { case out, checking, known }
        private var state = State.out {
          didSet {
            if state == .checking {
              service.verify { isKnown in self.state = isKnown ? .known : .checking }
            } else {
              observer.changed()
            }
          }
        }
        func tap() { if state == .out { state = .checking } }
      }
      """,
      [
        "out tap/service.verify checking", "checking tap ignored", "known tap ignored",
        "checking tap#service.verify[isKnown]/observer.changed known",
        "checking tap#service.verify[!(isKnown)]/service.verify checking",
      ], isSure: true)
  }

  @Test("an observer of a value is called by what assigns a part of that, where it asks others")
  func partOfObserved() throws {
    try expectTransitions(
      """
      enum Phase { case active, suspended }
      struct PumpState { var phase = Phase.active }
      final class Pump {
        private(set) var state = PumpState() { didSet { watcher.changed() } }
        func suspend() { state.phase = .suspended }
        func resume() { if state.phase == .suspended { state.phase = .active } }
      }
      """,
      [
        "active suspend/watcher.changed suspended", "suspended suspend/watcher.changed suspended",
        "active resume ignored", "suspended resume/watcher.changed active",
      ])
  }
}
