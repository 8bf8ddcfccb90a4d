/// What a step's line begins with, up to its instance.
///
/// The parts point into the line and are valid as long as it is.
struct StepHead {
  let seq: UInt64
  let at: UInt64
  let instance: UInt64
  let machine: UnsafeRawBufferPointer
  /// The line from the machine on.
  let tail: ByteCursor

  /// Nothing where the line is another record, or the same in another spelling.
  @inline(__always)
  init?(_ cursor: inout ByteCursor) {
    guard cursor.take(#"{"type":"step","seq":"#),
      let seq = cursor.number(), cursor.take(#","at":"#), let at = cursor.number(),
      cursor.take(#","machine":""#)
    else { return nil }
    tail = cursor
    guard let machine = cursor.plainString(), cursor.take(#","instance":"#),
      let instance = cursor.number()
    else { return nil }
    (self.seq, self.at, self.machine, self.instance) = (seq, at, machine, instance)
  }
}

/// A step as this package writes it, cut into its parts where they stand.
///
/// Most lines of a log are steps. To cut one into parts takes a tenth of the time that
/// ``RecordDecoder`` takes for any JSON. The parts point into the line and are valid as long as it is;
/// that their bytes are UTF-8 is not known yet.
struct StepLine {
  let head: StepHead
  let parent: UInt64?
  let cause: UInt64?
  let origin: UnsafeRawBufferPointer
  let event: UnsafeRawBufferPointer
  let from: UnsafeRawBufferPointer
  let to: UnsafeRawBufferPointer
  let verdict: UnsafeRawBufferPointer
  /// A tree that is known to be well formed.
  let effects: UnsafeRawBufferPointer?

  /// Nothing where the line is another record, or the same in another spelling.
  init?(_ line: UnsafeRawBufferPointer) {
    guard var cursor = ByteCursor(line), let head = StepHead(&cursor) else { return nil }
    self.init(head, cursor)
  }

  /// - Parameter cursor: Behind the head.
  init?(_ head: StepHead, _ cursor: ByteCursor) {
    var cursor = cursor
    self.head = head
    parent = cursor.take(#","parent":"#) ? cursor.number() : nil
    guard cursor.take(#","origin":""#), let origin = cursor.plainString(),
      cursor.take(#","event":""#), let event = cursor.plainString()
    else { return nil }
    (self.origin, self.event) = (origin, event)
    cause = cursor.take(#","cause":"#) ? cursor.number() : nil
    guard cursor.take(#","from":""#), let from = cursor.plainString(),
      cursor.take(#","to":""#), let to = cursor.plainString(),
      cursor.take(#","verdict":""#), let verdict = cursor.plainString()
    else { return nil }
    if cursor.take(#","effects":"#) {
      guard let effects = cursor.effects() else { return nil }
      self.effects = effects
    } else {
      effects = nil
    }
    guard cursor.take("}"), cursor.isAtEnd else { return nil }
    (self.from, self.to, self.verdict) = (from, to, verdict)
  }
}

extension StepLine {
  /// The same words as values; nothing where the decoder does not know them.
  var words: (origin: EventOrigin, verdict: StepRecord.Verdict)? {
    guard let origin = String(utf8: origin).flatMap(EventOrigin.init),
      let verdict = String(utf8: verdict).flatMap(StepRecord.Verdict.init)
    else { return nil }
    return (origin, verdict)
  }
}
