import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// What the recording of one machine leaves out: where, and what to do.
struct GapText {
  var found: MachineConformance
  /// The most gaps that are told one by one.
  var limit: Int

  var lines: [Styled] {
    let gaps = found.gaps.prefix(limit)
    let rest = found.gapCount - gaps.count
    return found.unexpectedStarts.map(line) + gaps.map(line)
      + (rest > 0 ? ["\("gap:", .red) \(Quantity.text(rest, "more gap"))"] : [])
      + (found.gapCount > 0 ? [advice] : [])
  }

  private func line(of start: MachineConformance.UnexpectedStart) -> Styled {
    let instances = Quantity.text(start.instances, "instance")
    let verb = start.instances == 1 ? "starts" : "start"
    var line: Styled = "\("start:", .red) \(instances) \(verb) in '\(start.state)', "
    guard let expected = start.expected else {
      return line + "which is no declared state; give the instance a declared one"
    }
    line +=
      "but the declaration starts in '\(expected)'; record from the first step on, or name the "
    return line + "initial state of the machine in .orrery.yml"
  }

  private func line(of gap: MachineConformance.Gap) -> Styled {
    let left = gap.previous.map { "step \($0) left it" } ?? "it started"
    var line: Styled = """
      \("gap:", .red) instance \(String(gap.instance)): \(left) in '\(gap.leftIn)', but step \
      \(String(gap.sequence)), \(gap.step.description), begins in '\(gap.step.from)'
      """
    if let missing = gap.missing {
      let steps =
        missing.count == 1
        ? "step \(missing.lowerBound)" : "steps \(missing.lowerBound) to \(missing.upperBound)"
      line += "; the log lacks \(steps)"
    }
    return line
  }

  /// What to do depends on who lost the steps: the log, or the program that wrote it.
  private var advice: Styled {
    let isLog = found.gaps.allSatisfy { $0.missing != nil }
    return isLog
      ? "to close it, read the log as it was written: nothing filtered, no part left out"
      : """
      to close it, record each method that writes the state, and each once; copies of a struct need \
      an instance each
      """
  }

  var json: JSONText {
    [
      "unexpectedStarts": .array(
        found.unexpectedStarts.map { start in
          [
            "state": .string(start.state), "expected": .text(start.expected),
            "instances": .number(start.instances),
          ]
        }),
      "gapCount": .number(found.gapCount),
      "gaps": .array(
        found.gaps.map { gap in
          [
            "instance": .number(Int(clamping: gap.instance)),
            "step": .number(Int(clamping: gap.sequence)),
            "nanoseconds": .number(Int(clamping: gap.at)), "leftIn": .string(gap.leftIn),
            "previousStep": .count(gap.previous.map { Int(clamping: $0) }),
            "missingSteps": .array(
              gap.missing.map { [$0.lowerBound, $0.upperBound] }.map { bounds in
                bounds.map { .number(Int(clamping: $0)) }
              } ?? []),
          ] + ConformanceText.json(of: gap.step)
        }),
    ]
  }
}
