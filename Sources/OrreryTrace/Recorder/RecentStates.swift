/// The states of the instances that took the last steps, until somebody asks for them.
///
/// A direct-mapped cache before a dictionary: noting a state is an assignment, where looking up an
/// instance would cost as much as writing its step.
struct RecentStates {
  private struct Slot {
    var instance: UInt64 = 0
    var state = ""
  }

  private static let count = 64
  private var slots = [Slot](repeating: Slot(), count: count)

  /// Notes a state; returns an instance that has lost its place here, and its state.
  mutating func note(_ instance: UInt64, _ state: String) -> (instance: UInt64, state: String)? {
    let index = Self.index(instance)
    if slots[index].instance == instance {
      slots[index].state = state
      return nil
    }
    let old = slots[index]
    slots[index] = Slot(instance: instance, state: state)
    return old.instance == 0 ? nil : (old.instance, old.state)
  }

  /// The state of an instance, where it is known here.
  func state(of instance: UInt64) -> String? {
    let slot = slots[Self.index(instance)]
    return slot.instance == instance ? slot.state : nil
  }

  /// Forgets an instance, and returns its state where it was known here.
  mutating func take(_ instance: UInt64) -> String? {
    let index = Self.index(instance)
    guard slots[index].instance == instance else { return nil }
    defer { slots[index] = Slot() }
    return slots[index].state
  }

  /// Forgets all, and returns what was known.
  mutating func takeAll() -> [(instance: UInt64, state: String)] {
    defer { self = RecentStates() }
    return slots.filter { $0.instance != 0 }.map { ($0.instance, $0.state) }
  }

  /// Instances are numbered from one, so that zero is free to say that a slot is.
  private static func index(_ instance: UInt64) -> Int { Int(instance % UInt64(count)) }
}
