/// What some lines of a log hold, in order: the steps by the number of their kind, all else as records.
package struct StepBatch: Sendable {
  package enum Entry: Sendable {
    /// A step without effects.
    case step(kind: Int, seq: UInt64, at: UInt64, instance: UInt64)
    case record(Record)
  }

  package private(set) var entries: [Entry] = []
  private var table = StepTable()
  private var decoder = RecordDecoder()

  /// All kinds that this batch has seen since it was made, by their numbers.
  package var kinds: [StepKind] { table.kinds }

  /// Takes a line that is not blank, or says what is wrong with it.
  mutating func error(adding line: UnsafeRawBufferPointer) -> RecordError? {
    if let step = StepLine(line), let kind = table.number(of: step) {
      entries.append(.step(kind: kind, seq: step.seq, at: step.at, instance: step.instance))
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
