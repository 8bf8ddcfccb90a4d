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

  @Test("by whatever name they call it, and through helpers of their own and of the machine")
  func otherNames() throws {
    let machine = try machine(
      gate + """

          func lock() { guard status == .open else { return }; status = .closed }
        }
        final class Proxy {
          weak var owner: Gate?
          func didOpen() {
            guard let gate = owner else { return }
            open(gate)
            let other = gate
            _ = other
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
          private func open(_ gate: Gate) { }
        }
        """)
    #expect(rows(machine, "didFail") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(rows(machine, "didEnd") == ["idle -> closed", "open -> closed", "closed ignored"])
    #expect(rows(machine, "finish").isEmpty)
  }

  @Test("an event that the machine has already is told by the type of the other")
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
    #expect(rows(machine, "Proxy.shut") == ["idle ignored", "open -> idle", "closed -> idle"])
  }

  @Test("what follows a wait of theirs starts in what they have left")
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
    #expect(rows(machine, "load#fetch") == ["open -> closed"])
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
        "'feed.status = .live' changes the state in no transition") == true)
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
    let open = try machine(gate + "\n}", view)
    #expect(
      open.unresolved.map(\.reason) == [
        "'gate.status = .open' changes the state in no transition: "
          + "'tap' is a method of another type"
      ])
    let closed = try machine(
      gate.replacing("var status", with: "private(set) var status") + "\n}", view)
    #expect(closed.unresolved.isEmpty)
  }

  private func machine(_ sources: String...) throws -> Machine {
    let files = sources.enumerated().map { number, text in
      SourceText(module: "App", path: "Sources/App/File\(number).swift", text: text)
    }
    let extract = Extractor().extract(files)
    #expect(Audit(files, extract: extract).count(.write, .missing) == 0)
    return try #require(extract.machines.first { ["Gate", "Feed"].contains($0.name) })
  }

  private func rows(_ machine: Machine, _ event: String) -> [String] {
    machine.transitions.filter { $0.event.name == event }.map {
      $0.kind == .ignore ? "\($0.from) ignored" : "\($0.from) -> \($0.to ?? "?")"
    }
  }
}
