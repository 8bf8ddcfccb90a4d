import OrreryTraced

@Traced extension Lamp {
  mutating func smash() { state = .off }
}

@Traced extension Lift {
  func rest() { state.withLock { $0 = .idle } }
}
