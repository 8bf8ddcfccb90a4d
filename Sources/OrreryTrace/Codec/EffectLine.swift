/// A change in the life of an effect, as this package writes it, cut into its parts where they stand.
///
/// The parts point into the line and are valid as long as it is; that their bytes are UTF-8 is not
/// known yet. The reason is passed over.
package struct EffectLine {
  package let phase: EffectRecord.Phase
  package let run: UInt64
  package let at: UInt64
  package let name: UnsafeRawBufferPointer
  package let machine: UnsafeRawBufferPointer

  /// Nothing where the line is another record, or the same in another spelling.
  @inline(__always)
  package init?(_ line: UnsafeRawBufferPointer) {
    guard var cursor = ByteCursor(line), cursor.take(#"{"type":"effect","phase":""#),
      let phase = Self.phase(&cursor), cursor.take(#","run":"#), let run = cursor.number(),
      cursor.take(#","name":""#), let name = cursor.plainString(),
      cursor.take(#","machine":""#), let machine = cursor.plainString(),
      cursor.take(#","instance":"#), cursor.number() != nil,
      cursor.take(#","at":"#), let at = cursor.number()
    else { return nil }
    if cursor.take(#","reason":""#) { guard cursor.isPastASCII() else { return nil } }
    guard cursor.take("}"), cursor.isAtEnd else { return nil }
    (self.phase, self.run, self.at) = (phase, run, at)
    (self.name, self.machine) = (name, machine)
  }

  private static func phase(_ cursor: inout ByteCursor) -> EffectRecord.Phase? {
    if cursor.take(#"started""#) { return .started }
    if cursor.take(#"finished""#) { return .finished }
    if cursor.take(#"yielded""#) { return .yielded }
    if cursor.take(#"cancelled""#) { return .cancelled }
    return cursor.take(#"failed""#) ? .failed : nil
  }
}
