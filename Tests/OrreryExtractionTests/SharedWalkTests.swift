import OrreryModel
import Testing

@testable import OrreryExecution
@testable import OrreryExtraction

@Suite("Walks that are shared by states")
struct SharedWalkTests {
  @Test("a state that is not asked for shares the walk of another one, and keeps its own name")
  func restOfASwitch() throws {
    let machine = try machine(
      """
      struct Door {
        enum State { case open, closed, locked, broken }
        private var state = State.closed
        mutating func push() {
          switch state {
          case .closed: state = .open
          default: break
          }
        }
        mutating func kick() {
          let before = state
          state = .broken
          if lucky() { state = before }
        }
      }
      """)
    #expect(machine.edges(of: "push") == ["closed → open"])
    #expect(
      machine.edges(of: "kick") == [
        "open → broken", "closed → broken", "locked → broken",
      ])
    let ignored = machine.transitions.filter { $0.event.name == "push" && $0.kind == .ignore }
    #expect(ignored.map(\.from) == ["open", "locked", "broken"])
  }

  @Test("a comparison of names is all that may be shared", arguments: [true, false])
  func questions(isCompared: Bool) {
    let questions = CaseQuestions()
    let value = CaseValue(name: "open", payload: [], text: "state").asked(questions)
    #expect(questions.leaveAlike("open", "closed"))
    if isCompared {
      #expect(!value.isNamed("closed"))
      #expect(!questions.leaveAlike("open", "closed"))
      #expect(questions.leaveAlike("open", "locked"))
    } else {
      _ = value.payload
      #expect(!questions.leaveAlike("open", "locked"))
    }
  }

  @Test("what a case carries is compared where the names are one, which tells it from all others")
  func payloads() {
    let questions = CaseQuestions()
    let payload = [Labelled(nil, .bool(true))]
    let value = CaseValue(name: "open", payload: payload, text: "state").asked(questions)
    #expect(!value.isSame(as: CaseValue(name: "closed", payload: payload, text: ".closed")))
    #expect(questions.leaveAlike("locked", "open"))
    #expect(value.isSame(as: CaseValue(name: "open", payload: payload, text: ".open")))
    #expect(!value.isSame(as: CaseValue(name: "open", payload: [], text: ".open")))
    #expect(!questions.leaveAlike("locked", "open"))
    #expect(questions.leaveAlike("locked", "broken"))
  }

  @Test("cases that are asked for together are not told apart from each other")
  func groups() {
    let questions = CaseQuestions()
    let value = CaseValue(name: "open", payload: [], text: "state").asked(questions)
    #expect(value.isNamed(oneOf: ["open", "closed"]))
    #expect(questions.leaveAlike("open", "closed"))
    #expect(questions.leaveAlike("locked", "broken"))
    #expect(!questions.leaveAlike("open", "locked"))
    _ = value.isNamed("closed")
    #expect(!questions.leaveAlike("open", "closed"))
  }

  @Test("the cases of one clause share its walk, and each keeps its own name")
  func clauseOfSeveral() throws {
    let machine = try machine(
      """
      struct Door {
        enum State { case open, closed, locked(by: String), broken }
        private var state = State.closed
        mutating func push() {
          switch state {
          case .broken: return
          case .closed, .open, .locked(_): break
          }
          if lucky() { state = .broken }
        }
        mutating func kick() {
          guard [.open, .closed].contains(state) else { return }
          state = .broken
        }
        mutating func ask() {
          switch state {
          case .open, .closed: if state == .open { state = .broken }
          case .locked, .broken: state = .open
          }
        }
      }
      """)
    #expect(
      machine.edges(of: "push") == ["open → broken", "closed → broken", "locked → broken"])
    #expect(machine.edges(of: "kick") == ["open → broken", "closed → broken"])
    #expect(machine.edges(of: "ask") == ["open → broken", "locked → open", "broken → open"])
  }

  @Test("a clause for another event does not ask for the state beside it")
  func stateBesideAnEvent() throws {
    let machine = try machine(
      """
      struct Door {
        enum State { case open, closed, locked }
        enum Event { case push, pull, turn }
        private(set) var state = State.closed
        mutating func handle(_ event: Event) {
          switch (state, event) {
          case (.closed, .push): state = .open
          case (.open, .pull), (.locked, .turn): state = .closed
          case (.closed, .turn) where hasKey: state = .locked
          default: break
          }
        }
      }
      """)
    #expect(machine.edges(of: "push") == ["closed → open"])
    #expect(machine.edges(of: "pull") == ["open → closed"])
    #expect(machine.edges(of: "turn") == ["closed → locked", "locked → closed"])
  }

  @Test("of states that a walk does not tell apart one is walked, and each other by itself")
  func walkedOnce() {
    var shared = SharedWalks()
    var walked: [String] = []
    for name in ["open", "closed", "locked", "broken"] {
      let state = Value.enumCase(CaseValue(name: name, payload: [], text: "state"))
      _ = shared.report(from: name, state) { state in
        walked.append(name)
        if case .enumCase(let value) = state { _ = value.isNamed("closed") }
        return HandlerWalk.Report(
          outcomes: [], continuations: [], sent: [:], notes: [], isExhausted: false)
      }
    }
    #expect(walked == ["open", "closed"])
  }

  @Test("each state is left waiting by itself, though the walks up to the wait are one")
  func waits() throws {
    let machine = try machine(
      """
      actor Loader {
        enum State { case idle, loading, done, failed }
        private(set) var state = State.idle
        func reset() { state = .idle }
        func load() async {
          await api.prepare()
          guard state == .idle else { return }
          state = .loading
          await api.fetch()
          state = .done
        }
      }
      """)
    #expect(machine.edges(of: "load#api.prepare") == ["idle → loading"])
    #expect(machine.edges(of: "load#api.fetch") == ["loading → done"])
  }
}

extension Machine {
  fileprivate func edges(of event: String) -> [String] {
    sure.filter { $0.event.name == event && $0.kind == .move }
      .map { "\($0.from) → \($0.to ?? "?")" }
  }
}
