/// What the line of an effect begins with, up to the number of its run.
struct EffectHead {
  let phase: EffectRecord.Phase
  let run: UInt64

  /// Nothing where the line is another record, or the same in another spelling.
  @inline(__always)
  init?(_ cursor: inout ByteCursor) {
    guard cursor.take(#"{"type":"effect","phase":""#), let phase = Self.phase(&cursor),
      cursor.take(#","run":"#), let run = cursor.number()
    else { return nil }
    (self.phase, self.run) = (phase, run)
  }

  private static func phase(_ cursor: inout ByteCursor) -> EffectRecord.Phase? {
    if cursor.take(#"started""#) { return .started }
    if cursor.take(#"finished""#) { return .finished }
    if cursor.take(#"yielded""#) { return .yielded }
    if cursor.take(#"cancelled""#) { return .cancelled }
    return cursor.take(#"failed""#) ? .failed : nil
  }
}

/// What follows that in the line, as this package writes it, cut into its parts where they stand.
///
/// The parts point into the line and are valid as long as it is; that their bytes are UTF-8 is not
/// known yet. The reason is passed over.
struct EffectLine {
  let at: UInt64
  let name: UnsafeRawBufferPointer
  let machine: UnsafeRawBufferPointer

  /// Nothing where the line goes on in another spelling.
  ///
  /// - Parameter cursor: Behind the head.
  init?(_ cursor: ByteCursor) {
    var cursor = cursor
    guard cursor.take(#","name":""#), let name = cursor.plainString(),
      cursor.take(#","machine":""#), let machine = cursor.plainString(),
      cursor.take(#","instance":"#), cursor.number() != nil,
      cursor.take(#","at":"#), let at = cursor.number()
    else { return nil }
    if cursor.take(#","reason":""#) { guard cursor.isPastASCII() else { return nil } }
    guard cursor.take("}"), cursor.isAtEnd else { return nil }
    (self.at, self.name, self.machine) = (at, name, machine)
  }
}
