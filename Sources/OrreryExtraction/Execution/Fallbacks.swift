import OrreryTrace

/// Counts what handlers were executed, and why others had to be walked.
package enum Fallbacks {
  private static let counted = Lock<[String: Int]>([:])

  package static var counts: [String: Int] { counted.withLock { $0 } }

  static func count(_ reason: String) { counted.withLock { $0[reason, default: 0] += 1 } }
}
