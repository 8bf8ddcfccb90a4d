/// What steps that look the same have in common.
package struct StepKind: Sendable {
  package let machine: String
  package let origin: EventOrigin
  package let event: String
  package let from: String
  package let to: String
  package let verdict: StepRecord.Verdict
  /// Those of the first of them.
  package let effects: RecordedEffect?

  /// Nothing where a name is not UTF-8 or a word not known.
  init?(_ step: StepLine) {
    guard let words = step.words,
      let machine = String(validating: step.head.machine, as: UTF8.self),
      let event = String(validating: step.event, as: UTF8.self),
      let from = String(validating: step.from, as: UTF8.self),
      let to = String(validating: step.to, as: UTF8.self)
    else { return nil }
    self.machine = machine
    self.event = event
    self.from = from
    self.to = to
    (origin, verdict) = words
    var decoder = RecordDecoder()
    effects = try? step.effects.map { try decoder.tree($0) }
  }
}
