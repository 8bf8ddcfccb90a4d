import OrreryModel
import Testing

@Suite("Helpers that throw, and leave the state alone") struct ThrowingHelperTests {
  private func clock(_ more: String, _ outside: String = "") throws -> [String] {
    try machine(
      """
      enum Bad: Error { case negative, silent }
      \(outside)
      final class Clock {
        enum Status { case stopped, running }
        private(set) var status: Status = .stopped
        private var keys: [String] = []
        \(more)
        func stop() { if status == .running { status = .stopped } }
      }
      """
    ).transitions.filter { $0.event.name != "stop" }.map(describe)
  }

  @Test("a small check is told by what it asks")
  func plain() throws {
    #expect(
      try clock(
        """
        func start(_ seconds: Double) throws {
          try check(seconds)
          status = .running
        }
        private func check(_ time: Double) throws {
          if time < 0 { throw Bad.negative }
        }
        """) == [
          "stopped start[!(seconds < 0)] running", "stopped start[seconds < 0] throws",
          "running start[!(seconds < 0)] ignored", "running start[seconds < 0] throws",
        ])
  }

  @Test("also where it names what it asks for")
  func naming() throws {
    let found = try clock(
      """
      func start(_ seconds: Double) throws {
        try check(seconds)
        status = .running
      }
      private func check(_ time: Double) throws {
        let lowest = 0.5
        guard time >= lowest else { throw Bad.negative }
      }
      """)
    #expect(
      found.sorted() == [
        "running start[!(seconds >= lowest)] throws", "running start[seconds >= lowest] ignored",
        "stopped start[!(seconds >= lowest)] throws", "stopped start[seconds >= lowest] running",
      ])
  }

  @Test("what it has let pass is known behind it")
  func letPass() throws {
    let found = try machine(
      """
      final class Rethrow {
        enum State { case a, b, c, d }
        enum Fault: Error { case bad }
        private(set) var state: State = .a
        var flag = false
        func stop(_ n: Int) throws {
          do {
            state = .a
            try check(n)
          } catch {
            throw error
          }
          if flag { state = .b } else { state = .d }
        }
        private func check(_ n: Int) throws {
          let o: State? = n > 0 ? State.b : nil
          guard let w = o else { throw Fault.bad }
          guard flag else { throw Fault.bad }
        }
      }
      """)
    let rows = found.transitions.map(describe)
    #expect(rows.contains { $0.hasSuffix(" b") })
    #expect(!rows.contains { $0.hasSuffix(" d") }, "\(rows)")
  }

  @Test(
    "so is one of another type, called on a value or on the type",
    arguments: ["checks.length", "self.checks.length", "Checks().length", "Checks.size"])
  func others(call: String) throws {
    #expect(
      try clock(
        """
        private let checks = Checks()
        func start(_ seconds: Double) throws {
          try \(call)(seconds)
          status = .running
        }
        """,
        """
        struct Checks {
          func length(_ seconds: Double) throws { if seconds < 0 { throw Bad.negative } }
          static func size(_ seconds: Double) throws { if seconds < 0 { throw Bad.negative } }
        }
        """) == [
          "stopped start[!(seconds < 0)] running", "stopped start[seconds < 0] throws",
          "running start[!(seconds < 0)] ignored", "running start[seconds < 0] throws",
        ])
  }

  @Test("another one of another type is told by its call")
  func longerOnes() throws {
    #expect(
      try clock(
        """
        private let checks = Checks()
        func start(_ seconds: Double) throws {
          try checks.length(seconds)
          status = .running
        }
        """,
        """
        final class Checks {
          func length(_ seconds: Double) throws {
            for limit in limits { if seconds > limit { throw Bad.negative } }
          }
        }
        """) == [
          "stopped start/checks.length running",
          "stopped start[checks.length(seconds) throws] throws",
          "running start/checks.length running",
          "running start[checks.length(seconds) throws] throws",
        ])
  }

  @Test("one that catches what it throws itself refuses nothing")
  func caughtInside() throws {
    #expect(
      try clock(
        """
        func start() throws {
          try save()
          status = .running
        }
        private func save() throws {
          keys.append("1")
          keys.append("2")
          do { throw Bad.silent } catch { keys = [] }
        }
        """
      ).allSatisfy { !$0.hasSuffix("throws") })
  }

  @Test("so is one of several conditions, and one of another type")
  func elsewhere() throws {
    let found = try clock(
      """
      func start(_ seconds: Double) throws {
        try Checks.start(seconds, keys)
        status = .running
      }
      """,
      """
      struct Checks {
        static func start(_ seconds: Double, _ keys: [String]) throws {
          guard seconds > 0 else { throw Bad.negative }
          if keys.isEmpty { throw Bad.silent }
          if keys.count > 8 { throw Bad.silent }
        }
      }
      """)
    #expect(found.filter { $0.hasSuffix("throws") }.count == 6)
    #expect(
      found.contains(
        "stopped start[seconds > 0 && !(keys.isEmpty) && !(keys.count > 8)] running"))
  }

  @Test("a clause that catches what a small check throws has its condition")
  func caught() throws {
    #expect(
      try clock(
        """
        func open() {
          do {
            try requireKeys()
            status = .running
          } catch {
            status = .stopped
          }
        }
        private func requireKeys() throws {
          guard !keys.isEmpty else { throw Bad.silent }
        }
        """) == [
          "stopped open[!keys.isEmpty] running", "stopped open[keys.isEmpty] ignored",
          "running open[!keys.isEmpty] ignored", "running open[keys.isEmpty] stopped",
        ])
  }

  @Test("a longer one is told by its call")
  func long() throws {
    #expect(
      try clock(
        """
        func start(_ seconds: Double) throws {
          try prepare(seconds)
          status = .running
        }
        private func prepare(_ time: Double) throws {
          let file = open(time)
          for key in keys {
            if file.has(key) { throw Bad.negative }
          }
          file.close()
        }
        """) == [
          "stopped start/prepare running", "stopped start[prepare(seconds) throws] throws",
          "running start/prepare running", "running start[prepare(seconds) throws] throws",
        ])
  }

  @Test("a check may say what is done otherwise, as long as that does nothing")
  func otherwise() throws {
    #expect(
      try clock(
        """
        func start(_ seconds: Double) throws {
          try check(seconds)
          status = .running
        }
        private func check(_ time: Double) throws {
          if time > 0 { return } else { throw Bad.negative }
        }
        """) == [
          "stopped start[seconds > 0] running", "stopped start[!(seconds > 0)] throws",
          "running start[seconds > 0] ignored", "running start[!(seconds > 0)] throws",
        ])
  }

  @Test("one that hands on what a longer one throws may throw")
  func handedOn() throws {
    #expect(
      try clock(
        """
        func start() throws {
          let count = try load()
          log(count)
          status = .running
        }
        private func load() throws -> Int {
          let size = 2 * keys.count
          log(size)
          return try size + read()
        }
        private func read() throws -> Int {
          let size = keys.count
          log(size)
          if size == 0 { throw Bad.silent }
          return size
        }
        """) == [
          "stopped start running", "stopped start[load() throws] throws",
          "running start ignored", "running start[load() throws] throws",
        ])
  }

  @Test("behind one that only throws nothing comes, however long it is")
  func always() throws {
    #expect(
      try clock(
        """
        func start() {
          do {
            try fail()
            status = .running
          } catch {
            status = .stopped
          }
        }
        private func fail() throws {
          let size = keys.count
          log(size)
          if size > 3 { throw Bad.negative } else { throw Bad.silent }
        }
        """) == ["stopped start ignored", "running start stopped"])
  }

  @Test("one that is handed what the state decides throws in some states, and not in others")
  func decided() throws {
    let found = try clock(
      """
      func start() throws {
        let old = try number(status == .stopped)
        status = .running
      }
      private func number(_ isFree: Bool) throws -> Int? {
        guard isFree else { throw Bad.silent }
        return keys.count
      }
      """)
    #expect(found == ["stopped start running", "running start throws"])
  }

  @Test(
    "one that is handed a number, or a text, throws or does not by that",
    arguments: [("2", "1"), ("\"x\"", "\"y\"")])
  func literals(given: String, asked: String) throws {
    let found = try clock(
      """
      func start() throws {
        let old = try number(\(given))
        status = .running
      }
      private func number(_ given: \(given == "2" ? "Int" : "String")) throws -> Int? {
        guard given == \(asked) else { throw Bad.silent }
        return keys.count
      }
      """)
    #expect(found == ["stopped start throws", "running start throws"])
  }

  @Test(
    "one that has nothing to throw only says that it throws",
    arguments: [
      ("for key in keys { log(key) }", false),
      ("_ = try? save()", false),
      ("try save()", true),
      ("if keys.isEmpty { throw Bad.silent }", true),
    ])
  func neverThrowing(body: String, mayThrow: Bool) throws {
    let found = try clock(
      """
      func start() {
        do {
          try prepare(2)
          status = .running
        } catch {
          status = .stopped
        }
      }
      private func prepare(_ count: Int) throws { \(body) }
      """)
    #expect(found.contains { $0.hasPrefix("stopped start") && $0.hasSuffix("running") })
    #expect(found.contains { $0.hasSuffix("stopped") } == mayThrow, "\(found)")
  }

  @Test(
    "but not where another function of its name, or one of a subclass elsewhere, may be meant",
    arguments: [
      "func check(_ n: Int) throws { log(n) }; func check(_ n: String) throws { throw Bad.silent }",
      "func check<T>(_ n: T) throws { log(n) }; func check(_ n: Int) throws { throw Bad.silent }",
    ])
  func overloads(functions: String) throws {
    let found = try clock(
      """
      func start() { do { try check(api.number); status = .running } catch { status = .stopped } }
      \(functions)
      """)
    #expect(found.contains { $0.hasSuffix("stopped") }, "\(found)")
  }

  @Test("an open method that throws nothing may be one of a subclass that does")
  func open() throws {
    let found = try machine(
      """
      open class Clock {
        enum Status { case stopped, running }
        private(set) var status: Status = .stopped
        public func start() {
          do { try prepare(1); status = .running } catch { status = .stopped }
        }
        open func prepare(_ n: Int) throws { print(n) }
      }
      """
    ).transitions.map(describe)
    #expect(found.contains { $0.hasSuffix("stopped") }, "\(found)")
  }
}
