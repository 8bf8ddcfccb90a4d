import OrreryTrace

extension TraceSummary {
  /// Counts all records of a log, on all cores.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: ``TraceError`` where the log cannot be read, is of another version of the schema or
  ///   holds no record at all. What was read before is counted.
  /// - Complexity: O(*n*) time; memory as ``TraceSummary`` says, and some mebibytes a core.
  @discardableResult
  public mutating func read(_ reader: TraceReader) throws -> [TraceWarning] {
    var counting = Counting(summary: self)
    defer { self = counting.summary }
    return try reader.reduce(into: &counting) { $0.count($2, of: $1) }
  }
}

/// A summary, and how those who decode the log number the kinds of steps.
private struct Counting: Sendable {
  var summary: TraceSummary
  /// For each core, the summary's numbers by those of the core.
  private var kinds: [Int: [Int]] = [:]

  init(summary: TraceSummary) {
    self.summary = summary
  }

  mutating func count(_ batch: StepBatch, of core: Int) {
    var numbers = kinds.removeValue(forKey: core) ?? []
    for entry in batch.entries {
      switch entry {
      case .record(let record): summary.add(record)
      case .step(let kind, let seq, let at, let instance):
        // A core numbers kinds from zero in the order of the log.
        if kind == numbers.count {
          numbers.append(summary.number(of: batch.kinds[kind], seq: seq, instance: instance))
        }
        summary.count(numbers[kind], instance: instance, at: at)
      }
    }
    kinds[core] = numbers
  }
}

extension TraceSummary {
  fileprivate mutating func number(of kind: StepKind, seq: UInt64, instance: UInt64) -> Int {
    let key = ObservedStep.Key(
      from: kind.from, origin: kind.origin, event: kind.event, to: kind.to, verdict: kind.verdict)
    let first = ObservedStep(key: key, count: 0, firstSequence: seq, firstInstance: instance)
    return figures.kind(of: first, machine: index(of: kind.machine))
  }
}
