/// A bank whose line breaks twice, and for large sums always.
actor Bank {
  private var failures = 0

  func charge(_ cost: Int) -> Bool {
    if cost >= 50 { return false }
    failures += 1
    return failures > 2
  }
}
