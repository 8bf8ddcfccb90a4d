import Foundation
import Synchronization

/// The wish of a user to end, by Ctrl-C or a signal to terminate.
///
/// A handler of its own rather than ignoring the signals: what this process starts would inherit
/// their being ignored.
struct Interruption {
  private static let isWanted = Atomic(false)

  init() {
    Self.isWanted.store(false, ordering: .relaxed)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.isWanted.store(true, ordering: .relaxed) }
      sigaddset(&signals, number)
    }
    // Whoever started this process may have blocked them, as Dispatch does in its threads.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for some seconds, or until the wish is there; a signal ends the sleep.
  ///
  /// - Returns: Whether to go on.
  func waits(_ seconds: Double) -> Bool {
    if !Self.isWanted.load(ordering: .relaxed) { usleep(UInt32(seconds * 1e6)) }
    return !Self.isWanted.load(ordering: .relaxed)
  }
}
