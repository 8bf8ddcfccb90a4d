/// What some lines of a log hold, in order: steps and effects by the number of their kind, all else as
/// records.
package struct StepBatch: Sendable {
  /// Holds no reference, so that entries are cheap to keep and to drop.
  package enum Entry: Sendable {
    case step(kind: Int, seq: UInt64, at: UInt64, instance: UInt64)
    case effect(kind: Int, phase: EffectRecord.Phase, run: UInt64, at: UInt64)
    /// A step like ``StepBatch/stepShapes`` apart from its numbers; where numbers are kept.
    case shapedStep(shape: Int, seq: UInt64, at: UInt64)
    /// A change of an effect like ``StepBatch/effectShapes``; where numbers are kept.
    case shapedEffect(shape: Int, phase: EffectRecord.Phase, run: UInt64)
    /// The position of the record in ``StepBatch/records``.
    case record(Int)
  }

  package internal(set) var entries: [Entry] = []
  package private(set) var records: [Record] = []
  /// The numbers of shaped lines, in their order: of a step the instance, the parent, the cause and the
  /// runs, as far as it has them; of an effect the instance and the time.
  package internal(set) var numbers: [UInt64] = []
  /// The first step and the first change of an effect of each shape; at zero stands none.
  package internal(set) var stepShapes: [StepRecord?] = [nil]
  package internal(set) var effectShapes: [EffectRecord?] = [nil]
  let keepsNumbers: Bool
  var steps = KindTable<StepKind>()
  var effects = KindTable<EffectKind>()
  var stepTails = LineTails()
  var effectTails = LineTails()
  /// The tail of the last step of an instance; of one of those whose numbers end in the same bits.
  private var lastSteps = [LineTails.Number](repeating: LineTails.none, count: 1024)
  var lastEffect = LineTails.none
  var decoder = RecordDecoder()

  /// - Parameter keepsNumbers: Whether all numbers of a line are wanted, and not its kind alone.
  init(keepsNumbers: Bool = false) {
    self.keepsNumbers = keepsNumbers
  }

  /// All kinds that this batch has seen since it was made, by their numbers.
  package var kinds: [StepKind] { steps.kinds }
  package var effectKinds: [EffectKind] { effects.kinds }

  /// Takes a line that is not blank, or says what is wrong with it.
  @inline(__always)
  mutating func error(adding line: UnsafeRawBufferPointer) -> RecordError? {
    guard var cursor = ByteCursor(line) else { return decode(line) }
    if keepsNumbers { return isShaped(line, &cursor) ? nil : decode(line) }
    if let step = StepHead(&cursor) {
      if add(step, cursor) { return nil }
    } else if let effect = EffectHead(&cursor) {
      if add(effect, cursor) { return nil }
    }
    return decode(line)
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  /// The tail of the last step of an instance.
  subscript(lastOf instance: UInt64) -> LineTails.Number {
    @inline(__always) get { lastSteps[Int(truncatingIfNeeded: instance) & (lastSteps.count - 1)] }
    @inline(__always) set {
      lastSteps[Int(truncatingIfNeeded: instance) & (lastSteps.count - 1)] = newValue
    }
  }

  @inline(never)
  private mutating func decode(_ line: UnsafeRawBufferPointer) -> RecordError? {
    do throws(RecordError) {
      records.append(try decoder.decode(line))
      entries.append(.record(records.count - 1))
      return nil
    } catch {
      return error
    }
  }
}

// MARK: - Lines as this package writes them

extension StepBatch {
  /// Adds a step, where its line is one as this package writes it.
  @inline(__always)
  private mutating func add(_ step: StepHead, _ rest: ByteCursor) -> Bool {
    let last = self[lastOf: step.instance]
    guard let found = stepTails.find(step.tail, after: last) ?? cut(step, rest, after: last)
    else { return false }
    self[lastOf: step.instance] = found.tail
    entries.append(.step(kind: found.kind, seq: step.seq, at: step.at, instance: step.instance))
    return true
  }

  @inline(never)
  private mutating func cut(
    _ head: StepHead, _ rest: ByteCursor, after last: LineTails.Number
  ) -> LineTails.Found? {
    guard let step = StepLine(head, rest),
      let kind = steps.number(of: StepKey(step), { StepKind(step) })
    else { return nil }
    return stepTails.remember(head.tail, kind: kind, after: last)
  }

  /// Adds a change of an effect, where its line is one as this package writes it.
  @inline(__always)
  private mutating func add(_ effect: EffectHead, _ rest: ByteCursor) -> Bool {
    guard let found = effectTails.find(rest, after: lastEffect) ?? cut(effect, rest)
    else { return false }
    lastEffect = found.tail
    // The time is the last number of the line.
    entries.append(
      .effect(kind: found.kind, phase: effect.phase, run: effect.run, at: found.lastNumber))
    return true
  }

  @inline(never)
  private mutating func cut(_ head: EffectHead, _ rest: ByteCursor) -> LineTails.Found? {
    guard let effect = EffectLine(rest),
      let kind = effects.number(of: EffectKey(effect), { EffectKind(effect) })
    else { return nil }
    var found = effectTails.remember(rest, kind: kind, after: lastEffect)
    found.lastNumber = effect.at
    return found
  }
}
