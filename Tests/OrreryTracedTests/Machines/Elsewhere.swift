import OrreryTraced

@Traced extension Lamp {
  mutating func smash() { state = .off }
}
