import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// How the runs of one machine differ, for people and programs.
struct RunDiffText {
  var found: RunDiff.MachineDiff

  private var facts: String {
    let count =
      found.instances.left == found.instances.right
      ? Quantity.text(found.instances.left, "instance")
      : "\(found.instances.left) → \(Quantity.text(found.instances.right, "instance"))"
    return found.isEmpty ? "\(count), no difference" : count
  }

  private var divergences: [Styled] {
    found.divergences.prefix(10).map { divergence in
      """
        \("diverges", .red) after \(Quantity.text(divergence.common, "step")): \
      \(Self.words(divergence.left, divergence.leftStep)), \
      then \(Self.words(divergence.right, divergence.rightStep))
      """
    } + (found.divergences.count > 10 ? ["  \(found.divergences.count - 10) more diverge"] : [])
  }

  private static func words(_ instance: UInt64, _ step: RunDiff.Step?) -> Styled {
    guard let step else { return "[\(String(instance))] has no more steps" }
    return "[\(String(instance))] #\(String(step.sequence)) \(step.key.description)"
  }

  private var edges: ReportTable {
    var table = ReportTable("", "from", "event", "to", "verdict", "#before", "#after")
    table.rows = found.edges.map { edge in
      let event =
        edge.key.origin == .input ? edge.key.event : "\(edge.key.origin).\(edge.key.event)"
      return [
        edge.left == 0
          ? "\("appeared", .green)"
          : edge.right == 0 ? "\("vanished", .red)" : "\("moved", .yellow)",
        "\(edge.key.from)", "\(event)", "\(edge.key.to)", "\(edge.key.verdict.rawValue)",
        "\(edge.left)", "\(edge.right)",
      ]
    }
    return table
  }

  private var timings: ReportTable {
    var table = ReportTable("", "mean time of", "#before", "#after")
    table.rows = found.timings.map { timing in
      [
        timing.right > timing.left ? "\("slower", .red)" : "\("faster", .green)",
        "\(timing.subject.words)", "\(Figure.time(timing.left))", "\(Figure.time(timing.right))",
      ]
    }
    return table
  }

  var lines: [Styled] {
    var lines: [Styled] = ["\(found.machine, .bold)  \(facts)"] + divergences
    for table in [edges, timings] where !table.rows.isEmpty { lines += [""] + table.lines }
    return lines + [""]
  }

  var json: JSONText {
    [
      "machine": .string(found.machine),
      "instances": [.number(found.instances.left), .number(found.instances.right)],
      "divergences": .array(
        found.divergences.map { divergence in
          [
            "instances": [
              .number(Int(clamping: divergence.left)), .number(Int(clamping: divergence.right)),
            ],
            "common": .number(divergence.common), "before": Self.json(divergence.leftStep),
            "after": Self.json(divergence.rightStep),
          ]
        }),
      "edges": .array(
        found.edges.map { edge in
          Self.json(edge.key) + ["before": .number(edge.left), "after": .number(edge.right)]
        }),
      "timings": .array(
        found.timings.map { timing in
          [
            "of": .string(timing.subject.words), "before": .number(Int(clamping: timing.left)),
            "after": .number(Int(clamping: timing.right)),
          ]
        }),
    ]
  }

  private static func json(_ step: RunDiff.Step?) -> JSONText {
    step.map { ["step": .number(Int(clamping: $0.sequence))] + json($0.key) } ?? .null
  }

  private static func json(_ key: ObservedStep.Key) -> JSONText {
    [
      "from": .string(key.from), "origin": .string(key.origin.rawValue),
      "event": .string(key.event), "to": .string(key.to), "verdict": .string(key.verdict.rawValue),
    ]
  }
}

extension RunDiff.Timing.Subject {
  fileprivate var words: String {
    switch self {
    case .state(let name): "state \(name)"
    case .effect(let name): "effect \(name)"
    }
  }
}
