import OrreryExtraction
import OrreryModel
import Testing

@Suite("Objects that refer to a machine and change its state") struct ReferrerTests {
  private let gate = """
    final class Gate {
      enum Status { case idle, open, closed }
      var status: Status = .idle
      private lazy var proxy = Proxy(owner: self)
      func reset() { status = .idle }
      func shut() { status = .closed }
    """

  @Test("a nested delegate's methods are events of the machine")
  func nestedDelegate() throws {
    let machine = try machine(
      gate + """

          final class Proxy {
            unowned let owner: Gate
            init(owner: Gate) { self.owner = owner }
            func didOpen() {
              guard owner.status == .idle else { return }
              owner.status = .open
            }
            func didNothing() { print(owner.status) }
          }
        }
        """)
    #expect(machine.events.map(\.id.name) == ["reset", "shut", "didOpen"])
    #expect(
      rows(machine, "didOpen") == ["idle -> open", "open ignored", "closed ignored"])
  }

  @Test("may be all that changes the state: the class that keeps it is the machine")
  func alone() throws {
    try expectTransitions(
      """
      final class Info {
        enum State { case idle, loading, playing }
        var state = State.idle
      }
      final class Player {
        let info = Info()
        func open() { info.state = .loading }
        func loaded() { if info.state == .loading { info.state = .playing } }
      }
      """,
      [
        "idle open loading", "loading open ignored", "playing open loading", "idle loaded ignored",
        "loading loaded playing", "playing loaded ignored",
      ])
  }

  @Test(
    "once, to one case, make no machine of a setting",
    arguments: [
      "func open() { info.mode = .dark }", "func open(_ mode: Mode) { info.mode = mode }",
    ])
  func settings(method: String) {
    let found = extract(
      """
      enum Mode { case light, dark }
      final class Info { var mode = Mode.light }
      final class Player {
        let info = Info()
        \(method)
      }
      """)
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Info.mode' is no machine: no method of 'Info' assigns it, and what others do "
          + "to it is not followed"
      ])
  }

  @Test("by whatever name they call it, and through helpers of their own and of the machine")
  func otherNames() throws {
    let machine = try machine(
      gate + """

          func lock() { guard status == .open else { return }; status = .closed }
        }
        final class Proxy {
          weak var owner: Gate?
          func didTurn() {
            let gate = owner!
            gate.status = gate.status == .open ? .closed : .open
          }
          func didFail() {
            guard let gate = owner else { return }
            gate.status = .closed
          }
          func didEnd() {
            finish()
            owner?.lock()
          }
          private func finish() { owner?.status = .open }
        }
        """)
    #expect(rows(machine, "didTurn") == ["idle -> open", "open -> closed", "closed -> open"])
    #expect(rows(machine, "didFail") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(rows(machine, "didEnd") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(rows(machine, "finish").isEmpty)
  }

  @Test("an event that the machine has already is told by the type and the property of the other")
  func sameName() throws {
    let machine = try machine(
      gate + """

        }
        final class Proxy {
          var owner: Gate?
          func shut() { owner?.status = .idle }
        }
        """)
    #expect(rows(machine, "shut") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(
      rows(machine, "Proxy.owner.shut") == ["idle ignored", "open -> idle", "closed -> idle"])
  }

  @Test("what follows a wait of theirs is sure in what they have left")
  func waiting() throws {
    let machine = try machine(
      gate + """

        }
        final class Loader {
          let owner: Gate
          init(_ owner: Gate) { self.owner = owner }
          func load() async {
            owner.status = .open
            await fetch()
            owner.status = .closed
          }
        }
        func fetch() async {}
        """)
    #expect(rows(machine, "load") == ["idle -> open", "open -> open", "closed -> open"])
    #expect(
      rows(machine, "load#fetch") == [
        "idle -> closed (inferred)", "open -> closed", "closed ignored (inferred)",
      ])
  }

  @Test("what a holder does with a machine's lock is an event of it")
  func lockedState() throws {
    let machine = try machine(
      """
      final class Gate: Sendable {
        enum Status { case idle, open, closed }
        let status = Mutex<Status>(.idle)
        func shut() { status.withLock { $0 = .closed } }
        func reset() { status.withLock { $0 = .idle } }
      }
      final class Storage: Sendable {
        let gate = Gate()
        func next() {
          gate.status.withLock {
            switch $0 {
            case .idle: $0 = .open
            default: break
            }
          }
        }
      }
      """)
    #expect(rows(machine, "next") == ["idle -> open", "open ignored", "closed ignored"])
  }

  @Test(
    "one that hands the machine on tells of none",
    arguments: ["begin(gate)", "kept = gate", "(gate, kept) = (kept, gate)", "swap(&gate, &kept)"])
  func handedReference(_ use: String) throws {
    let machine = try machine(
      gate + """

        }
        final class Keeper {
          var gate: Gate
          var kept: Gate
          init(gate: Gate) { (self.gate, kept) = (gate, gate) }
          func start() {
            gate.status = .idle
            \(use)
          }
          private func begin(_ gate: Gate) { gate.status = .open }
        }
        """)
    #expect(machine.events.map(\.id.name) == ["reset", "shut"])
    #expect(machine.unresolved.map(\.location.line) == [13, 16])
  }

  @Test(
    "what the machine hands itself to changes it at once",
    arguments: [
      "Helper.begin(self)", "begin(self)", "helper.begin(self)", "helper.begin(with: self, 3)",
      "helper.turn(self)",
    ])
  func handedSelf(_ call: String) throws {
    let machine = try machine(
      gate + """

          private let helper = Helper()
          func open() { status = .open }
          func go() { status = .idle; \(call); if status == .open { status = .closed } }
          func tell() { status = .idle; helper.ask(self) }
        }
        func begin(_ gate: Gate) { gate.status = .open }
        struct Helper {
          static func begin(_ gate: Gate) { gate.status = .open }
          func begin(_ gate: Gate) { gate.status = .open }
          func begin(with gate: Gate, _ count: Int) { gate.status = .open }
          func turn(_ gate: Gate) { gate.open() }
          func ask(_ gate: Gate) { print(gate.status) }
        }
        """, missing: call == "helper.turn(self)" ? 0 : 1)
    #expect(rows(machine, "go") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(rows(machine, "tell") == ["idle -> idle", "open -> idle", "closed -> idle"])
  }

  @Test("what a local of the same name means is another object")
  func shadowed() throws {
    let machine = try machine(
      gate + """

        }
        final class Other { var status = Gate.Status.idle }
        final class Keeper {
          let gate = Gate()
          func made() { let gate = Other(); gate.status = .open }
          func handed(_ gate: Other) { gate.status = .open }
          func looped(_ all: [Other]) { for gate in all { gate.status = .open } }
        }
        """)
    #expect(machine.events.map(\.id.name) == ["reset", "shut"])
    #expect(machine.unresolved.isEmpty)
  }

  @Test("a write to another machine of the type, and one in another's initializer, are unresolved")
  func others() throws {
    let machine = try machine(
      gate + """

          var peer: Gate?
          func both() { status = .closed; peer?.status = .open }
        }
        final class Keeper {
          init(gate: Gate) { gate.status = .open }
        }
        """)
    #expect(rows(machine, "both") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(
      machine.unresolved.map(\.reason) == [
        "'peer?.status = .open' changes the state, but no transition shows it: the state belongs to "
          + "another object",
        "'gate.status = .open' changes the state, but no transition shows it: it stands in an "
          + "initializer",
      ])
  }

  @Test("one that comes to refer to another machine tells of none")
  func replacedReference() throws {
    let machine = try machine(
      gate + """

        }
        final class Manager {
          var gate: Gate?
          func show() { gate = Gate() }
          func open() {
            gate = Gate()
            gate?.status = .open
          }
          func fail() { gate?.status = .closed }
        }
        """)
    #expect(machine.events.map(\.id.name) == ["reset", "shut", "fail"])
    #expect(
      machine.unresolved.map(\.reason) == [
        "'gate?.status = .open' changes the state, but no transition shows it: "
          + "'open' is a method of another type"
      ])
  }

  @Test("a write through a reference of which nothing is known is listed as unresolved")
  func unknownReference() throws {
    let machine = try machine(
      """
      final class Feed {
        enum Status { case idle, connecting, live }
        private(set) var status: Status = .idle
        private let open: (Feed) -> Token
        private var token: Token?
        init(_ source: @escaping () -> Source) {
          open = { feed in
            source().sink { [weak feed] _ in
              guard let feed else { return }
              feed.status = .live
            }
          }
        }
        func start() { status = .connecting; token = open(self) }
        func stop() { token = nil; status = .idle }
      }
      """)
    #expect(machine.unresolved.count == 1)
    #expect(machine.unresolved.first?.location.line == 10)
    #expect(
      machine.unresolved.first?.reason.hasPrefix(
        "'feed.status = .live' changes the state, but no transition shows it") == true)
  }

  @Test("so is one by a type in another file, where that may change the property")
  func otherFile() throws {
    let view = """
      struct GateView {
        let gate: Gate
        enum Tab { case home, gate }
        func tap() { gate.status = .open }
        func copy() { var gate = Copy(); gate.status = .open }
      }
      """
    let gate = gate + "\n  var view: GateView?"
    let open = try machine(gate + "\n}", view)
    #expect(
      open.unresolved.map(\.reason) == [
        "'gate.status = .open' changes the state, but no transition shows it: "
          + "'tap' is a method of another type"
      ])
    let closed = try machine(
      gate.replacing("var status", with: "private(set) var status") + "\n}", view)
    #expect(closed.unresolved.isEmpty)
  }

  private func machine(_ sources: String..., missing: Int = 0) throws -> Machine {
    let files = sources.enumerated().map { number, text in
      SourceText(module: "App", path: "Sources/App/File\(number).swift", text: text)
    }
    let extract = Extractor().extract(files)
    #expect(Audit(files, extract: extract).count(.write, .missing) == missing)
    return try #require(extract.machines.first { ["Gate", "Feed"].contains($0.name) })
  }

  private func rows(_ machine: Machine, _ event: String) -> [String] {
    machine.transitions.filter { $0.event.name == event }.map {
      ($0.kind == .ignore ? "\($0.from) ignored" : "\($0.from) -> \($0.to ?? "?")")
        + ($0.certainty == .exact ? "" : " (inferred)")
    }
  }
}
