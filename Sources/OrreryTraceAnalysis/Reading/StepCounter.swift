import OrreryTrace

/// What counts a log up, and looks at the names of steps once for each kind of them.
protocol StepCounter: Sendable {
  /// Counts one record of any kind.
  mutating func add(_ record: Record)
  /// The number of a kind of steps, of which none is counted yet where it is new.
  ///
  /// - Parameter first: The first of them.
  mutating func number(of first: ObservedStep, machine: String) -> Int
  /// Counts a step of a kind whose number is known.
  mutating func count(_ kind: Int, seq: UInt64, instance: UInt64, at time: UInt64)
  /// The number of an effect of a machine, of which nothing is counted yet where it is new.
  mutating func number(ofEffect name: String, machine: String) -> Int
  /// Counts a change of a run of an effect whose number is known.
  mutating func count(effect: Int, _ phase: EffectRecord.Phase, run: UInt64, at time: UInt64)
}

extension StepCounter {
  /// Counts all records of a log, on all cores.
  mutating func countAll(of reader: TraceReader) throws -> [TraceWarning] {
    var counting = Counting(counter: self)
    defer { self = counting.counter }
    return try reader.reduce(into: &counting) { $0.count($2, of: $1) }
  }
}

extension TraceSummary {
  /// Counts all records of a log, on all cores.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: ``TraceError`` where the log cannot be read, is of another version of the schema or
  ///   holds no record at all. What was read before is counted.
  /// - Complexity: O(*n*) time; memory as ``TraceSummary`` says, and some mebibytes a core.
  @discardableResult
  public mutating func read(_ reader: TraceReader) throws -> [TraceWarning] {
    try countAll(of: reader)
  }
}

/// A counter, and how those who decode the log number the kinds of steps.
private struct Counting<Counter: StepCounter>: Sendable {
  var counter: Counter
  /// For each core, the counter's numbers by those of the core.
  private var kinds: [Int: [Int]] = [:]
  private var effects: [Int: [Int]] = [:]

  init(counter: Counter) {
    self.counter = counter
  }

  mutating func count(_ batch: StepBatch, of core: Int) {
    var numbers = kinds.removeValue(forKey: core) ?? []
    var effectNumbers = effects.removeValue(forKey: core) ?? []
    for entry in batch.entries {
      switch entry {
      case .record(let position): counter.add(batch.records[position])
      case .step(let kind, let seq, let at, let instance):
        // A core numbers kinds from zero in the order of the log.
        if kind == numbers.count {
          let first = ObservedStep(first: batch.kinds[kind], seq: seq, instance: instance)
          numbers.append(counter.number(of: first, machine: batch.kinds[kind].machine))
        }
        counter.count(numbers[kind], seq: seq, instance: instance, at: at)
      case .effect(let kind, let phase, let run, let at):
        if kind == effectNumbers.count {
          let effect = batch.effectKinds[kind]
          effectNumbers.append(
            counter.number(ofEffect: effect.name, machine: effect.machine))
        }
        counter.count(effect: effectNumbers[kind], phase, run: run, at: at)
      case .shapedStep, .shapedEffect: break  // only where numbers are kept
      }
    }
    kinds[core] = numbers
    effects[core] = effectNumbers
  }
}

extension ObservedStep {
  fileprivate init(first kind: StepKind, seq: UInt64, instance: UInt64) {
    let key = Key(
      from: kind.from, origin: kind.origin, event: kind.event, to: kind.to, verdict: kind.verdict)
    self.init(
      key: key, count: 0, firstSequence: seq, firstInstance: instance, effects: kind.effects)
  }
}
