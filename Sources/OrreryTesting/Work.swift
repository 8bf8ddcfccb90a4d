/// What an event has set going: the call, and all tasks that it starts.
///
/// Tasks inherit the values of the task that starts them, and let them go when they end. So a value of
/// which nobody is left to hold it says that all of them have ended; a detached task inherits nothing.
struct Work: Sendable {
  private final class Token: Sendable {
    let end: Mailbox<Void>

    init(_ end: Mailbox<Void>) { self.end = end }

    deinit { end.put(()) }
  }

  private enum Scope {
    @TaskLocal static var token: Token?
  }

  private let end = Mailbox<Void>()

  nonisolated(nonsending) init(_ event: () async -> Void) async {
    await Scope.$token.withValue(Token(end)) { await event() }
  }

  /// Waits for the end of the work; false where it does not end in time.
  func ends(within timeout: Duration) async -> Bool {
    guard await end.next(within: timeout) != nil else { return false }
    // Whoever asks again is told the same.
    end.put(())
    return true
  }
}
