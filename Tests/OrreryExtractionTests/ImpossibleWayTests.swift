import OrreryModel
import Testing

@Suite("Ways that no run takes") struct ImpossibleWayTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      enum Kind { case small, large }
      struct Door {
        enum State { case open, shut, broken }
        private(set) var state: State = .shut
        var kind: Kind
        var key: Key?
        mutating func reset() { state = .shut }
      \(members)
      }
      """
    ).transitions.filter { $0.from == "shut" && $0.event.name != "reset" }.map(describe)
  }

  @Test("a default that the clauses before leave nothing to, of a parameter or a property")
  func defaults() throws {
    let rows = try rows(
      """
        mutating func push(_ other: Kind, _ isHard: Bool) {
          switch (kind, other, isHard) {
          case (.small, .small, _): state = .open
          case (.small, .large, true): state = .broken
          case (.small, .large, false): state = .open
          case (.large, .small, _), (.large, .large, _): state = .broken
          default: fatalError()
          }
        }
      """)
    #expect(rows.count == 4)
    #expect(!rows.contains { $0.hasSuffix("trap") })
  }

  @Test(
    "but not one that takes what is absent, has a condition, or is unknown",
    arguments: [
      "(_ other: Kind?) { switch (kind, other) { case (_, .small): state = .open; case (_, .large): state = .open; default: state = .broken } }",
      "(_ other: Kind) { switch (kind, other) { case (_, .small): state = .open; case (_, .large) where isHard: state = .open; default: state = .broken } }",
      "(_ other: Kind) { switch (kind, other, foreign) { case (_, .small, _): state = .open; case (_, .large, .some): state = .open; @unknown default: state = .broken } }",
      "(_ other: Kind) { switch (kind, other) { case (.small, .small): state = .open; case (.large, .large): state = .open; default: state = .broken } }",
    ])
  func otherDefaults(_ function: String) throws {
    let rows = try rows("mutating func push\(function)")
    #expect(rows.contains { $0.hasSuffix("broken") })
  }

  @Test(
    "a default that the clauses before leave nothing to, by what is inside of a case",
    arguments: [
      "(_ other: Wrap) { switch other { case .one(.small), .one(.large): state = .open; case .two: state = .open; default: state = .broken } }",
      "(_ other: Wrap) { switch (self.kind, other) { case (_, .one(.small)), (.small, .two), (.large, .two(true)), (.large, .two(false)): state = .open; case (let k, .one(.large)): state = .open; default: state = .broken } }",
      "(_ other: Kind?) { switch other { case .none: state = .open; case .some(.small): state = .open; case .some(.large): state = .open; default: state = .broken } }",
      "(_ other: Optional<Kind>) { switch other { case nil: state = .open; case .small?: state = .open; case .large: state = .open; default: state = .broken } }",
      "(_ other: Reply) { switch other { case .got(.success(.small)), .got(.success(.large)): state = .open; case .got(.failure): state = .open; default: state = .broken } }",
      "(_ other: Wrap) { switch other { case .one(let kind): switch kind { case .small: state = .open; case .large: state = .open; default: state = .broken }; default: state = .open } }",
      "() { if case .small = self.kind { state = .open } else if case .large = self.kind { state = .open } else { state = .broken } }",
    ])
  func nestedDefaults(_ function: String) throws {
    let rows = try rows(
      """
        enum Wrap { case one(Kind), two(Bool) }
        enum Reply { case got(Result<Kind, any Error>) }
        mutating func push\(function)
      """)
    #expect(rows.contains { $0.hasSuffix("open") })
    #expect(!rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test(
    "but not where some of what is inside is left",
    arguments: [
      "(_ other: Wrap) { switch other { case .one(.small): state = .open; case .two: state = .open; default: state = .broken } }",
      "(_ other: Wrap) { switch other { case .one: state = .open; case .two(true): state = .open; default: state = .broken } }",
      "(_ other: Wrap?) { switch other { case .some(.one): state = .open; case .some(.two): state = .open; default: state = .broken } }",
      "(_ other: Kind??) { switch other { case .none: state = .open; case .some(.small): state = .open; case .some(.large): state = .open; default: state = .broken } }",
      "(_ other: Wrap) { switch (self.kind, other) { case (_, .one(.small)), (.small, .two), (.large, .two(true)): state = .open; case (let k, .one(.large)): state = .open; default: state = .broken } }",
    ])
  func otherNestedDefaults(_ function: String) throws {
    let rows = try rows(
      """
        enum Wrap { case one(Kind), two(Bool) }
        mutating func push\(function)
      """)
    #expect(rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test(
    "a condition and its opposite, however worded",
    arguments: [
      "if kind == .small { return }; if kind != .small { state = .open } else { state = .broken }",
      "guard nil != key else { return }; if key == nil { state = .broken } else { state = .open }",
      "guard self.key == nil else { return }; if let key { state = .broken } else { state = .open }",
      "if key == nil || isHard { return }; if nil == key { state = .broken }; if key != nil { state = .open }",
    ])
  func opposites(_ body: String) throws {
    let rows = try rows("mutating func push() { \(body) }")
    #expect(rows.contains { $0.hasSuffix("open") })
    #expect(!rows.contains { $0.hasSuffix("broken") })
  }

  @Test("what is surely there on every way before is there behind them")
  func presence() throws {
    let rows = try rows(
      """
        mutating func push(_ force: Int) {
          var turns: Int? = nil
          if force > 9 { turns = 4 } else if force > 5 { turns = 2 }
          if let turns { state = .open } else { state = .broken }
        }
      """)
    #expect(
      rows == [
        "shut push[force > 9] open", "shut push[!(force > 9) && force > 5] open",
        "shut push[!(force > 9) && !(force > 5)] broken",
      ])
  }

  @Test("a value that a clause names by a member of another type is not ruled out by its name")
  func namedValues() throws {
    let rows = try rows(
      """
        mutating func push(_ code: String) {
          switch code {
          case Key.lost.rawValue: state = .broken
          case Reply.granted.rawValue: state = .open
          default: break
          }
        }
      """)
    #expect(
      rows == [
        "shut push[case Key.lost.rawValue = code] broken",
        "shut push[case Reply.granted.rawValue = code] open",
        "shut push[!(case Key.lost.rawValue = code) && !(case Reply.granted.rawValue = code)] ignored",
      ])
  }

  @Test("`init(rawValue:)` of an enum may find no case")
  func rawValues() throws {
    let rows = try rows(
      """
        mutating func take(_ raw: Int) {
          guard let kind = Kind(rawValue: raw) else {
            state = .broken
            return
          }
          state = .open
        }
      """)
    #expect(
      rows == [
        "shut take[!(let kind = Kind(rawValue: raw))] broken",
        "shut take[let kind = Kind(rawValue: raw)] open",
      ])
  }

  @Test(
    "alternatives of which a later condition leaves some",
    arguments: [
      "if isHard { if turns > 0 { return } } else { if isOld { return } }; if turns > 5, isHard { state = .broken } else { state = .open }",
      "if isHard { if turns > 0 { return } } else { if isOld { return } }; if isOld && !isHard { state = .broken } else { state = .open }",
      "if isHard { if turns > 0 { return } } else { let hurts = isOld && turns > 3; guard hurts else { return } }; if turns < 1, !isHard { state = .broken } else { state = .open }",
      "if isHard { switch state { case .shut where isOld: return; default: break } }; guard isOld else { return }; if isHard { state = .broken } else { state = .open }",
      "if isHard ? !(turns == 0) : (isHard || turns > 1) { if turns == 0 { state = .broken } else { state = .open } }",
    ])
  func alternatives(_ body: String) throws {
    let rows = try rows(
      """
      mutating func push(_ turns: Int, _ isHard: Bool, _ isOld: Bool) { \(body) }
      """)
    #expect(rows.contains { $0.hasSuffix("open") }, "\(rows)")
    #expect(!rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test("what follows on each of several ways holds behind them, though each has its own reason")
  func consequences() throws {
    let rows = try rows(
      """
        mutating func push(_ turns: Int, _ isHard: Bool, _ isOld: Bool) -> Bool {
          switch (!isShut, isOld ? isHard : isShut) {
          case (true, true): state = .shut
          case (false, _): state = .broken
          default: swing(!(turns == 0))
          }
          guard turns == 0 else { return true }
          return false
        }
        private var isShut = false
        private mutating func swing(_ isFar: Bool) {
          if isFar { state = .open } else if case .open = state { state = .broken }
        }
      """)
    #expect(rows.contains { $0.hasSuffix("open") }, "\(rows)")
    #expect(rows.filter { $0.contains("again") } == [])
  }

  @Test("what is known before holds also where a condition changes the state")
  func changingConditions() throws {
    let rows = try rows(
      """
        mutating func push(_ isOld: Bool, _ turns: Int) {
          switch (turns == 0, isOld || turns > 3) {
          case (true, true): guard isOld && opens() else { state = .broken; return }
          default: break
          }
        }
        private mutating func opens() -> Bool { state = .open; return true }
      """)
    #expect(rows.contains { $0.hasSuffix("open") }, "\(rows)")
    #expect(!rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test("what was asked of a flag tells what it is when it was toggled")
  func toggled() throws {
    let rows = try rows(
      """
        private var isShut = false
        mutating func push(_ isOld: Bool, _ turns: Int) -> Bool {
          let isHard = isOld || !isShut
          isShut.toggle()
          let isOver = !isShut || turns == 0
          if isOver { return isHard }
          if isShut { state = .open } else { state = .broken }
          return true
        }
      """)
    #expect(rows.contains { $0.hasSuffix("open") }, "\(rows)")
    #expect(!rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test("but a loop that another condition has kept out of says nothing of its first one")
  func loops() throws {
    let rows = try rows(
      """
        mutating func push(_ turns: Int) {
          state = .open
          var done = 0
          while done < turns, state == .broken { done += 1; state = .open }
          while done < turns, state == .open { done += 1; state = .broken }
        }
      """)
    #expect(rows == ["shut push[!(done < turns)] open", "shut push[done < turns] broken"])
  }

  @Test("but not where what they ask for has changed since")
  func changedAlternatives() throws {
    let rows = try rows(
      """
      var turns = 0
      mutating func push(_ isHard: Bool, _ isOld: Bool) {
        if isHard { if turns > 0 { return } } else { if isOld { return } }
        turns += 4
        if turns > 3, isHard { state = .broken } else { state = .open }
      }
      """)
    #expect(rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test("a pattern that did not match once does not match later")
  func again() throws {
    let found = try machine(
      """
      enum Sync { case off, on(Detail); enum Detail { case busy(Int), idle } }
      struct SyncState { var sync = Sync.off; var count = 0 }
      enum Event { case fail }
      func reduce(state: inout SyncState, event: Event) {
        switch event {
        case .fail:
          if case .on(.busy) = state.sync { state.count += 1 } else { state.count = 0 }
          if case .on(.busy) = state.sync { state.sync = .on(.idle) }
        }
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "fail[case .on(.busy) = state.sync] count += 1; sync = .on(.idle)",
        "fail[!(case .on(.busy) = state.sync)] count = 0",
      ])
  }

  @Test("a comparison of a state's property holds while another one is changed")
  func kept() throws {
    let found = try machine(
      """
      struct FeedState { var format = 0; var rows: [Int] = []; var index = 0 }
      enum Event { case fetched }
      func reduce(state: inout FeedState, event: Event) {
        switch event {
        case .fetched:
          if state.format == 2 { state.rows.reverse() }
          if state.format == 2 { state.index = 3 } else { state.index = 0 }
        }
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "fetched[state.format == 2] rows mutate reverse(); index = 3",
        "fetched[!(state.format == 2)] index = 0",
      ])
  }

  @Test("but what somebody else may change is asked anew, and what a closure has put into a list")
  func changing() throws {
    let rows = try rows(
      """
        mutating func push(_ items: [Int]) {
          if case .ready(.now) = key.status { return }
          key.refresh()
          if case .ready(.now) = key.status { state = .open }
        }
        mutating func count(_ items: [Int]) {
          var found: [Int] = []
          items.forEach { found.append($0) }
          if found.isEmpty { state = .open } else { state = .broken }
        }
      """)
    #expect(rows.contains { $0.hasPrefix("shut push[") && $0.hasSuffix(" open") })
    #expect(
      rows.filter { $0.hasPrefix("shut count") } == [
        "shut count[found.isEmpty] open", "shut count[!(found.isEmpty)] broken",
      ])
  }

  /// The moves from `idle` of an event with some body.
  private func moves(_ body: String) throws -> [String] {
    try machine(
      """
      final class Parser {
        enum State { case idle, first, second, failed }
        private(set) var state: State = .idle
        func reset() { if state == .first { state = .idle } }
        func feed(_ a: Int?, _ b: Int?, _ text: String) {
      \(body)
        }
      }
      """
    ).transitions.filter { $0.from == "idle" && $0.event.name == "feed" }.map(describe)
  }

  @Test("the ways behind a condition of two, once both are found to hold")
  func refused() throws {
    #expect(
      try moves(
        """
            if a == nil && b == nil { state = .first; return }
            if a != nil { state = .second; return }
            if b == nil { state = .failed }
        """) == [
          "idle feed[a == nil && b == nil] first",
          "idle feed[!(a == nil && b == nil) && a != nil] second",
          "idle feed[!(a == nil && b == nil) && !(a != nil) && !(b == nil)] ignored",
        ])
    #expect(
      try moves(
        """
            guard let a, let b else {
              if a != nil, b != nil { state = .failed }
              return
            }
            state = .first
        """) == ["idle feed[!(let a && let b)] ignored", "idle feed[let a && let b] first"])
  }

  @Test("what a choice of two leaves open stays open")
  func choices() throws {
    #expect(
      try moves(
        """
            if (a == nil || text.isEmpty) && b == nil { state = .first; return }
            if b == nil { state = .second; return }
        """
      ).contains { $0.hasSuffix("second") })
  }

  @Test("a text that was compared with another one")
  func texts() throws {
    #expect(
      try moves(
        """
            if text == "a" { state = .first; return }
            switch text {
            case "a": state = .failed
            case "b": state = .second
            default: if text == "b" { state = .failed }
            }
        """) == [
          "idle feed[text == \"a\"] first",
          "idle feed[!(text == \"a\") && case \"b\" = text] second",
          "idle feed[!(text == \"a\") && !(case \"b\" = text)] ignored",
        ])
  }

  @Test("what an observer may do to a flag leaves it what it is either way")
  func flagOfObserver() throws {
    let rows = try machine(
      """
      final class Observed {
        enum State { case a, b, c, d }
        private(set) var state: State = .a {
          willSet { if isHushed { flag = false } }
        }
        var flag = false
        var isHushed = false
        func stop() {
          if flag { return }
          state = .c
          if flag { state = .b }
        }
      }
      """
    ).transitions.map(describe)
    #expect(!rows.isEmpty && !rows.contains("a stop[!(flag) && flag] b"), "\(rows)")
  }

  @Test(
    "into a loop over what another loop has found empty, or past one where that had an element",
    arguments: ["0..<count", "keys"])
  func loops(sequence: String) throws {
    let rows = try rows(
      """
        mutating func push(_ count: Int, _ keys: [Key]) {
          for _ in \(sequence) { state = .open; break }
          for _ in \(sequence) { if state == .shut { state = .broken } }
        }
        mutating func pull(_ count: Int, _ keys: [Key]) {
          for _ in \(sequence) { state = .open; break }
          for _ in \(sequence) { if state == .open { state = .broken } }
        }
      """)
    #expect(
      rows == ["shut push ignored", "shut push open", "shut pull ignored", "shut pull broken"])
  }

  @Test("but a call may give a sequence with elements when it is made again")
  func sequencesOfCalls() throws {
    let rows = try rows(
      """
        mutating func push() {
          for _ in next() { state = .open; break }
          for _ in next() { if state == .shut { state = .broken } }
        }
      """)
    #expect(rows.contains("shut push broken"))
  }

  @Test("to a wait: what follows it is told of those that a run takes")
  func waits() throws {
    let rows = try machine(
      """
      actor Lift {
        enum Floor { case ground, first, top }
        private(set) var floor: Floor = .ground
        private var isOn = false
        func go() async {
          await leave(floor == .top)
          await motor.stop()
          switch (floor, isOn) {
          case (.ground, false): floor = .top
          default: break
          }
        }
        private func leave(_ isTop: Bool) async {
          await motor.run()
          floor = isTop ? .first : .ground
        }
      }
      """
    ).transitions.filter { $0.event.name == "go#motor.stop" }.map(describe)
    #expect(rows.contains("ground go#motor.stop[case false = isOn] top"))
  }
}
