import Observation
import OpenCombine
import OrreryTraced
import Synchronization

// One machine for each construct. They are declared, built and run: `orrery trace conform` compares
// what they record with what it reads in this file.

struct Refused: Error {}

@Traced struct Door: Hashable {
  enum State: Hashable {
    case open, shut
    case `locked up`(Int)
  }
  private var state = State.open

  mutating func push() {
    switch state {
    case .open: state = .shut
    case .shut, .`locked up`: break
    }
  }

  mutating func lock() throws {
    guard case .shut = state else { throw Refused() }
    set(.`locked up`(1))
  }

  mutating func count() -> Int { bump() }

  private mutating func bump() -> Int {
    if case .`locked up`(let count) = state {
      state = .`locked up`(count + 1)
      return count + 1
    }
    return 0
  }

  private mutating func set(_ next: State) { state = next }

  var isOpen: Bool { state == .open }
}

/// A class with an observer of its own, refusals and results of every kind.
@Traced final class Connection {
  enum State: String { case idle, connecting, open, closed }
  enum Failure: Error { case wrongState }

  private(set) var changes = 0
  private(set) var state: State {
    willSet { changes += 1 }
    didSet { if state == .closed { changes += 1 } }
  }

  init(state: State = .idle) { self.state = state }

  func connect() throws(Failure) {
    if state != .idle { throw .wrongState }
    state = .connecting
  }

  func opened() -> Bool {
    guard state == .connecting else { return false }
    state = .open
    return true
  }

  @discardableResult
  func close() -> some Equatable {
    defer { state = .closed }
    return state == .open ? 1 : 0
  }

  func send(_ body: () throws -> Void) rethrows {
    guard state == .open else { return }
    try body()
    finish()
  }

  /// Asks, and is no event.
  func isOpen() -> Bool { state == .open }

  private func finish() { state = .closed }
}

/// A method that is called by others of the machine, and by who holds it.
@Traced struct Pump {
  enum State { case off, on, broken }
  private var state = State.off

  mutating func start() { if state == .off { state = .on } }
  mutating func stop() { state = .off }
  mutating func restart() {
    stop()
    start()
  }
  mutating func reset() { self = Pump() }
  mutating func fail() -> State {
    switch state {
    case .off: .off
    case .on, .broken: broken()
    }
  }
  private mutating func broken() -> State {
    state = .broken
    return state
  }
}

enum Outer {
  struct Box<Element> {
    @Traced(state: "phase") struct Slot {
      private enum Phase {
        case empty
        case full(Element)
      }
      private var phase: Phase = .empty

      mutating func fill(_ element: Element) {
        guard case .empty = phase else { return }
        phase = .full(element)
      }

      mutating func take() -> Element? {
        guard case .full(let element) = phase else { return nil }
        phase = .empty
        return element
      }
    }
  }
}

/// A state that cannot be copied, as some servers have it.
@Traced struct Handshake: ~Copyable {
  private enum State: ~Copyable {
    case idle(Idle)
    case waiting(attempt: Int)
    case done

    struct Idle: ~Copyable { var tries = 0 }
  }

  enum Action { case send, retry, none }

  private var state: State = .idle(.init())

  init() {}

  private init(_ state: consuming State) { self.state = state }

  mutating func start() -> Action {
    switch consume self.state {
    case .idle(let idle):
      self = .init(.waiting(attempt: idle.tries + 1))
      return .send
    case .waiting(let attempt):
      self = .init(.waiting(attempt: attempt + 1))
      return .retry
    case .done:
      self = .init(.done)
      return .none
    }
  }

  mutating func answered() throws -> Action {
    switch consume self.state {
    case .idle(let idle):
      self = .init(.idle(idle))
      throw Refused()
    case .waiting:
      self = .init(.done)
      return .none
    case .done:
      self = .init(.done)
      return .none
    }
  }

  consuming func end() -> Bool { true }
}

/// A state whose enum is declared elsewhere, and may be absent.
enum Signal: CustomStringConvertible {
  case red, green
  var description: String { "a signal" }
}

@Traced(state: "signal") final class Crossing {
  private(set) var signal: Signal = .red
  func change() {
    switch signal {
    case .red: signal = .green
    case .green: signal = .red
    }
  }
}

/// One method that takes all events.
@Traced struct Turnstile {
  enum State { case locked, unlocked }
  enum Event {
    case coin(Int)
    case push
  }
  private var state = State.locked

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.locked, .coin): state = .unlocked
    case (.unlocked, .push): state = .locked
    case (.locked, .push), (.unlocked, .coin): break
    }
  }
}

/// Methods that share a base name.
@Traced struct Valve {
  enum State { case shut, half, open }
  private var state = State.shut
  mutating func open() { state = .open }
  mutating func open(half: Bool) { state = half ? .half : .open }
  mutating func shut() { state = .shut }
}

/// A state that is published, and one that is observed.
@Traced final class Player: OpenCombine.ObservableObject {
  enum State { case stopped, playing }
  @OpenCombine.Published private(set) var state = State.stopped
  func play() { if state == .stopped { state = .playing } }
  func stop() { state = .stopped }
}

@Traced(state: "phase") @Observable final class Screen {
  enum Phase { case hidden, shown }
  private(set) var phase = Phase.hidden
  func show() { phase = .shown }
  func hide() { if phase == .shown { phase = .hidden } }
}

/// A state behind a lock.
@Traced final class Gate: Sendable {
  enum State { case shut, open }
  private let state = Mutex(State.shut)

  func open() -> Bool {
    state.withLock { state in
      guard state == .shut else { return false }
      state = .open
      return true
    }
  }

  func shut() { state.withLock { $0 = .shut } }
}

/// Methods in extensions, also of other files.
@Traced struct Lamp {
  enum State { case off, on, dimmed }
  var state = State.off
  mutating func toggle() { state = state == .off ? .on : .off }
  fileprivate mutating func set(_ next: State) { state = next }
}

@Traced extension Lamp {
  mutating func dim() { set(.dimmed) }
  mutating func brighten() {
    guard state == .dimmed else { return }
    state = .on
  }
}

/// A state that cannot be copied, and whose cases the macro does not see.
@Traced(state: "phase") struct Ticket: ~Copyable {
  private var phase: TicketPhase

  init() { phase = .fresh(1) }
  private init(_ phase: consuming TicketPhase) { self.phase = phase }

  mutating func use() {
    switch consume self.phase {
    case .fresh: self = .init(.used)
    case .used: self = .init(.used)
    }
  }
}

enum TicketPhase: ~Copyable {
  case fresh(Int)
  case used
}

/// Results that are branches, refusals inside of them, and conditions of the build.
@Traced struct Ladder {
  enum State { case low, middle, high }
  private var state = State.low

  mutating func climb() throws -> Int {
    #if DEBUG
    let next: State =
      switch state {
      case .low: .middle
      case .middle: .high
      case .high: throw Refused()
      }
    #else
    let next: State = state == .low ? .middle : .high
    #endif
    state = next
    return height()
  }

  mutating func fall() throws -> State {
    switch state {
    case .low: throw Refused()
    case .middle, .high: ground()
    }
  }

  mutating func rest() async -> Int {
    state = .low
    #if DEBUG
    await Task.yield()
    state = .middle
    #endif
    return await pause(1)
  }

  mutating func sleep() async -> Int { await pause(ground() == .low ? 1 : 2) }

  private func height() -> Int { state == .high ? 2 : 1 }
  private func pause(_ length: Int) async -> Int { length }
  private mutating func ground() -> State {
    state = .low
    return state
  }
}
