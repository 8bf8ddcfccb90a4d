import OrreryModel
import OrreryModelFile
import OrreryRendering
import OrreryTrace
import OrreryTraceAnalysis

/// A recorded machine as the page shows it: its picture, and what each of its steps does in there.
public struct MachineModel: Hashable, Sendable {
  /// What kinds of steps, by their numbers, say of edges.
  private struct Reading {
    var kind: Int
    var verdict: Verdict?
    var ordinals: [Int]
    var edges: [String]
  }

  public let id: String
  /// What is drawn.
  public let machine: Machine
  /// Whether its declaration was found; else it is drawn as it ran.
  public let isDeclared: Bool
  let json: JSONText

  /// Nobody reads a picture of more.
  private static let mostStates = 500

  /// The path of a source file, or its name where folders may be private.
  private static func place(_ file: String, _ isRedacted: Bool) -> String {
    isRedacted ? file.split(separator: "/").last.map(String.init) ?? "" : file
  }

  /// Lays a graph in the DOT language out.
  public typealias Layout = (_ dot: String, _ machine: String) -> String?

  fileprivate init(
    id: String, machine: Machine, verdicts: [Int: Verdict], isDeclared: Bool,
    kinds: [(Int, StepRecord)],
    reading: (ObservedStep.Key) -> (Verdict?, [Int]), states: (String) -> [String],
    started: [String], isRedacted: Bool, draw: Layout
  ) {
    var machine = machine
    // What the source does not tell, the run may: every instance started there.
    if machine.initial == nil, let only = started.first, started.count == 1 {
      let names = states(only)
      machine.initial = names.count == 1 ? names.first : nil
    }
    (self.id, self.machine, self.isDeclared) = (id, machine, isDeclared)
    var options = RenderOptions()
    // The page has colours for light and dark of its own.
    options.theme = .light
    let renderer = Renderer(format: .dot, options: options)
    let picture = EdgesInPicture(renderer.diagram(machine))
    let readings = kinds.map { number, step in
      let (verdict, ordinals) = reading(step.key)
      return Reading(
        kind: number, verdict: verdict, ordinals: ordinals,
        edges: picture.edges(of: ordinals))
    }
    let names = Set(kinds.flatMap { [$0.1.from, $0.1.to] } + started)
    json = [
      "id": .string(id), "name": .string(machine.name), "isDeclared": .bool(isDeclared),
      "file": .string(Self.place(machine.location.file, isRedacted)),
      "line": .number(machine.location.line),
      "svg": .text(
        machine.states.count > Self.mostStates ? nil : draw(renderer.render(machine), id)),
      "nodes": .object(
        names.sorted().map { name in
          let nodes = states(name).compactMap { picture.node(of: $0) }
          return .init(key: name, value: .strings(nodes))
        }),
      "states": .object(
        machine.states.map { state in
          .init(key: state.name, value: .strings([picture.node(of: state.name)].compactMap(\.self)))
        }),
      "transitions": .array(
        machine.transitions.indices.map {
          machine.transitions[$0].json(
            verdicts[$0], edge: picture.edge(of: $0),
            file: Self.place(machine.transitions[$0].location.file, isRedacted))
        }),
      "readings": .array(
        readings.map {
          [
            "kind": .number($0.kind), "verdict": .text($0.verdict?.rawValue),
            "transitions": .array($0.ordinals.map { .number($0) }), "edges": .strings($0.edges),
          ]
        }),
      "remarks": .array(
        machine.remarks.map { $0.json(file: Self.place($0.location.file, isRedacted)) }),
    ]
  }
}

extension MachineModel {
  /// The machines of a run.
  ///
  /// - Parameters:
  ///   - declared: What the source declares; nothing where no source was named.
  ///   - log: The path of the log, which stands for the source of a machine that is not declared.
  ///   - draw: Lays a picture out; nothing where that cannot be done.
  public static func all(
    of run: RunCollector, declared: [Machine]?, log: String, draw: Layout
  ) -> [MachineModel] {
    let summary = run.summary
    let report = declared.map { Conformance.judge(summary, declared: $0) }
    let started = run.startStates
    return summary.machines.map(\.id).compactMap { id in
      let kinds = run.kinds.kinds.enumerated().filter { $1.step.machine == id }
        .map { ($0, $1.step) }
      if let found = report?.machines.first(where: { $0.recordedID == id }),
        let source = try? Conformance.join(id, to: declared ?? [])
      {
        let taken = TakenEdges(found, declared: source)
        return MachineModel(
          id: id, machine: found.machine, verdicts: found.verdicts, isDeclared: true, kinds: kinds,
          reading: {
            let reading = taken.reading(of: $0)
            return (reading.verdict, reading.ordinals)
          }, states: taken.states, started: started[id] ?? [],
          isRedacted: run.options.isRedacted, draw: draw)
      }
      guard let observed = summary.observedMachine(id, log: log)?.machine else { return nil }
      let edges = Dictionary(grouping: observed.transitions.indices) {
        Step(observed.transitions[$0])
      }
      return MachineModel(
        id: id, machine: observed, verdicts: [:], isDeclared: false, kinds: kinds,
        reading: { (nil, edges[Step($0), default: []]) },
        states: { [$0] }, started: started[id] ?? [], isRedacted: run.options.isRedacted,
        draw: draw)
    }
  }
}

extension RunCollector {
  /// What the run tells of its machines, with one step of each kind.
  fileprivate var summary: TraceSummary {
    var summary = TraceSummary()
    for machine in machines.values.sorted(by: { $0.machine < $1.machine }) {
      summary.add(.machine(machine))
    }
    for (machine, states) in startStates.sorted(by: { $0.key < $1.key }) {
      for (number, state) in states.enumerated() {
        summary.add(
          .instance(
            InstanceRecord(
              phase: .started, machine: machine, instance: UInt64(number), state: state, at: 0)))
      }
    }
    for kind in kinds.kinds { summary.add(.step(kind.step)) }
    return summary
  }

  /// The states in which instances of each machine started, in the order in which they were seen.
  fileprivate var startStates: [String: [String]] {
    var found: [String: [String]] = [:]
    var seen: Set<[Int]> = []
    for instance in instances.all {
      guard let machine = instance.machine, let state = instance.state,
        seen.insert([machine, state]).inserted
      else { continue }
      found[texts.all[machine], default: []].append(texts.all[state])
    }
    return found
  }
}

/// A transition of a machine as it ran, and the steps that it stands for.
private struct Step: Hashable {
  var from: String
  var origin: String
  var event: String
  var to: String?

  init(_ edge: Transition) {
    (from, origin, event, to) = (edge.from, edge.event.origin.rawValue, edge.event.name, edge.to)
  }

  init(_ step: ObservedStep.Key) {
    (from, origin, event) = (step.from, step.origin.rawValue, step.event)
    to = step.verdict == .rejected ? nil : step.to
  }
}

extension StepRecord {
  /// What makes two steps of one machine look the same.
  fileprivate var key: ObservedStep.Key {
    ObservedStep.Key(
      from: from, origin: EventOrigin(rawValue: origin) ?? .input, event: event, to: to,
      verdict: verdict)
  }
}

extension Transition {
  fileprivate func json(_ verdict: Verdict?, edge: String?, file: String) -> JSONText {
    [
      "from": .string(from), "origin": .string(event.origin.rawValue), "event": .string(event.name),
      "guard": .text(self.guard), "to": .text(to), "kind": .string(kind.rawValue),
      "verdict": .text(verdict?.rawValue), "edge": .text(edge),
      "file": .string(file), "line": .number(location.line),
    ]
  }
}

extension Remark {
  fileprivate func json(file: String) -> JSONText {
    [
      "rule": .string(rule), "state": .text(state), "event": .text(event?.name),
      "message": .string(message), "file": .string(file), "line": .number(location.line),
    ]
  }
}
