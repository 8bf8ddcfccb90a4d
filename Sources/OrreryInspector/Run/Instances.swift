import OrreryTrace

/// The instances of a run, numbered over all recordings in the order in which they were first named.
struct Instances: Sendable {
  struct Instance: Sendable {
    var recording: Int
    var number: UInt64
    /// The number of its machine's name; nothing where only a child named it.
    var machine: Int?
    /// The place of its parent.
    var parent: Int?
    /// The number of the name of the state in which it started.
    var state: Int?
    var start: Int64?
    var end: Int64?
  }

  private struct Key: Hashable {
    var recording: Int
    var number: UInt64
  }

  private(set) var all: [Instance] = []
  private var places: [Key: Int] = [:]
  /// The places of those that were asked for last, by the last bits of their numbers.
  private var recent = [(key: Key, place: Int)?](repeating: nil, count: 256)
  /// Those that were added or changed since they were taken.
  private var changed: Set<Int> = []

  /// Whether some were added or changed since they were taken.
  var hasChanged: Bool { !changed.isEmpty }

  /// The place of an instance, which is added where it is new.
  @inline(__always)
  mutating func place(_ number: UInt64, in recording: Int, machine: Int?) -> Int {
    let slot = Int(truncatingIfNeeded: number) & (recent.count - 1)
    if let last = recent[slot], last.key.number == number, last.key.recording == recording,
      machine == nil || all[last.place].machine == machine
    {
      return last.place
    }
    return find(Key(recording: recording, number: number), slot, machine)
  }

  @inline(never)
  private mutating func find(_ key: Key, _ slot: Int, _ machine: Int?) -> Int {
    let place = places[key] ?? all.count
    if place == all.count {
      places[key] = place
      all.append(Instance(recording: key.recording, number: key.number))
      changed.insert(place)
    }
    if let machine, all[place].machine == nil { update(place) { $0.machine = machine } }
    recent[slot] = (key, place)
    return place
  }

  mutating func update(_ place: Int, _ change: (inout Instance) -> Void) {
    change(&all[place])
    changed.insert(place)
  }

  /// Those that were added or changed since this was called last, in order.
  mutating func takeChanged() -> [Int] {
    defer { changed = [] }
    return changed.sorted()
  }
}
