#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Tells whether this process is a child, made by `fork`, of the one that something was made in.
///
/// A child shares the mapped logs of its parent, and its locks may be held by threads that it does not
/// have: what comes from the parent is left alone there.
struct Fork: Equatable, Sendable {
  private let count: Int

  /// The process that runs now.
  static var current: Fork {
    _ = isWatching
    return Fork(count: counter.pointee)
  }

  /// Whether this is still the process that runs.
  var isCurrent: Bool { Self.counter.pointee == count }

  /// How often a parent of this process has forked on the way to it.
  ///
  /// Written by nobody but a new child, before it has a second thread. Memory of its own, because it
  /// is written where no lock may be taken.
  private nonisolated(unsafe) static let counter: UnsafeMutablePointer<Int> = {
    let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    counter.initialize(to: 0)
    return counter
  }()

  private static let isWatching: Bool = {
    // Made before anybody can fork.
    _ = counter
    return pthread_atfork(nil, nil, { Fork.counter.pointee += 1 }) == 0
  }()
}
