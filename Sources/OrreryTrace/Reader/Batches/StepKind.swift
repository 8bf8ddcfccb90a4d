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
      let machine = String(utf8: step.head.machine),
      let event = String(utf8: step.event),
      let from = String(utf8: step.from),
      let to = String(utf8: step.to)
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
