import OrreryModel
import Testing

@Suite("Guards") struct GuardTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Player {
        enum State { case idle, playing }
        private(set) var state: State = .idle
        func reset() { if state == .playing { state = .idle } }
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && $0.from == "idle" }.map(describe)
  }

  @Test("a helper that knows nothing of the state is a condition as it is called")
  func helpers() throws {
    #expect(
      try rows(
        """
          func play(_ info: [String: Any]) {
            if Self.isLive(info), let track = track(in: info) { state = .playing; print(track) }
          }
          private static func isLive(_ info: [String: Any]) -> Bool {
            guard let kind = info["kind"] as? String else { return false }
            return kind == "live"
          }
          private func track(in info: [String: Any]) -> Track? {
            do { return try Track(info) } catch { return nil }
          }
        """) == ["idle play[Self.isLive(info) && let track = track(in: info)] playing"])
  }

  @Test("a helper that finds the next state is walked")
  func nextStates() throws {
    #expect(
      try rows(
        """
          func play(_ item: Item) {
            if let next = next(item) { state = next }
          }
          private func next(_ item: Item) -> State? {
            if item.isLive { return .playing }
            return nil
          }
        """) == ["idle play[item.isLive] playing"])
  }

  @Test("whether two things are there decides nothing where both ways do the same")
  func bindings() throws {
    #expect(
      try rows(
        """
          func play(_ first: Item?, _ second: Item?) {
            state = .playing
            guard let first, let second else { return }
            log(first, second)
          }
        """) == ["idle play playing"])
  }

  @Test("what falls through two conditions is guarded by both of them denied")
  func nested() throws {
    #expect(
      try rows(
        """
          func play(_ item: Item) {
            if item.isKnown {
              if item.isOld || item.isBroken { return }
            }
            state = .playing
          }
        """) == ["idle play[!(item.isKnown && (item.isOld || item.isBroken))] playing"])
  }

  @Test("a condition of several parts decides through a getter or a variable as it does in place")
  func parts() throws {
    #expect(
      try rows(
        """
          var isReady: Bool { hasItems && state == .idle }
          var isOver: Bool { state == .playing || state == .idle }
          func play() {
            let isBusy = state == .playing && hasItems
            guard isReady, isOver, !isBusy else { return }
            state = .playing
          }
          func stop() { if isReady { state = .idle } }
        """) == ["idle play[isReady] playing"])
  }

  @Test("a helper that takes whatever meets a requirement may take the state")
  func requirements() throws {
    #expect(
      try rows(
        """
          func play() { if Self.isIdle(state) && Self.is(state) { state = .playing } }
          func end() { if !Self.isIdle(state) { state = .playing } }
          static func isIdle(_ phased: Phased) -> Bool { phased.isIdle }
          static func `is`<Value: Phased>(_ phased: Value) -> Bool { phased.isIdle }
        }
        protocol Phased {}
        extension Player.State: Phased {
          var isIdle: Bool { self == .idle }
        """) == ["idle play playing"])
  }

  @Test("of several conditions that lead to one statement each is a row of its own")
  func alternatives() throws {
    #expect(
      try rows(
        """
          func play(_ item: Item) {
            if item.isKnown {
              if item.isNew || item.isLive { log(item) } else { return }
            } else if !item.isFree { return }
            state = .playing
          }
        """) == [
          "idle play[item.isKnown && (item.isNew || item.isLive)] playing",
          "idle play[!(item.isKnown) && item.isFree] playing",
        ])
  }

  @Test("a helper's conditions are said in the words of its caller")
  func capturedNames() throws {
    #expect(
      try rows(
        """
          func play(_ n: Int) { show(other(), n) }
          private func show(_ n: Int, _ m: Int) { if n > m { state = .playing } }
        """
      ).filter { $0.hasSuffix("playing") } == ["idle play[other() > n] playing"])
  }

  @Test("while they are few: the rest of more is one condition, which keeps its brackets")
  func manyAlternatives() throws {
    let branches = (1...5).map {
      "if item.isOf(\($0)) { guard item.mayPlay(\($0)) else { return } }"
    }
    let found = try rows(
      """
        func play(_ item: Item) {
          \(branches.joined(separator: " else "))
          state = .playing
        }
      """)
    #expect(found.count <= 4)
    #expect(found.contains { $0.contains("||") || $0.contains("one of several conditions") })
  }

  @Test("ways of an action that do the same are rows of their own where no condition says both")
  func apart() throws {
    let found = try machine(
      """
      struct ListState { var phase: String?; var isListed = false }
      enum Event { case remove(Int), reset }
      func reduce(state: inout ListState, event: Event) {
        switch event {
        case .remove(let id):
          if state.isListed {
            do {
              try list.remove(id)
              state.isListed = false
            } catch {
              break
            }
          } else if id > 3 {
            break
          } else {
            state.isListed = true
          }
        case .reset: state.phase = nil
        }
      }
      """)
    #expect(
      found.actions.filter { $0.event.name == "remove" }.map(describe) == [
        "remove[state.isListed && list.remove(id) throws] ",
        "remove[!(state.isListed) && id > 3] ", "remove[state.isListed] isListed = false",
        "remove[!(state.isListed) && !(id > 3)] isListed = true",
      ])
  }

  @Test("a getter that only asks for the state says no more than the state it starts in")
  func stateGetters() throws {
    #expect(
      try rows(
        """
          var isBusy: Bool { switch state { case .playing: true; default: false } }
          var isIdle: Bool { if case .idle = state { return true } else { return false } }
          func play() {
            guard !isBusy, self.isIdle else { return }
            state = .playing
          }
        """) == ["idle play playing"])
  }

  @Test("what a getter asks of `self` is asked of what it is the getter of")
  func ownersOfGetters() throws {
    try expectActions(
      """
      struct CheckoutState {
        enum Step { case cart, address, payment }
        var step: Step = .cart
      }
      extension CheckoutState.Step {
        var previous: CheckoutState.Step? {
          switch self {
          case .address: .cart
          case .payment: .address
          default: nil
          }
        }
      }
      enum CheckoutAction { case back, pay }
      func checkoutReducer(state: inout CheckoutState, action: CheckoutAction) {
        switch action {
        case .back:
          guard let previous = state.step.previous else { return }
          state.step = previous
        case .pay: state.step = .payment
        }
      }
      """,
      [
        "back[!(case .address = state.step) && !(case .payment = state.step)] ",
        "back[case .address = state.step] step = previous",
        "back[case .payment = state.step] step = previous",
        "pay step = .payment",
      ])
  }

  @Test("ways that differ in one answer alone do not ask it")
  func oneAnswer() throws {
    let found = try machine(
      """
      final class Scan {
        enum State { case none, some }
        var state = State.none
        private var isActive = false
        func begin() {
          Task {
            while !Task.isCancelled {
              try? await Task.sleep(for: .seconds(1))
              await prune()
            }
          }
        }
        private func prune() {
          let age = isActive ? 20 : 30
          devices.removeAll { $0.age > age }
          guard state == .none else { return }
          state = devices.isEmpty ? .none : .some
        }
        func reset() { state = .none; isActive.toggle() }
      }
      """)
    let rows = found.transitions.filter { $0.event.name == "begin#Task.sleep" }
    #expect(rows.contains { $0.to == "some" })
    #expect(!rows.contains { $0.guard?.contains("isActive") ?? false })
  }

  @Test("what denies a denial says what that denies")
  func denials() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func push(_ isStuck: Bool, _ keys: [Int], _ isOld: Bool) {
          guard !isStuck, state == .open else { return }
          if !(!isOld) { state = .shut } else if !(keys.isEmpty || isOld) { state = .shut }
        }
        mutating func pull(_ keys: [Int]) {
          if !keys.contains(3) { state = .open } else { state = .shut }
        }
      }
      """,
      [
        "open push[isStuck] ignored", "open push[!isStuck && isOld] shut",
        "open push[!isStuck && !isOld && !(keys.isEmpty || isOld)] shut",
        "open push[!isStuck && !isOld && (keys.isEmpty || isOld)] ignored",
        "shut push ignored",
        "open pull[!keys.contains(3)] ignored", "open pull[keys.contains(3)] shut",
        "shut pull[!keys.contains(3)] open", "shut pull[keys.contains(3)] ignored",
      ])
  }

  @Test("a clause that asks for more, which does not hold, refuses nothing")
  func refusedByCondition() throws {
    try expectTransitions(
      """
      final class Recorder {
        enum State { case on, off }
        private(set) var state = State.off
        func handle(_ note: Note) {
          switch note.kind {
          case .began where state == .on: state = .off
          case .ended:
            guard isWanted else { return }
            state = .on
          default: break
          }
        }
      }
      """,
      [
        "on handle[case .ended = note.kind && !(isWanted)] ignored",
        "on handle[case .began = note.kind] off",
        "on handle[case .ended = note.kind && isWanted] ignored",
        "on handle[!(case .began = note.kind) && !(case .ended = note.kind)] ignored",
        "off handle[case .ended = note.kind && !(isWanted)] ignored",
        "off handle[case .ended = note.kind && isWanted] on",
        "off handle[!(case .ended = note.kind)] ignored",
      ])
  }
}
