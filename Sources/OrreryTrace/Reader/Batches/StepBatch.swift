/// What some lines of a log hold, in order: steps and effects by the number of their kind, all else as
/// records.
package struct StepBatch: Sendable {
  package enum Entry: Sendable {
    case step(kind: Int, seq: UInt64, at: UInt64, instance: UInt64)
    case effect(kind: Int, phase: EffectRecord.Phase, run: UInt64, at: UInt64)
    case record(Record)
  }

  package private(set) var entries: [Entry] = []
  private var steps = KindTable<StepKind>()
  private var effects = KindTable<EffectKind>()
  private var decoder = RecordDecoder()

  /// All kinds that this batch has seen since it was made, by their numbers.
  package var kinds: [StepKind] { steps.kinds }
  package var effectKinds: [EffectKind] { effects.kinds }

  /// Takes a line that is not blank, or says what is wrong with it.
  mutating func error(adding line: UnsafeRawBufferPointer) -> RecordError? {
    if let step = StepLine(line) {
      if let kind = steps.number(of: StepKey(step), { StepKind(step) }) {
        entries.append(.step(kind: kind, seq: step.seq, at: step.at, instance: step.instance))
        return nil
      }
    } else if let effect = EffectLine(line),
      let kind = effects.number(of: EffectKey(effect), { EffectKind(effect) })
    {
      entries.append(.effect(kind: kind, phase: effect.phase, run: effect.run, at: effect.at))
      return nil
    }
    do throws(RecordError) {
      entries.append(.record(try decoder.decode(line)))
      return nil
    } catch {
      return error
    }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }
}
