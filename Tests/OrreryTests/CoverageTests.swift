import Foundation
import Orrery
import OrreryTesting
import OrreryTrace
import Testing

@Suite("Coverage of a declared machine")
struct CoverageTests {
  /// Two states and three transitions, as the extractor writes them.
  private static let door = model(
    "Door", states: ["closed", "open"], events: ["pull", "push"],
    edges: [
      edge("closed", "pull", "open"), edge("open", "push", "closed"),
      edge("open", "pull", "open", kind: "stay"),
    ])

  private static func model(
    _ name: String, states: [String], events: [String], edges: [String], projection: [String] = []
  ) -> String {
    let kind = projection.isEmpty ? "enum" : "struct"
    let stateList = states.map { state($0, initial: $0 == states.first) }
    let eventList = events.map { name in
      let origin = name.contains("#") ? "internal" : "input"
      return #"{ "name": "\#(name)", "origin": "\#(origin)", "line": 1 }"#
    }
    return """
      {
        "schema": "orrery.model/1",
        "machines": [ {
          "id": "OrreryTests.\(name)", "name": "\(name)", "style": "reducer", "file": "\(name).swift",
          "line": 1, "endLine": 9, "doc": null, "stateKind": "\(kind)",
          "states": [ \(stateList.joined(separator: ", ")) ],
          "initial": "\(states.first ?? "")",
          "events": [ \(eventList.joined(separator: ", ")) ],
          "transitions": [ \(edges.joined(separator: ", ")) ],
          "actions": [], "projection": \(projection), "children": [], "regions": [], "hash": "", "vocabulary": "",
          "unresolved": []
        } ],
        "diagnostics": []
      }
      """
  }

  private static func state(_ name: String, initial: Bool) -> String {
    """
    { "name": "\(name)", "line": 1, "initial": \(initial), "stable": true, "final": false, \
    "payload": [], "doc": null }
    """
  }

  private static func edge(
    _ from: String, _ event: String, _ to: String, kind: String = "move", origin: String = "input"
  ) -> String {
    """
    { "from": "\(from)", "origin": "\(origin)", "event": "\(event)", "guard": null, "to": "\(to)", \
    "effects": [], "effectTree": null, "file": "Door.swift", "line": 1, "kind": "\(kind)", \
    "certainty": "exact", "wildcard": null }
    """
  }

  private func records(_ inputs: [Door.Input]) -> [Record] {
    let sink = MemorySink()
    let door = Runtimes.make(initialState: .closed, recorder: TraceRecorder(sink: sink)) { Door() }
    for input in inputs { door.send(input) }
    return sink.records
  }

  @Test("is full where every transition was taken")
  func full() async {
    let complaints = await Complaints.during {
      let coverage = expectCoverage(
        .zeroSwitch, of: "OrreryTests.Door", declaredIn: Self.door,
        records: records([.pull, .pull, .push]))
      #expect(coverage?.fraction == 1)
    }
    #expect(complaints == [])
  }

  @Test("says which transitions were never taken")
  func zeroSwitch() async {
    let complaints = await Complaints.during {
      expectCoverage(
        .zeroSwitch, of: "Door", declaredIn: Self.door, records: records([.pull]))
    }
    #expect(
      complaints == [
        """
        1 of 3 transitions of OrreryTests.Door were taken. Never taken:

        − open + push → closed
        − open + pull → open

        To fix, add scenarios that take them, or lower 'atLeast'.
        """
      ])
  }

  @Test("of pairs says which transition never followed which")
  func oneSwitch() async {
    let complaints = await Complaints.during {
      let coverage = expectCoverage(
        .oneSwitch, of: "Door", declaredIn: Self.door,
        records: records([.pull, .push, .pull, .pull]))
      #expect(coverage?.declared.count == 5)
    }
    #expect(
      complaints == [
        """
        3 of 5 pairs of transitions of OrreryTests.Door were taken. Never taken:

        − open + pull → open, open + push → closed
        − open + pull → open, open + pull → open

        To fix, add scenarios that take them, or lower 'atLeast'.
        """
      ])
  }

  @Test("of a struct state counts the states of its projection, whatever else it holds")
  func projection() async {
    let declared = Self.model(
      "Gate", states: ["false", "true"], events: ["pull", "push", "paint"],
      edges: [
        Self.edge("false", "pull", "true"), Self.edge("true", "push", "false"),
        Self.edge("false", "paint", "false", kind: "stay"),
      ], projection: ["isOpen"])
    let sink = MemorySink()
    let gate = Runtimes.make(initialState: .init(), recorder: TraceRecorder(sink: sink)) { Gate() }
    for input in [Gate.Input.paint, .pull, .push] { gate.send(input) }
    let complaints = await Complaints.during {
      let all = expectCoverage(
        .zeroSwitch, of: "OrreryTests.Gate", declaredIn: declared, records: sink.records)
      #expect(all?.declared.count == 3)
      expectCoverage(
        .oneSwitch, of: "OrreryTests.Gate", declaredIn: declared, records: sink.records)
    }
    #expect(
      complaints == [
        """
        2 of 5 pairs of transitions of OrreryTests.Gate were taken. Never taken:

        − true + push → false, false + pull → true
        − true + push → false, false + paint → false
        − false + paint → false, false + paint → false

        To fix, add scenarios that take them, or lower 'atLeast'.
        """
      ])
  }

  @Test("of an actor model counts what follows a wait, which its recording does not name in full")
  func actorModel() async {
    let declared = Self.model(
      "DoorModel", states: ["closed", "opening", "open", "stuck"],
      events: ["open", "open#motor.success", "open#motor.failure"],
      edges: [
        Self.edge("closed", "open", "opening"),
        Self.edge("opening", "open#motor.success", "open", origin: "internal"),
        Self.edge("opening", "open#motor.failure", "stuck", origin: "internal"),
      ])
    let sink = MemorySink()
    let complaints = await Complaints.during {
      let door = DoorModel(recorder: TraceRecorder(sink: sink))
      await ModelScenario(of: door, from: .closed)
        .send({ $0.open() }, to: .opening(tries: 1), .open).finish()
      expectCoverage(.zeroSwitch, of: "DoorModel", declaredIn: declared, records: sink.records)
    }
    #expect(
      complaints == [
        """
        2 of 3 transitions of OrreryTests.DoorModel were taken. Never taken:

        − opening + open#motor.failure → stuck

        To fix, add scenarios that take them, or lower 'atLeast'.
        """
      ])
  }

  @Test("takes the declaration from a file, and says what to do where there is none")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "StateMachines.json")
    try Self.door.write(to: file, atomically: true, encoding: .utf8)
    let bundle = try #require(Bundle(url: folder))
    let steps = records([.pull, .pull, .push])
    let complaints = await Complaints.during {
      expectCoverage(.zeroSwitch, of: "Door", declaredIn: file, records: steps)
      expectCoverage(.zeroSwitch, of: "Door", declaredIn: bundle, records: steps)
    }
    #expect(complaints == [])
    let other = try #require(Bundle(url: folder.deletingLastPathComponent()))
    let missing = folder.appending(path: "Other.json")
    let others = await Complaints.during {
      expectCoverage(.zeroSwitch, of: "Door", declaredIn: missing, records: steps)
      expectCoverage(.zeroSwitch, of: "Door", declaredIn: other, records: steps)
    }
    let advice = "To fix, write the file by 'orrery extract Sources --format json --output "
    #expect(others.count == 2)
    #expect(others.first?.hasSuffix("\(advice)\(missing.path)'.") == true)
    #expect(
      others.last == """
        The bundle has no file 'StateMachines.json': \(other.bundlePath)

        To fix, apply the plugin 'DeclareStateMachines' to the test target, and pass '.module'.
        """)
  }

  @Test("is worth nothing where the machine does what is not declared, or is not declared at all")
  func contradiction() async {
    let complaints = await Complaints.during {
      expectCoverage(
        .zeroSwitch, of: "Door", declaredIn: Self.door,
        records: records([.pull, .kick]), atLeast: 0)
      expectCoverage(.zeroSwitch, of: "Gate", declaredIn: Self.door, records: [])
      expectCoverage(.zeroSwitch, of: "Door", declaredIn: String(Self.door.prefix(9)), records: [])
    }
    #expect(complaints.count == 3)
    #expect(
      complaints.first == """
        OrreryTests.Door took steps that its declaration does not have:

        + open + input.kick → closed (moved)

        To fix, extract the declaration again; if it is up to date, report the machine to Orrery.
        """)
    #expect(
      complaints.dropFirst().first == """
        Machine 'Gate' is not declared. The declared machines: OrreryTests.Door.

        To fix, use one of these, or extract the file that declares the machine.
        """)
    #expect(complaints.last?.hasPrefix("The declared machines could not be read: ") == true)
  }
}

/// A door that can also be kicked, which its declaration above leaves out.
@StateMachine
private struct Door: StateMachine {
  enum State: Equatable { case closed, open }
  enum Input { case pull, push, kick }
  typealias IOEffect = Never
  typealias IOResult = Never

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (.closed, .pull), (.open, .pull): nextState(.open)
    case (.open, .push), (.open, .kick): nextState(.closed)
    case (.closed, .push), (.closed, .kick): undefined
    }
  }
}

/// A gate that is told apart by one of its properties.
@StateMachine
private struct Gate: StateMachine {
  struct State: Equatable {
    var isOpen = false
    var colour: String?
    var turns = 0
  }

  enum Input { case pull, push, paint }
  typealias IOEffect = Never
  typealias IOResult = Never

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .pull: nextState(withVar(state, \.isOpen, true))
    case .push: nextState(withVar(state, \.isOpen, false))
    case .paint: nextState(withVar(state, \.colour, "red"))
    }
  }
}
