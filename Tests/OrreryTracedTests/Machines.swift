import OrreryTraced

@Traced struct Door {
  enum State { case open, shut, `locked up`(Int) }
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
    if case .`locked up`(let count) = state { state = .`locked up`(count + 1); return count + 1 }
    return 0
  }

  private mutating func set(_ next: State) { state = next }

  var isOpen: Bool { if case .open = state { true } else { false } }
}

struct Refused: Error {}
