/// Numbers the kinds of lines by the bytes of their names, so that each name is made once.
///
/// A hash table with open addressing; the keys stand one after the other in one array.
struct KindTable<Kind: Sendable>: Sendable {
  private struct Slot {
    var hash: UInt64 = 0
    /// The number of the kind and one; zero where the slot is free.
    var kind = 0
  }

  private(set) var kinds: [Kind] = []
  private var slots = [Slot](repeating: Slot(), count: 256)
  private var keys: [UInt8] = []
  /// Where the key of each kind ends.
  private var ends: [Int] = []

  /// The number of a line's kind; nothing where `make` finds its names not valid.
  mutating func number(of key: some LineKey, _ make: () -> Kind?) -> Int? {
    let hash = key.hash
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index].kind > 0 {
      let kind = slots[index].kind - 1
      if slots[index].hash == hash, isKey(of: kind, key) { return kind }
      index = (index + 1) & (slots.count - 1)
    }
    guard let kind = make() else { return nil }
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

  private func isKey(of kind: Int, _ key: some LineKey) -> Bool {
    let start = kind > 0 ? ends[kind - 1] : 0
    return keys.withUnsafeBytes {
      key.isSpelled(UnsafeRawBufferPointer(rebasing: $0[start..<ends[kind]]))
    }
  }
}
