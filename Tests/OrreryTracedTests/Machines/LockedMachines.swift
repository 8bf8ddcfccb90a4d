import Foundation
import OrreryTraced
import Synchronization

/// A state beside a lock that each method takes.
@Traced final class Vault: @unchecked Sendable {
  enum State { case shut, open, broken }
  private let lock = NSLock()
  private var state = State.shut

  func open() throws {
    lock.lock()
    defer { lock.unlock() }
    guard state == .shut else { throw Refused() }
    state = .open
  }

  func shut() -> Bool {
    lock.withLock {
      guard state == .open else { return false }
      state = .shut
      return true
    }
  }

  func smash() { lock.withLock { fall() } }

  private func fall() { state = .broken }
}

/// A state that a queue keeps.
@Traced final class Belt: @unchecked Sendable {
  enum State { case still, moving }
  private let queue = DispatchQueue(label: "belt")
  private var state = State.still

  func start() { queue.sync { state = .moving } }
  func stop() { queue.sync { if state == .moving { state = .still } } }
}

/// Helpers that hold the lock for the methods which call them.
@Traced final class Latch: Sendable {
  enum State { case open, closing, closed }
  private let state = Mutex(State.open)

  func close() { set(.closed) }
  func open() { set(.open) }

  private func set(_ next: State) { state.withLock { $0 = next } }
}

/// A wait between two times that the lock is held.
@Traced final class Lift: Sendable {
  enum State { case idle, moving, there }
  let state = Mutex(State.idle)

  func move() async {
    state.withLock { $0 = .moving }
    await Task.yield()
    state.withLock { $0 = .there }
  }
}

/// A machine that replaces itself and goes on.
@Traced struct Kettle {
  enum State { case cold, warm, hot }
  private var state = State.cold

  mutating func heat() { state = .hot }

  mutating func refill() {
    self = Kettle()
    warm()
  }

  mutating func warm() { state = .warm }
}
