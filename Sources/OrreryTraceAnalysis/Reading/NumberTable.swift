/// Values by the numbers that a log gives to instances and to runs of effects.
///
/// One is looked up for each step, for which the hash of a `Dictionary` is slow. Open addressing with
/// linear probing; see Knuth, The Art of Computer Programming, volume 3, 6.4, also for the removal.
struct NumberTable<Value: Sendable>: Sendable {
  private struct Slot {
    var number: UInt64 = 0
    var value: Value?
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  private var count = 0
  /// Not known to who writes a log, so that no log can make all numbers collide.
  private let factor = UInt64.random(in: 0...(.max)) | 1

  init() {}

  subscript(number: UInt64) -> Value? {
    slots[place(of: number)].value
  }

  var values: some Sequence<Value> { slots.lazy.compactMap(\.value) }

  /// Sets the value of a number, where `change` tells one for the value that it has.
  @inline(__always)
  mutating func update(_ number: UInt64, _ change: (Value?) -> Value?) {
    let place = place(of: number)
    let old = slots[place].value
    guard let new = change(old) else { return }
    slots[place] = Slot(number: number, value: new)
    if old == nil { grow() }
  }

  /// Removes a number, and returns its value where it has one.
  mutating func remove(_ number: UInt64) -> Value? {
    var gap = place(of: number)
    guard let value = slots[gap].value else { return nil }
    var next = gap
    while true {
      next = (next + 1) & (slots.count - 1)
      guard slots[next].value != nil else { break }
      // One that would not be found across the gap moves into it.
      let home = home(of: slots[next].number)
      if (next - home) & (slots.count - 1) >= (next - gap) & (slots.count - 1) {
        slots[gap] = slots[next]
        gap = next
      }
    }
    slots[gap] = Slot()
    count -= 1
    return value
  }

  private func home(of number: UInt64) -> Int {
    Int(truncatingIfNeeded: (number &* factor) >> UInt64(64 - slots.count.trailingZeroBitCount))
  }

  /// Where the number is, or is to be put.
  @inline(__always)
  private func place(of number: UInt64) -> Int {
    var place = home(of: number)
    while slots[place].value != nil, slots[place].number != number {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private mutating func grow() {
    count += 1
    guard count * 2 > slots.count else { return }
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.value != nil { slots[place(of: slot.number)] = slot }
  }
}
