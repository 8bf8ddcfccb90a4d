/// The record that a log holds most of, and the trees of effects in it.
extension JSONWriter {
  mutating func line(_ step: StepRecord) {
    write(step)
    raw("}\n")
  }

  private mutating func write(_ step: StepRecord) {
    tokens(upTo: Self.size(of: step)) { line in
      line.raw(#"{"type":"step","seq":"#)
      line.number(step.seq)
      line.raw(#","at":"#)
      line.number(step.at)
      line.raw(#","machine":"#)
      line.string(step.machine)
      line.raw(#","instance":"#)
      line.number(step.instance)
      if let parent = step.parent {
        line.raw(#","parent":"#)
        line.number(parent)
      }
      line.raw(#","origin":"#)
      line.string(step.origin)
      line.raw(#","event":"#)
      line.string(step.event)
      if let cause = step.cause {
        line.raw(#","cause":"#)
        line.number(cause)
      }
      line.raw(#","from":"#)
      line.string(step.from)
      line.raw(#","to":"#)
      line.string(step.to)
      line.raw(#","verdict":"#)
      line.string(step.verdict.rawValue)
    }
    if let effects = step.effects {
      raw(#","effects":"#)
      tree(effects, depth: 1)
    }
    if let payload = step.payload { write(payload) }
  }

  private mutating func write(_ payload: StepPayload) {
    raw(#","payload":{"#)
    if let event = payload.event {
      raw(#""event":"#)
      string(event)
    }
    if let state = payload.state {
      raw(payload.event == nil ? #""state":"# : #","state":"#)
      string(state)
    }
    raw("}")
  }

  /// No fewer bytes than a step takes without its effects.
  @inline(__always)
  private static func size(of step: StepRecord) -> Int {
    // The keys are 130 bytes, the numbers are five.
    let names =
      LineCursor.stringSize(step.machine) + LineCursor.stringSize(step.origin)
      + LineCursor.stringSize(step.event) + LineCursor.stringSize(step.from)
      + LineCursor.stringSize(step.to) + LineCursor.stringSize(step.verdict.rawValue)
    return 160 + 5 * LineCursor.numberSize + names
  }
}

// MARK: - Effects

extension JSONWriter {
  private mutating func tree(_ effect: RecordedEffect, depth: Int) {
    switch effect {
    case .run(let name, let run):
      raw(#"{"name":"#)
      string(name)
      raw(#","run":"#)
      number(run)
      raw("}")
    case .cancel(let name):
      raw(#"{"op":"cancel","name":"#)
      string(name)
      raw("}")
    case .merge(let effects): branch(#"{"op":"merge","of":"#, effects, depth: depth)
    case .concat(let effects): branch(#"{"op":"concat","of":"#, effects, depth: depth)
    }
  }

  private mutating func branch(_ start: StaticString, _ effects: [RecordedEffect], depth: Int) {
    raw(start)
    let written = depth < RecordEncoder.depthLimit - 1 ? effects : effects.leaves
    list(written) { $0.tree($1, depth: depth + 1) }
    raw("}")
  }
}

extension [RecordedEffect] {
  /// The leaves in order, found without recursion because the depth is not known.
  fileprivate var leaves: [RecordedEffect] {
    var result: [RecordedEffect] = []
    var stack = Array(reversed())
    while let effect = stack.popLast() {
      switch effect {
      case .merge(let effects), .concat(let effects): stack += effects.reversed()
      case .run, .cancel: result.append(effect)
      }
    }
    return result
  }
}
