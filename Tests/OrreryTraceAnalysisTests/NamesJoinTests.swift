import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// A recorded name and a declared name are equal by construction.
///
/// Each case is built twice by hand: as an extractor sees the machine in its source, and as a macro
/// on its declaration and the running machine see it. Both use nothing but ``Naming``.
@Suite struct NamesJoinTests {
  /// Judges a run, and expects that machine, states and events all found their declaration.
  private func expectJoin(_ records: [Record], _ declared: [Machine]) throws {
    let report = Conformance.judge(records: records, declared: declared)
    #expect(report.notRecorded.isEmpty)
    for result in report.machines {
      #expect(result.machine.id == result.recordedID)
      #expect(result.undeclared.isEmpty)
      #expect(result.vocabularyMismatch == nil)
      #expect(result.ordinals(of: .neverSeen).isEmpty)
      #expect(result.machine.transitions.count == result.declaredCount)
    }
  }

  @Test("CounterFeature: a struct state without a property of few values has only actions")
  func counter() throws {
    let events = ["incrementTapped", "decrementTapped"].map(Naming.identifier)
    var declared = Declared.machine(
      file: "Sources/Samples/Counter.swift", module: "Samples", path: ["CounterFeature"],
      kind: .struct)
    declared.events = events.map { Event(Event.ID(.input, $0)) }
    declared.actions = events.map {
      Action(
        event: Event.ID(.input, $0), writes: [.init(path: "count", op: "+=", value: "1")],
        location: declared.location)
    }
    let run = Recorded(
      fileID: "Samples/Counter.swift", path: ["CounterFeature"], inputs: events)
    let state = Naming.state(properties: [])
    run.take("incrementTapped", from: state, to: state)
    run.take("decrementTapped", from: state, to: state)
    try expectJoin(run.records, [declared])
    let report = Conformance.judge(records: run.records, declared: [declared])
    #expect(report.machines.first?.explained.count == 2)
  }

  @Test("ParentFeature: one projected property, forwarded events, results by their case")
  func parent() throws {
    let inputs = [
      "parentButtonTapped", "counterIncrement", "counterDecrement", "presetsLoad", "presetsSave",
    ]
    let results = ["dataResult", "presetsResult"]
    var declared = Declared.machine(
      file: "Sources/Samples/Parent.swift", module: "Samples", path: ["ParentFeature"],
      kind: .struct)
    declared.regions = [Region(name: "parentData", states: ["nil", "some"], initial: "nil")]
    let empty = Naming.projected([("parentData", "nil")])
    let full = Naming.projected([("parentData", "some")])
    Declared.add(
      [
        (empty, .input, "parentButtonTapped", empty, .stay),
        (empty, .input, "counterIncrement", nil, .ignore),
        (empty, .input, "presetsSave", nil, .ignore),
        (empty, .ioResult, "dataResult", full, .move),
        (full, .ioResult, "presetsResult", nil, .ignore),
      ], events: (inputs, results), to: &declared)

    let run = Recorded(
      fileID: "Samples/Parent.swift", path: ["ParentFeature"], inputs: inputs, results: results)
    let before = Naming.state(properties: [("parentData", "nil")])
    let after = Naming.state(properties: [("parentData", "some")])
    run.take("parentButtonTapped", from: before, to: before)
    run.take("counterIncrement", from: before, to: before, StepRecord.Verdict.none)
    run.take("presetsSave", from: before, to: before, StepRecord.Verdict.none)
    run.take("dataResult", origin: .ioResult, from: before, to: after)
    run.take("presetsResult", origin: .ioResult, from: after, to: after, StepRecord.Verdict.none)
    try expectJoin(run.records, [declared])
  }

  @Test("ExampleModel: an actor's events are the methods whose tasks lead to the sender")
  func actor() throws {
    let events = ["eventA", "eventB"]
    let calls = [
      (caller: Naming.method("eventA()"), callee: Naming.method("eventAInternal()")),
      (caller: Naming.method("eventB(param:)"), callee: Naming.method("eventBInternal(param:)")),
    ]
    var declared = Declared.machine(
      file: "Sources/App/ExampleModel.swift", module: "App", path: ["ExampleModel"], kind: .enum)
    declared.style = .actor
    declared.states = ["state1", "state2", "state3"].map { State(Naming.identifier($0)) }
    Declared.add(
      [
        ("state1", .input, "eventA", "state2", .move),
        ("state2", .input, "eventB", "state3", .move),
      ], events: (events, []), to: &declared)

    let run = Recorded(
      fileID: "App/ExampleModel.swift", path: ["ExampleModel"], style: "actor",
      states: ["state1", "state2", "state3"], inputs: events)
    // What a run sees is the `#function` that sends; the calls are within the macro's declaration.
    for (function, from, to) in [
      ("eventAInternal()", "state1", "state2"), ("eventBInternal(param:)", "state2", "state3"),
    ] {
      let method = Naming.method(function)
      let leading = Naming.events(sendingIn: method, events: events, calls: calls)
      #expect(leading.count == 1)
      run.take(leading.first ?? method, from: from, to: to)
    }
    try expectJoin(run.records, [declared])
  }

  @Test("Three candidates recorded, one or three of them declared as regions")
  func projections() throws {
    let values = [("isLoading", "false"), ("alert", "nil"), ("mode", "list")]
    let later = [("isLoading", "true"), ("alert", "nil"), ("mode", "list")]
    for names in [["isLoading"], ["isLoading", "alert", "mode"]] {
      var declared = Declared.machine(
        file: "Sources/App/List.swift", module: "App", path: ["ListFeature"], kind: .struct)
      declared.regions = names.map { Region(name: $0, states: [], initial: nil) }
      for index in names.indices {
        let value = values.first { $0.0 == names[index] }?.1 ?? ""
        declared.regions[index].states = [declared.state(value, in: names[index])]
      }
      let (off, on) = (
        declared.state("false", in: "isLoading"), declared.state("true", in: "isLoading")
      )
      Declared.add([(off, .input, "load", on, .move)], events: (["load"], []), to: &declared)
      declared.regions[0].states = [off, on]
      #expect(off == (names.count == 1 ? "false" : "isLoading=false"))

      let run = Recorded(fileID: "App/List.swift", path: ["ListFeature"], inputs: ["load"])
      run.take(
        "load", from: Naming.state(properties: values.map { (name: $0.0, value: $0.1) }),
        to: Naming.state(properties: later.map { (name: $0.0, value: $0.1) }))
      try expectJoin(run.records, [declared])
    }
  }

  @Test("A machine in a private, generic type, with raw identifiers, in a target with a dash")
  func privateNesting() throws {
    // As written: `private enum Outer<Element> { struct `Type` { … case `default`, `a, b` } }`.
    var declared = Declared.machine(
      file: "Sources/my-app/Outer.swift", module: Naming.module(target: "my-app"),
      path: ["Outer<Element>", "`Type`"], kind: .enum)
    let states = ["`default`", "`a, b = c`"].map(Naming.identifier)
    declared.states = states.map { State($0) }
    Declared.add(
      [(states[0], .input, Naming.identifier("`repeat`"), states[1], .move)],
      events: (["repeat"], []), to: &declared)

    let run = Recorded(
      fileID: "my_app/Outer.swift", path: ["Outer", "`Type`"], states: states, inputs: ["repeat"])
    run.take(Naming.identifier("`repeat`"), from: "default", to: "a, b = c")
    #expect(run.id == "my_app.Outer.Type")
    try expectJoin(run.records, [declared])
  }
}

/// What an extractor builds from source.
private enum Declared {
  typealias Edge = (
    from: String, origin: Event.Origin, event: String, to: String?, kind: Transition.Kind
  )

  static func machine(
    file: String, module: String, path: [String], kind: Machine.StateKind
  ) -> Machine {
    Machine(
      id: Naming.machine(module: module, path: path), name: Naming.machine(module: "", path: path),
      style: .reducer, location: SourceLocation(file: file, line: 1), stateKind: kind)
  }

  static func add(
    _ edges: [Edge], events: (inputs: [String], results: [String]), to machine: inout Machine
  ) {
    machine.events =
      events.inputs.map { Event(Event.ID(.input, $0)) }
      + events.results.map { Event(Event.ID(.ioResult, $0)) }
    for edge in edges {
      for name in [edge.from, edge.to].compactMap(\.self)
      where !machine.states.contains(where: { $0.name == name }) {
        machine.states.append(State(name))
      }
      machine.transitions.append(
        Transition(
          from: edge.from, event: Event.ID(edge.origin, edge.event), to: edge.to,
          location: machine.location, kind: edge.kind))
    }
  }
}

/// What generated code and the runtime record: a macro sees its declaration and `#fileID`.
private final class Recorded {
  let id: String
  private let sink = MemorySink()
  private let recorder: TraceRecorder
  private let instance: UInt64

  init(
    fileID: String, path: [String], style: String = "reducer", states: [String] = [],
    inputs: [String], results: [String] = []
  ) {
    id = Naming.machine(module: Naming.module(fileID: fileID), path: path)
    recorder = TraceRecorder(sink: sink)
    let events = inputs.map { ("input", $0) } + results.map { ("ioResult", $0) }
    recorder.machine(
      MachineRecord(
        machine: id, style: style, states: states,
        events: events.map { .init(origin: $0.0, name: $0.1) },
        vocabulary: VocabularyHash.hash(states: states, events: events)))
    instance = recorder.started(machine: id, state: states.first ?? "")
  }

  func take(
    _ event: String, origin: EventOrigin = .input, from: String, to: String,
    _ verdict: StepRecord.Verdict? = nil
  ) {
    recorder.step(
      machine: id, instance: instance, origin: origin, event: event, from: from, to: to,
      verdict: verdict ?? (from == to ? .stayed : .moved))
  }

  /// The records as a reader gets them from the log.
  var records: [Record] {
    let log = sink.records.reduce(into: []) { RecordEncoder.append($1, to: &$0) }
    return (try? TraceReader(bytes: log).records().records) ?? []
  }
}
