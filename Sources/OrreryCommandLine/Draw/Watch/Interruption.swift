import Foundation

/// The wish of a user to end, by Ctrl-C or a signal to terminate.
///
/// A handler of its own rather than ignoring the signals: what this process starts would inherit
/// their being ignored.
struct Interruption {
  /// As wide as a signal may write in one go; a handler must take no lock.
  nonisolated(unsafe) private static var isWanted: sig_atomic_t = 0

  init() {
    Self.isWanted = 0
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.isWanted = 1 }
      sigaddset(&signals, number)
    }
    // Whoever started this process may have blocked them, as Dispatch does in its threads.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for some seconds, or until the wish is there; a signal ends the sleep.
  ///
  /// - Returns: Whether to go on.
  func waits(_ seconds: Double) -> Bool {
    if Self.isWanted == 0 { usleep(UInt32(seconds * 1e6)) }
    return Self.isWanted == 0
  }
}
