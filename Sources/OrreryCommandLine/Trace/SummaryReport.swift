import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// What traces tell about one machine.
struct SummaryReport {
  /// The rows of a table for people, unless they ask for all.
  static let rowLimit = 100

  var machine: MachineSummary
  /// The most rows of a table; nothing for all of them.
  var limit: Int?

  /// The figures of the machine as a whole.
  var facts: String {
    let verdicts = StepRecord.Verdict.allCases.compactMap { verdict -> String? in
      let count = machine.count(of: verdict)
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let steps = Quantity.text(machine.steps, "step")
    let running = max(0, machine.instancesStarted - machine.instancesEnded)
    return Quantity.text(machine.instancesStarted, "instance")
      + (running == 0 ? "" : " (\(running) not ended)") + ", " + steps
      + (verdicts.isEmpty ? "" : ": " + verdicts.joined(separator: ", "))
  }

  var tables: [ReportTable] { [steps, states, effects].filter { !$0.rows.isEmpty } }

  /// The elements with the highest counts, as many as there is place for, in their own order.
  private func shown<Element>(
    _ elements: some Collection<Element>, _ noun: String, by count: (Element) -> Int
  ) -> (elements: [Element], note: String?) {
    guard let limit, elements.count > limit else { return (Array(elements), nil) }
    let frequent = elements.enumerated()
      .sorted { (-count($0.element), $0.offset) < (-count($1.element), $1.offset) }.prefix(limit)
    return (
      frequent.sorted { $0.offset < $1.offset }.map(\.element),
      "the \(limit) most frequent of \(elements.count) \(noun); --all shows all of them"
    )
  }

  private var steps: ReportTable {
    var table = ReportTable(
      "from", "event", "to", "verdict", "#steps", "#time before: p50", "#p95", "#max")
    let (steps, note) = shown(machine.observed, "different steps") { $0.count }
    table.note = note
    table.rows = steps.map { step in
      let event =
        step.key.origin == .input ? step.key.event : "\(step.key.origin).\(step.key.event)"
      return [
        "\(step.key.from)", "\(event)", "\(step.key.to)",
        "\(step.key.verdict.rawValue, step.key.verdict == .rejected ? .yellow : nil)",
        "\(step.count)",
      ] + Self.cells(step.held)
    }
    return table
  }

  private var states: ReportTable {
    var table = ReportTable("state", "#visits", "#time", "#p50", "#p95", "#max")
    let (states, note) = shown(machine.states.elements, "states") { $0.value.visits }
    table.note = note
    table.rows = states.map { name, figures in
      ["\(name)", "\(figures.visits)", "\(Figure.time(figures.nanoseconds))"]
        + Self.cells(figures.stays)
    }
    return table
  }

  private var effects: ReportTable {
    var table = ReportTable(
      "effect", "#started", "#yielded", "#finished", "#cancelled", "#failed", "#running", "#p50",
      "#p95",
      "#max")
    let (effects, note) = shown(machine.effects.elements, "effects") { $0.value.started }
    table.note = note
    table.rows = effects.map { name, figures in
      [
        "\(name)", "\(figures.started)", "\(figures.yielded)", "\(figures.finished)",
        "\(figures.cancelled)", "\(figures.failed, figures.failed > 0 ? .red : nil)",
        "\(figures.running)",
      ] + Self.cells(figures.durations)
    }
    return table
  }

  /// The median, what is rarely exceeded, and the worst.
  private static func cells(_ durations: Durations) -> [Styled] {
    let times = [durations.percentile(0.5), durations.percentile(0.95)]
    return (times + [durations.count > 0 ? durations.longest : nil]).map { time in
      "\(time.map(Figure.time) ?? "–")"
    }
  }
}

// MARK: - Forms

extension SummaryReport {
  var lines: [Styled] {
    var lines: [Styled] = ["\(machine.id, .bold)  \(facts)"]
    for table in tables { lines += [""] + table.lines }
    return lines + [""]
  }

  var markdown: String {
    let parts = ["## \(Markdown.escaped(machine.id))\n", facts + "\n"] + tables.map(\.markdown)
    return parts.joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    [
      "machine": .string(machine.id), "instancesStarted": .number(machine.instancesStarted),
      "instancesEnded": .number(machine.instancesEnded), "steps": .number(machine.steps),
      "edges": .array(
        machine.observed.map { step in
          [
            "from": .string(step.key.from), "origin": .string(step.key.origin.rawValue),
            "event": .string(step.key.event), "to": .string(step.key.to),
            "verdict": .string(step.key.verdict.rawValue), "steps": .number(step.count),
            "held": Self.json(step.held),
          ]
        }),
      "states": .array(
        machine.states.map { name, figures in
          [
            "name": .string(name), "visits": .number(figures.visits),
            "stays": Self.json(figures.stays),
          ]
        }),
      "effects": .array(machine.effects.map { json(of: $0, $1) }),
    ]
  }

  private func json(of effect: String, _ figures: MachineSummary.EffectFigures) -> JSONText {
    [
      "name": .string(effect), "started": .number(figures.started),
      "yielded": .number(figures.yielded), "finished": .number(figures.finished),
      "cancelled": .number(figures.cancelled), "failed": .number(figures.failed),
      "running": .number(figures.running), "durations": Self.json(figures.durations),
    ]
  }

  /// Nanoseconds.
  private static func json(_ durations: Durations) -> JSONText {
    func number(_ time: UInt64?) -> JSONText { .count(time.map { Int(clamping: $0) }) }
    return [
      "count": .number(durations.count), "total": number(durations.total),
      "p50": number(durations.percentile(0.5)), "p95": number(durations.percentile(0.95)),
      "max": number(durations.count > 0 ? durations.longest : nil),
    ]
  }
}
