/// The keys of all records.
enum RecordKey: String, CaseIterable {
  case type, schema, run, wall, mono, process, pid
  case machine, style, states, events, vocabulary, structure
  case phase, instance, parent, state, at
  case seq, origin, event, cause, from, to, verdict, effects
  case name, reason, lost, op, of, payload

  /// The key that these bytes spell.
  static func find(_ bytes: UnsafeRawBufferPointer) -> RecordKey? {
    guard let last = longest, bytes.count <= last else { return nil }
    for (spelling, key) in byLength[bytes.count] where spelling.elementsEqual(bytes) { return key }
    return nil
  }

  private static let longest = allCases.map(\.rawValue.utf8.count).max()

  /// Spellings by their number of bytes: comparing a few is faster than hashing one.
  private static let byLength: [[(spelling: [UInt8], key: RecordKey)]] =
    (0...(longest ?? 0)).map { count in
      allCases.filter { $0.rawValue.utf8.count == count }.map { (Array($0.rawValue.utf8), $0) }
    }
}
