import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("Rounds, literals and what is set up behind something else") struct RoundTests {
  @Test("a round that finds another value is walked, though neither value is known")
  func nextToken() throws {
    let rows = try machine(
      """
      struct Parser {
        enum State { case reading, done }
        private var state = State.reading
        mutating func reset() { if state == .done { state = .reading } }
        mutating func parse() {
          var token = lexer.next()
          guard case .start = token else { return }
          while true {
            switch token {
            case .start: token = lexer.next()
            case .end:
              state = .done
              return
            }
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains { $0.hasPrefix("reading parse") && $0.hasSuffix(" done") })
  }

  @Test("a literal is not told from a name")
  func named() throws {
    let rows = try machine(
      """
      struct Tank {
        enum State { case filling, full, empty }
        private var state = State.filling
        mutating func fill() {
          let level = 3
          switch level {
          case limit: state = .full
          case 4: state = .empty
          default: break
          }
        }
      }
      """
    ).transitions.filter { $0.from == "filling" }.map(describe)
    #expect(rows.contains("filling fill[case limit = level] full"))
    #expect(!rows.contains { $0.hasSuffix(" empty") })
  }

  @Test("a callback that a callback sets up is an event, whatever the state was when it was set up")
  func nested() throws {
    let source = """
      final class Store {
        enum State { case idle, done, failed }
        private var state = State.idle
        func start() {
          guard state == .idle else { return }
          api.load { value in
            self.log(value)
            self.database.save(value) { ok in
              self.log(ok)
              switch self.state {
              case .idle: break
              case .done, .failed:
                if ok { self.state = .done } else { self.state = .failed }
              }
            }
          }
        }
        func stop() { state = .failed }
      }
      """
    let rows = try machine(source).transitions.map(describe)
    #expect(rows.contains("done start#database.save[!(ok)] failed"))
    #expect(rows.contains("failed start#database.save[ok] done"))
    let extract = extract(source)
    let audit = Audit(
      [SourceText(module: "App", path: "Sources/App/File.swift", text: source)], extract: extract)
    #expect(audit.machines.flatMap(\.missing).isEmpty)
  }

  @Test("more properties than a number can tell the states of have a region each")
  func manyProperties() throws {
    let names = (0..<70).map { "flag\($0)" }
    let source = """
      @Reducer struct Panel {
        struct State { \(names.map { "var \($0) = false" }.joined(separator: "; ")) }
        enum Action { case tap }
        var body: some Reducer<State, Action> {
          Reduce { state, action in
            switch action {
            case .tap:
              \(names.map { "state.\($0) = true" }.joined(separator: "\n        "))
              return .none
            }
          }
        }
      }
      """
    let found = extract(source)
    #expect(found.machines.first?.regions.count == 70)
    #expect(found.machines.first?.transitions.filter { $0.kind == .move }.count == 70)
    #expect(found.machines.map(\.unresolved) == [[]])
  }

  @Test("ways of an endless loop that do the same elsewhere are rows each, by what held in a round")
  func places() throws {
    try expectTransitions(
      """
      final class Handler {
        enum State { case header, done }
        private var state: State = .header
        func read(_ buffer: Buffer) {
          while true {
            if case .done = state { break }
            guard let frame = decode(buffer) else { break }
            if isClient { client(frame) } else { server(frame) }
          }
        }
        private func client(_ frame: Frame) { if frame.isLast { state = .done } }
        private func server(_ frame: Frame) { if frame.isWhole { state = .done } }
      }
      """,
      [
        "header read[!(let frame = decode(buffer))] ignored",
        "header read[let frame = decode(buffer) && isClient && frame.isLast] done",
        "header read[let frame = decode(buffer) && !(isClient) && frame.isWhole] done",
        "done read ignored",
      ])
  }

  @Test("an endless loop is left by what it throws alone, however many rounds change something")
  func endless() throws {
    let rows = try machine(
      """
      actor Link {
        enum State { case down, up(Socket) }
        private var state = State.down
        var joined: Set<String> = []
        func run(_ socket: Socket) async {
          state = .up(socket)
          do {
            while true {
              let message = try await socket.receive()
              for item in message.items {
                guard try await !handle(item) else { continue }
                print(item)
              }
            }
          } catch { print(error) }
          state = .down
        }
        private func handle(_ item: Item) async throws -> Bool {
          switch item {
          case .ping:
            try await send("pong")
            return true
          case .join(let name): joined.insert(name)
          case .part(let name): joined.remove(name)
          default: break
          }
          return false
        }
        private func send(_ text: String) async throws {
          guard case .up(let socket) = state else { throw LinkError.closed }
          try await socket.write(text)
        }
      }
      """
    ).transitions.filter { $0.from == "up" && $0.to == "down" }.map(describe)
    #expect(
      rows == ["up run#socket.receive.failure down", "up run#socket.write.failure down"])
  }

  @Test("a parser that takes one byte a round may come to any state behind")
  func bytes() throws {
    let found = try machine(
      """
      struct Parser {
        enum State { case magic, version, length, header, body }
        private var state = State.magic
        mutating func feed(_ bytes: [UInt8]) {
          for byte in bytes {
            switch state {
            case .magic: state = .version
            case .version: state = .length
            case .length: state = .header
            case .header: state = .body
            case .body: return
            }
          }
        }
      }
      """
    ).transitions.filter { $0.from == "magic" }
    #expect(
      Set(found.compactMap(\.to)) == ["magic", "version", "length", "header", "body"])
  }

  @Test("what nobody can change between two rounds is asked once")
  func constants() throws {
    let found = try machine(
      """
      struct Config { let isFast: Bool }
      struct Pump {
        enum State { case idle, working, paused, done }
        private var state = State.idle
        mutating func run(_ config: Config) {
          while source.next() {
            if config.isFast { state = .working } else { state = .paused }
          }
          if config.isFast, state == .paused { state = .done }
        }
      }
      """
    ).transitions.filter { $0.from == "idle" }
    #expect(!found.contains { $0.to == "done" })
    #expect(Set(found.compactMap(\.to)) == ["idle", "working", "paused"])
  }

  @Test("a state that is come to again with another answer is left as that tells")
  func answers() throws {
    let found = try machine(
      """
      struct Dial {
        enum State { case low, middle, high, top }
        private var state = State.high
        mutating func turn(_ count: Int, speed: Int) {
          var rest = count
          while rest > 0 {
            rest -= 1
            if speed > 1 { advance() } else { state = .low }
          }
        }
        private mutating func advance() {
          switch state {
          case .low: state = .middle
          case .middle: state = .high
          case .high: state = .top
          case .top: state = .low
          }
        }
      }
      """
    ).transitions.filter { $0.from == "high" }
    #expect(Set(found.compactMap(\.to)) == ["low", "middle", "high", "top"])
  }
}
