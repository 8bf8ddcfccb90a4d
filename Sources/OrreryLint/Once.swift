import OrreryTrace

/// A value that the first who asks computes, and that all others share.
final class Once<Value>: @unchecked Sendable {
  /// What is only read once it is there.
  private struct Kept: @unchecked Sendable {
    var value: Value?
  }

  private let kept = Lock(Kept())

  /// Others wait while it is computed; the computation may ask other values, but not this one.
  func value(_ compute: () -> Value) -> Value {
    kept.withLock { kept in
      if let value = kept.value { return Kept(value: value) }
      let value = compute()
      kept.value = value
      return Kept(value: value)
    }.value ?? compute()
  }
}
