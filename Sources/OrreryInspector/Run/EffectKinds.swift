import OrreryModelFile
import OrreryTrace

/// What became of effects, numbered by what it looks like.
struct EffectKinds: Sendable {
  struct Kind: Hashable, Sendable {
    var phase: EffectRecord.Phase
    /// The number of the effect's name.
    var name: Int
    /// The number of the text that says why.
    var reason: Int?
    var recording: Int
  }

  private(set) var kinds: [Kind] = []
  private var numbers: [Kind: Int] = [:]
  /// The numbers of those without a reason in the recording that is being read, by name and phase.
  private var plain: [Int] = []
  private var recording = -1

  @inline(__always)
  mutating func number(
    _ phase: EffectRecord.Phase, name: Int, reason: Int?, in recording: Int
  ) -> Int {
    let place = name * EffectRecord.Phase.allCases.count + phase.number
    if reason == nil, recording == self.recording, place < plain.count, plain[place] >= 0 {
      return plain[place]
    }
    let kind = Kind(phase: phase, name: name, reason: reason, recording: recording)
    return find(kind, at: place)
  }

  @inline(never)
  private mutating func find(_ kind: Kind, at place: Int) -> Int {
    let number = numbers[kind] ?? kinds.count
    if number == kinds.count {
      numbers[kind] = number
      kinds.append(kind)
    }
    guard kind.reason == nil else { return number }
    if kind.recording != recording { (recording, plain) = (kind.recording, []) }
    while plain.count <= place { plain.append(-1) }
    plain[place] = number
    return number
  }
}

extension EffectKinds.Kind {
  var json: JSONText {
    [
      "phase": .string(phase.rawValue), "name": .number(name), "reason": .count(reason),
      "recording": .number(recording),
    ]
  }
}

extension EffectRecord.Phase {
  /// Its place among all phases.
  fileprivate var number: Int {
    switch self {
    case .started: 0
    case .yielded: 1
    case .finished: 2
    case .cancelled: 3
    case .failed: 4
    }
  }
}
