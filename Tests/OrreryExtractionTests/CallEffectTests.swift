import OrreryModel
import Testing

@testable import OrreryExtraction

/// What `start` of a pump does that is idle.
func pumpRows(_ body: String, _ members: String = "", of kind: String = "final class") throws
  -> [String]
{
  try machine(
    """
    \(kind) Pump {
      enum State { case idle, running }
      private(set) var state = State.idle
      private let motor: Motor
      private var count = 0
      private var starts: [Date] = []
      private var buffer: ByteBuffer
      private weak var delegate: PumpDelegate?
      var onStart: (() -> Void)?
      func start(_ call: Call, done: @escaping () -> Void) { \(body) }
      func reset() { state = .idle }
      \(members)
    }
    """
  ).transitions.filter { $0.event.name == "start" && $0.from == "idle" }.map(describe)
}

@Suite("Calls of other objects") struct CallEffectTests {
  @Test(
    "are effects of a class and of an actor",
    arguments: ["final class", "actor", "@MainActor class"])
  func kinds(_ kind: String) throws {
    #expect(
      try pumpRows("state = .running; motor.spin()", of: kind) == ["idle start/motor.spin running"])
  }

  @Test("are none of a struct, whose caller does what it returns")
  func structs() throws {
    let found = try machine(
      """
      struct Pump {
        enum State { case idle, running }
        private(set) var state = State.idle
        let motor: Motor
        mutating func start() { state = .running; motor.spin() }
        mutating func stop() { state = .idle }
      }
      """)
    #expect(found.transitions.allSatisfy { $0.effect == nil })
  }

  @Test(
    "are told by whom they ask, without arguments",
    arguments: [
      ("motor.spin(fast: true)", "motor.spin"), ("self.motor.gear.shift(3)", "motor.gear.shift"),
      ("delegate?.didStart(self)", "delegate.didStart"),
      ("delegate!.didStart(self)", "delegate.didStart"),
      ("onStart?()", "onStart"), ("self.onStart!()", "onStart"), ("call.begin()", "call.begin"),
      ("done()", "done"), ("_ = motor.pop()", "motor.pop"),
      ("let head = call.head; head.append(1)", "head.append"),
      ("motor.gears.removeAll()", "motor.gears.removeAll"),
      ("Depot.shared.update(1)", "Depot.shared.update"), ("motor.yield(1)", "motor.yield"),
      ("Analytics.track(\"start\")", "Analytics.track"),
      (
        "NotificationCenter.default.post(name: .start, object: nil)",
        "NotificationCenter.default.post"
      ),
      ("try? motor.spin()", "motor.spin"),
      ("motor.gear(2).shift()", "motor.gear.shift"),
      ("Motor.main().gear?.shift(2)", "Motor.main.gear.shift"),
      ("ownMotor().spin()", "ownMotor.spin"), ("show(call)", "show"), ("self.show(call)", "show"),
      ("Letter(to: call).send(at: 3)", "Letter.send"),
    ])
  func names(_ call: String, _ effect: String) throws {
    let own = "private func ownMotor() -> Motor { motor }"
    #expect(try pumpRows("state = .running; \(call)", own) == ["idle start/\(effect) running"])
  }

  @Test(
    "are none where something is read, kept, logged, locked or checked",
    arguments: [
      "let speed = motor.speed(); print(speed)", "count = motor.speed()", "starts.append(Date())",
      "buffer.clear()", "count += 1", "logger.info(\"x\")", "log(\"x\")", "self.log.debug(\"x\")",
      "lock.lock()", "lock.unlock()", "assert(count > 0)", "eventLoop.assertInEventLoop()",
      "objectWillChange.send()", "starts.forEach { print($0) }", "var copy = call; copy.mark()",
      "var head = call.head; head.fields.add(1)", "if var head = call.head { head.append(1) }",
      "for var head in call.heads { head.append(1) }",
      "guard var head = call.head else { return }; head.add(1)",
      "if case .some(var head) = call.head { head.append(1) }", "print(call)", "os_log(\"x\")",
      "dispatchPrecondition(condition: .onQueue(queue))", "objc_sync_enter(self)",
      "swap(&count, &speed)",
    ])
  func none(_ statement: String) throws {
    #expect(try pumpRows("state = .running; \(statement)") == ["idle start running"])
  }

  @Test(
    "are effects where they change a part of an object that the machine refers to",
    arguments: [
      ("router?.path.append(3)", "/router.path.append"),
      ("_ = router?.path.popLast()", "/router.path.popLast"),
      ("let own = router!; own.path.removeAll()", "/own.path.removeAll"),
      ("page.path.append(3)", ""), ("var own = page; own.path.removeAll()", ""),
    ])
  func parts(_ statement: String, _ effect: String) throws {
    let members = """
      var router: Router?
      var page = Page()
      final class Router { var path: [Int] = [] }
      struct Page { var path: [Int] = [] }
      """
    #expect(
      try pumpRows("state = .running; \(statement)", members) == ["idle start\(effect) running"])
  }

  @Test("leave what a method answers as it is, where many ways do the same beside them")
  func answers() throws {
    let members = """
      enum Answer { case fine, refused }
      func run(_ call: Call) -> Answer {
        state = .running
        if call.isUrgent { motor.spin() }
        if call.isCold { motor.warm() }
        if call.isHot { motor.cool() }
        if call.isLate { return .refused }
        return .fine
      }
      """
    let found = try machine(
      """
      final class Pump {
        enum State { case idle, running }
        private(set) var state = State.idle
        func reset() { state = .idle }
        \(members)
      }
      """
    ).transitions.filter { $0.event.name == "run" && $0.from == "idle" }.compactMap(\.effect)
    #expect(found.count > 1)
    #expect(
      found.allSatisfy { effect in
        let text = "\(effect)"
        return !text.contains("fine?") && !text.contains("refused?")
          && text.contains(".fine") != text.contains(".refused")
      }, "\(found)")
  }

  @Test("behind a wait are told once, whichever of two tasks has come to it")
  func tasks() throws {
    let found = try machine(
      """
      final class Pump {
        enum State { case idle, running }
        private(set) var state = State.idle
        private let motor: Motor
        func stop() { if state == .running { state = .idle } }
        func start() {
          state = .running
          if #available(macOS 26, *) {
            Task(name: "start") { await turn() }
          } else {
            Task.detached { await self.turn() }
          }
        }
        private func turn() async {
          while state == .running {
            await motor.turn()
            motor.oil()
          }
        }
      }
      """
    ).transitions.filter { $0.event.name.contains("#") }.map(describe)
    #expect(
      found == [
        "idle start#motor.turn/motor.oil idle",
        "running start#motor.turn/concat(motor.oil, motor.turn) running",
      ])
  }

  @Test("keep the state of a row that changes nothing")
  func stays() throws {
    let found = try machine(
      """
      final class Pump {
        enum State { case idle, running }
        private(set) var state = State.idle
        func start() { if state == .idle { state = .running } else { motor.beep() } }
        func stop() { if state == .running { state = .idle } }
      }
      """)
    #expect(
      found.transitions.map { "\(describe($0)) \($0.kind)" } == [
        "idle start running move", "running start/motor.beep running stay",
        "idle stop ignored ignore", "running stop idle move",
      ])
  }

  @Test("are told on the ways on which they are made")
  func conditions() throws {
    #expect(
      try pumpRows("if call.isUrgent { motor.spin() } else { motor.warm() }; state = .running") == [
        "idle start[call.isUrgent]/motor.spin running",
        "idle start[!(call.isUrgent)]/motor.warm running",
      ])
  }

  @Test("that throw have asked for nothing")
  func errors() throws {
    #expect(
      try pumpRows("do { try motor.spin(); state = .running } catch { print(error) }") == [
        "idle start/motor.spin running", "idle start[motor.spin() throws] ignored",
      ])
  }

  @Test("of a loop are told once, be there elements or not")
  func loops() throws {
    #expect(
      try pumpRows("for item in call.items { motor.add(item) }; state = .running") == [
        "idle start/motor.add running"
      ])
    #expect(
      try pumpRows("call.items.forEach { motor.add($0) }; state = .running") == [
        "idle start/motor.add running"
      ])
  }

  @Test(
    "of a loop are told where they change what others have, whatever they are called",
    arguments: [
      ("motor.remove(n)", "motor.remove"), ("delegate?.remove(n)", "delegate.remove"),
      ("Depot.shared.insert(n)", "Depot.shared.insert"), ("starts.append(Date())", ""),
    ])
  func changesInLoops(_ call: String, _ effect: String) throws {
    let found = try pumpRows("state = .running; for n in call.numbers { \(call) }")
    #expect(found == ["idle start\(effect.isEmpty ? "" : "/\(effect)") running"])
  }

  @Test("of a loop that starts tasks are one row")
  func tasksInLoops() throws {
    let found = try machine(
      """
      actor Hub {
        enum Phase { case fresh, configured }
        private var phase = Phase.fresh
        private var plugins: [Plugin] = []
        func configure() { phase = .configured }
        func reset() async {
          await withTaskGroup(of: Void.self) { group in
            for plugin in plugins { group.addTask { await plugin.reset() } }
            await group.waitForAll()
          }
          phase = .fresh
        }
      }
      """
    ).transitions.filter { $0.event.name == "reset" && $0.from == "fresh" }.map(describe)
    #expect(found == ["fresh reset/concat(plugin.reset, group.waitForAll) fresh"])
  }

  @Test("of rounds that start one task or another have a question mark")
  func severalTasksInLoops() throws {
    let found = try pumpRows(
      """
      state = .running
      for n in call.all { if n.isOn { Task { await n.load() } } else { Task { await n.save() } } }
      """)
    #expect(found == ["idle start/concat(n.load?, n.save?) running"])
  }

  @Test("of a variable that a closure declares are none")
  func variablesOfClosures() throws {
    #expect(
      try pumpRows(
        """
        motor.adapt(call) { old, new in var old = old; old.refresh(from: new); return old }
        state = .running
        """) == ["idle start/motor.adapt running"])
  }

  @Test("of a function that calls itself are told once")
  func recursion() throws {
    #expect(
      try pumpRows(
        "step(3); state = .running",
        "private func step(_ n: Int) { motor.turn(); if n > 0, state == .idle { step(n - 1) } }")
        == ["idle start/motor.turn running"])
  }

  @Test("that are waited for are told once")
  func awaited() throws {
    #expect(
      try pumpRows("Task { motor.warm(); await motor.spin(); self.state = .running }") == [
        "idle start/concat(motor.warm, motor.spin) idle"
      ])
  }

  @Test("that code makes which others run are told, not that it is run")
  func runners() throws {
    #expect(
      try pumpRows("state = .running; DispatchQueue.main.async { self.motor.spin() }") == [
        "idle start/motor.spin running"
      ])
    #expect(
      try pumpRows("state = .running; lock.withLock { motor.spin() }") == [
        "idle start/motor.spin running"
      ])
  }

  @Test("of a long observer are told, though it has nothing to do with the state")
  func longObservers() throws {
    let found = try pumpRows(
      "number = 1; state = .running",
      """
      private var number: Int? {
        didSet {
          if oldValue != nil { motor.stop() }
          motor.spin()
          guard let number, number > 0 else { return }
        }
      }
      """)
    #expect(
      found == [
        "idle start[oldValue != nil]/concat(motor.stop, motor.spin) running",
        "idle start[!(oldValue != nil)]/motor.spin running",
      ])
  }

  @Test(
    "are told of what a loop has run: closures, helpers that run some, observers",
    arguments: [
      "for item in call.items { item.parts.forEach { $0.turn() } }",
      "for item in call.items { item.parts.forEach { part in part.turn() } }", "turnAll(call)",
      "for item in call.items { number = item.number }",
    ])
  func closuresInLoops(_ loop: String) throws {
    let found = try pumpRows(
      "\(loop); state = .running",
      """
      private var number = 0 { didSet { part.turn() } }
      private func turnAll(_ call: Call) {
        for item in call.items { item.parts.forEach { part in part.turn() } }
      }
      """)
    #expect(found.map { $0.replacing("part.", with: "") } == ["idle start/turn running"])
  }

  @Test("that depend on much are one row, with a mark on those that not all ways make")
  func perhaps() throws {
    let ifs = (1...3).map { "if call.has(\($0)) { motor.step\($0)() }" }.joined(separator: "\n")
    #expect(
      try pumpRows("motor.warm()\n\(ifs)\nstate = .running") == [
        "idle start/concat(motor.warm, motor.step1?, motor.step2?, motor.step3?) running"
      ])
    let two = (1...2).map { "if call.has(\($0)) { motor.step\($0)() }" }.joined(separator: "\n")
    #expect(try pumpRows("\(two)\nstate = .running").count == 4)
  }

  @Test("that make a value are none")
  func making() throws {
    #expect(
      try pumpRows(
        "center.post(Self.started)\nstate = .running",
        #"static let started = Notification.Name("started")"#) == [
          "idle start/center.post running"
        ])
  }

  @Test("of the record that a published state returns are none")
  func records() throws {
    let found = try machine(
      """
      final actor Oven {
        enum State { case off, heating, hot, broken }
        private let subject = ConcurrentValueSubject<State, Never>(startsWith: .off, of: Oven.self)
        func start() async {
          guard case .off = subject.state else { return }
          let heating = subject.send(.heating, starting: "heater.heat")
          do {
            try await heater.heat()
            subject.send(.hot, after: heating)
          } catch {
            heating.fail("it is broken")
            subject.send(.broken, after: heating)
          }
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name.hasSuffix("failure") }.allSatisfy {
        $0.effect == nil
      })
  }
}
