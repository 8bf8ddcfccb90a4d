/// Numbers the kinds of steps by the bytes of their names, so that each name is made once.
///
/// A hash table with open addressing; the keys stand one after the other in one array.
struct StepTable {
  private struct Slot {
    var hash: UInt64 = 0
    /// The number of the kind and one; zero where the slot is free.
    var kind = 0
  }

  private(set) var kinds: [StepKind] = []
  private var slots = [Slot](repeating: Slot(), count: 256)
  private var keys: [UInt8] = []
  /// Where the key of each kind ends.
  private var ends: [Int] = []

  /// The number of a step's kind; nothing where its names are not valid.
  mutating func number(of step: StepLine) -> Int? {
    let key = StepKey(step)
    let hash = key.hash
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index].kind > 0 {
      let kind = slots[index].kind - 1
      if slots[index].hash == hash, isKey(of: kind, key) { return kind }
      index = (index + 1) & (slots.count - 1)
    }
    guard let kind = StepKind(step) else { return nil }
    kinds.append(kind)
    key.append(to: &keys)
    ends.append(keys.count)
    slots[index] = Slot(hash: hash, kind: kinds.count)
    if kinds.count * 2 > slots.count { grow() }
    return kinds.count - 1
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.kind > 0 {
      var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
      while slots[index].kind > 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
  }

  private func isKey(of kind: Int, _ key: StepKey) -> Bool {
    let start = kind > 0 ? ends[kind - 1] : 0
    return keys.withUnsafeBytes {
      key.isSpelled(UnsafeRawBufferPointer(rebasing: $0[start..<ends[kind]]))
    }
  }
}
