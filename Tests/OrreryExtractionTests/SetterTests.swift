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
    #expect(rows.filter { $0.contains(" go ") } == ["paused go playing"])
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
