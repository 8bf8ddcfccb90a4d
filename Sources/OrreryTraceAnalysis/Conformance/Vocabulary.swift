import OrreryModel
import OrreryTrace

extension Machine {
  /// The hash of the names that a run of this machine can know.
  ///
  /// The states of a struct are a projection, which a run does not know; events after an `await`
  /// have names that only the source tells.
  public var vocabularyHash: String { MachineHash.vocabulary(self) }

  private var recordableStates: [String] { stateKind == .enum ? states.map(\.name) : [] }

  private var recordableEvents: [Event] { MachineHash.recordableEvents(of: self) }

  /// How the structure of the machine that ran differs, where its log tells.
  func structureMismatch(
    with record: MachineRecord
  ) -> MachineConformance.StructureMismatch? {
    let own = MachineHash.structure(self)
    guard let hash = record.structure, hash != own else { return nil }
    return .init(recorded: hash, declared: own)
  }

  /// How the names of a log differ, where its hash does.
  func vocabularyMismatch(
    with record: MachineRecord
  ) -> MachineConformance.VocabularyMismatch? {
    let own = vocabularyHash
    guard let hash = record.vocabulary, hash != own else { return nil }
    let declared =
      recordableStates.map { "state \($0)" }
      + recordableEvents.map { "event \($0.origin).\($0.name)" }
    let recorded =
      record.states.map { "state \($0)" }
      + record.events.map { "event \($0.origin).\($0.name)" }
    return .init(
      recorded: hash, declared: own,
      onlyRecorded: Set(recorded).subtracting(declared).sorted(),
      onlyDeclared: Set(declared).subtracting(recorded).sorted())
  }
}
