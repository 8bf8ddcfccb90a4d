import OrreryTrace

#if !canImport(os)
import Synchronization
#endif

/// Whether a recorded step is being made somewhere in the process.
///
/// Names cost time, so machines make them only while somebody may read them. A machine in another
/// store that sees the flag makes names that nobody reads, which is no harm.
@usableFromInline
enum Recording {
  @usableFromInline static let steps = AtomicValue<Int>(0)

  /// How many of them are made with payloads.
  private static let payloads = AtomicValue<Int>(0)

  @inlinable static var isLive: Bool { steps.load(ordering: .relaxed) > 0 }

  static var wantsPayloads: Bool { payloads.load(ordering: .relaxed) > 0 }

  static func during<Result>(
    _ isRecorded: Bool, payloads wantsPayloads: Bool, _ body: () -> Result
  ) -> Result {
    guard isRecorded else { return body() }
    steps.add(1, ordering: .relaxed)
    if wantsPayloads { payloads.add(1, ordering: .relaxed) }
    defer {
      steps.subtract(1, ordering: .relaxed)
      if wantsPayloads { payloads.subtract(1, ordering: .relaxed) }
    }
    return body()
  }
}
