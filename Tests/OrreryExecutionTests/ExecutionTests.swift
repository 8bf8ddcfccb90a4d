import Testing

@Suite("Executing a lowered handler")
struct ExecutionTests {
  @Test("decides by what is known, and forks where nothing is")
  func forking() {
    let source = """
      enum Door {
        case open, shut, locked
        mutating func push(force: Int) {
          switch self {
          case .open: break
          case .shut where force > 3: self = .open
          case .shut: return
          case .locked: if force > 9 { self = .open }
          }
        }
      }
      """
    #expect(
      paths("push", of: "Door", in: source) == [
        "open [] -> open", "shut [!(force > 3)] -> shut", "shut [force > 3] -> open",
        "locked [force > 9] -> open", "locked [!(force > 9)] -> locked",
      ])
  }

  @Test("tells a list of conditions that fails as one")
  func conditions() {
    let source = """
      enum Lamp {
        case on, off
        mutating func flip(a: Bool, b: Bool?) {
          guard a, let b else { return }
          self = b ? .on : .off
        }
      }
      """
    #expect(
      paths("flip", of: "Lamp", in: source) == [
        "on [!(a && let b)] -> on", "on [a && let b && b] -> on", "on [a && let b && !(b)] -> off",
        "off [!(a && let b)] -> off", "off [a && let b && b] -> on",
        "off [a && let b && !(b)] -> off",
      ])
  }

  @Test("follows helpers, getters and what they throw")
  func helpers() {
    let source = """
      struct Jam: Error {}
      enum Gate {
        case up, down
        var isUp: Bool { if case .up = self { return true } else { return false } }
        func check(_ ok: Bool) throws { if !ok { throw Jam() } }
        mutating func move(ok: Bool) {
          do {
            try check(ok)
            self = isUp ? .down : .up
          } catch { return }
        }
      }
      """
    #expect(
      paths("move", of: "Gate", in: source) == [
        "up [!ok] -> up", "up [ok] -> down", "down [!ok] -> down", "down [ok] -> up",
      ])
  }

  @Test("runs deferred statements, however a body is left")
  func deferred() {
    let source = """
      struct Stop: Error {}
      enum Job {
        case idle, busy
        mutating func run(ok: Bool) throws {
          self = .busy
          defer { self = .idle }
          guard ok else { throw Stop() }
        }
      }
      """
    #expect(
      paths("run", of: "Job", in: source) == [
        "idle [!(ok)] -> idle, throws Stop()", "idle [ok] -> idle",
        "busy [!(ok)] -> idle, throws Stop()", "busy [ok] -> idle",
      ])
  }

  @Test("executes rounds of a loop until they come to nothing new")
  func loops() {
    let source = """
      enum Step {
        case one, two, three
        mutating func drain(_ items: [Int]) {
          for _ in items {
            switch self {
            case .one: self = .two
            case .two: self = .three
            case .three: return
            }
          }
        }
      }
      """
    let found = paths("drain", of: "Step", in: source)
    #expect(
      Set(found.filter { $0.hasPrefix("one") }) == [
        "one [] -> one", "one [] -> two", "one [] -> three",
      ])
  }

  @Test("goes on behind a labelled statement that is left, also where nothing else comes there")
  func labels() {
    let source = """
      enum Mode {
        case x, y, z
        mutating func go(a: Bool) {
          check: do {
            if a { break check }
            self = .x
            return
          }
          self = .y
        }
      }
      """
    #expect(
      Set(paths("go", of: "Mode", in: source).filter { $0.hasPrefix("z") }) == [
        "z [a] -> y", "z [!(a)] -> x",
      ])
  }

  @Test("tells no trap of a deferred statement before the body")
  func trapsInDefer() {
    let source = """
      enum Job {
        case idle, busy
        mutating func run(bad: Bool) {
          defer { if bad { fatalError("bad") } }
          self = .busy
        }
      }
      """
    #expect(
      Set(paths("run", of: "Job", in: source).filter { $0.hasPrefix("idle") }) == [
        "idle [bad] -> busy, stops in fatalError", "idle [!(bad)] -> busy",
      ])
  }

  @Test("falls through, and stops where nothing returns")
  func fallingThrough() {
    let source = """
      enum Bid {
        case low, middle, high
        mutating func rise() {
          switch self {
          case .low: fallthrough
          case .middle: self = .high
          case .high: fatalError("no more")
          }
        }
      }
      """
    #expect(
      paths("rise", of: "Bid", in: source) == [
        "low [] -> high", "middle [] -> high", "high [] -> high, stops in fatalError",
      ])
  }

  @Test("says what it does not know")
  func unknown() {
    let source = """
      enum Shape {
        case round, square
        mutating func change(_ other: Int) { self = if other > 1 { .round } else { .square } }
        mutating func swap(_ n: Int) { self = pick(1 + (if n > 0 { 1 } else { 2 })) }
      }
      """
    #expect(
      paths("change", of: "Shape", in: source).first == "round [other > 1] -> round")
    let reason =
      "the source does not tell Orrery what happens here: an `if` inside of an expression"
    #expect(
      paths("swap", of: "Shape", in: source) == [
        "round [] -> ?, gives ?", "round: \(reason)", "square [] -> ?, gives ?",
        "square: \(reason)",
      ])
  }

  @Test("tells fewer paths apart when it is told to widen")
  func widening() {
    let source = """
      enum Lamp {
        case on, off
        mutating func flip(_ a: Int) {
          var n = 0
          if a > 1 { n = 1 }
          if a > 2 { n = 2 }
          if n > 0 { self = .on }
        }
      }
      """
    let exact = paths("flip", of: "Lamp", in: source)
    let coarse = paths("flip", of: "Lamp", in: source, isCoarse: true)
    #expect(coarse.count <= exact.count)
    #expect(Set(coarse.map { $0.target }) == Set(exact.map { $0.target }))
  }
}

extension String {
  /// What stands behind the arrow.
  fileprivate var target: Substring { firstRange(of: "-> ").map { self[$0.upperBound...] } ?? "" }
}
