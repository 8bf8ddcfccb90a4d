import Dispatch

/// Gives out windows of a file, and makes the next one before it is asked for.
///
/// Allocating and touching a mebibyte takes the time of a thousand steps; done ahead on another
/// thread, no step waits for it. Where the next window cannot be made, nothing is said until it is
/// needed: then it is tried again, and the error is that of the one who asked.
final class WindowSource: Sendable {
  private struct State: ~Copyable {
    var space: LogSpace
    var next: Window?
    /// Kept until it can be unmapped on the other thread.
    var last: Window?
    var isOpen = true
  }

  private let state: Lock<State>

  init(_ space: consuming LogSpace) {
    state = Lock(State(space: space))
  }

  /// Puts a window that holds a range of the file in place of another.
  ///
  /// - Parameter fallback: What to map where no window is ready that holds the range.
  func replace(
    _ window: inout Window, holding range: Range<Int>, else fallback: Range<Int>
  ) throws(TraceError) {
    try state.withLock { state throws(TraceError) in
      if let next = state.next.take(), next.holds(range) {
        state.last = exchange(&window, with: next)
      } else {
        state.last = exchange(&window, with: try state.space.window(fallback))
      }
    }
  }

  /// Starts to make the window that will be taken next.
  func prepare(_ range: Range<Int>) {
    DispatchQueue.global(qos: .utility).async { [self] in
      state.withLock { state in
        guard state.isOpen else { return }
        state.last = nil
        state.next = try? state.space.window(range)
      }
    }
  }

  /// Ends the file at a length, and lets go of it.
  func close(at length: Int) {
    state.withLock { state in
      state.isOpen = false
      state.next = nil
      state.last = nil
      state.space.close(at: length)
    }
  }
}
