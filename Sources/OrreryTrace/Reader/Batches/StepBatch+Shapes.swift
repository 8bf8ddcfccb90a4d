// Lines with all their numbers: what is equal in many of them is decoded once.

extension StepBatch {
  /// Adds a step or a change of an effect, where its line is one as this package writes it.
  mutating func isShaped(_ line: UnsafeRawBufferPointer, _ cursor: inout ByteCursor) -> Bool {
    if let step = StepHead(&cursor) { return add(step, cursor, line) }
    if let effect = EffectHead(&cursor) { return add(effect, cursor, line) }
    return false
  }

  private mutating func add(
    _ step: StepHead, _ rest: ByteCursor, _ line: UnsafeRawBufferPointer
  ) -> Bool {
    let last = self[lastOf: step.instance]
    guard
      let tail = stepTails.find(step.tail, after: last)?.tail
        ?? remember(step, rest, line, after: last)
    else { return false }
    self[lastOf: step.instance] = tail
    stepTails.appendNumbers(of: step.tail, as: tail, to: &numbers)
    entries.append(.shapedStep(shape: Int(tail), seq: step.seq, at: step.at))
    return true
  }

  @inline(never)
  private mutating func remember(
    _ head: StepHead, _ rest: ByteCursor, _ line: UnsafeRawBufferPointer,
    after last: LineTails.Number
  ) -> LineTails.Number? {
    guard let step = StepLine(head, rest),
      let kind = steps.number(of: StepKey(step), { StepKind(step) }),
      case .step(let record)? = try? decoder.decode(line)
    else { return nil }
    let tail = stepTails.remember(head.tail, kind: kind, after: last).tail
    guard tail != LineTails.none else { return nil }
    if Int(tail) == stepShapes.count { stepShapes.append(record) }
    return tail
  }

  private mutating func add(
    _ effect: EffectHead, _ rest: ByteCursor, _ line: UnsafeRawBufferPointer
  ) -> Bool {
    guard
      let tail = effectTails.find(rest, after: lastEffect)?.tail ?? remember(rest, line)
    else { return false }
    lastEffect = tail
    effectTails.appendNumbers(of: rest, as: tail, to: &numbers)
    entries.append(.shapedEffect(shape: Int(tail), phase: effect.phase, run: effect.run))
    return true
  }

  @inline(never)
  private mutating func remember(
    _ rest: ByteCursor, _ line: UnsafeRawBufferPointer
  ) -> LineTails.Number? {
    guard let effect = EffectLine(rest),
      let kind = effects.number(of: EffectKey(effect), { EffectKind(effect) }),
      case .effect(let record)? = try? decoder.decode(line)
    else { return nil }
    let tail = effectTails.remember(rest, kind: kind, after: lastEffect).tail
    guard tail != LineTails.none else { return nil }
    if Int(tail) == effectShapes.count { effectShapes.append(record) }
    return tail
  }
}
