import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// The steps of a run by what they look like, numbered: what is told of each is told once.
struct StepKinds: Sendable {
  /// All steps that look the same.
  struct Kind: Sendable {
    /// The first of them, without its numbers.
    let step: StepRecord
    /// How many runs of effects each of them starts.
    let runs: Int
  }

  private(set) var kinds: [Kind] = []
  private var numbers: [StepRecord: Int] = [:]
  /// For each core that reads a log, the kinds by the numbers of its shapes.
  private var shapes: [Int: [Shape?]] = [:]

  /// What lines of one shape have in common.
  struct Shape: Sendable {
    let kind: Int
    let hasParent: Bool
    let hasCause: Bool
    let runs: Int
  }

  /// The kind of a step.
  mutating func number(of step: StepRecord) -> Int {
    let plain = step.withoutNumbers
    if let known = numbers[plain] { return known }
    numbers[plain] = kinds.count
    kinds.append(Kind(step: plain, runs: plain.effects?.runs.count ?? 0))
    return kinds.count - 1
  }

  /// What a shape of a batch is.
  mutating func shapes(of batch: StepBatch, core: Int) -> [Shape?] {
    var known = shapes[core] ?? []
    while known.count < batch.stepShapes.count {
      let step = batch.stepShapes[known.count]
      known.append(
        step.map {
          let kind = number(of: $0)
          return Shape(
            kind: kind, hasParent: $0.parent != nil, hasCause: $0.cause != nil,
            runs: kinds[kind].runs)
        })
    }
    shapes[core] = known
    return known
  }
}

extension StepRecord {
  /// What two steps that look the same have in common.
  fileprivate var withoutNumbers: StepRecord {
    var step = self
    (step.seq, step.at, step.instance, step.parent, step.cause) = (0, 0, 0, nil, nil)
    step.effects = effects?.withoutRuns
    step.payload = nil
    return step
  }
}

extension RecordedEffect {
  fileprivate var withoutRuns: RecordedEffect {
    switch self {
    case .run(let name, _): .run(name: name, run: 0)
    case .merge(let effects): .merge(effects.map(\.withoutRuns))
    case .concat(let effects): .concat(effects.map(\.withoutRuns))
    case .cancel: self
    }
  }

  /// As a log has it, without the runs.
  var json: JSONText {
    switch self {
    case .run(let name, _): ["name": .string(name)]
    case .merge(let effects): ["op": .string("merge"), "of": .array(effects.map(\.json))]
    case .concat(let effects): ["op": .string("concat"), "of": .array(effects.map(\.json))]
    case .cancel(let name): ["op": .string("cancel"), "name": .string(name)]
    }
  }
}
