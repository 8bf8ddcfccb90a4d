/// What waits for effects to finish: the merges and chains that have begun.
struct Plan<Action: Sendable> {
  /// A merge, or a chain of which one part runs and the rest waits.
  struct Node {
    let parent: UInt64?
    /// How many parts run.
    var running = 0
    /// The parts that wait, the next one last.
    var rest: [Operation<Action>] = []
    /// Whether a part was cancelled, so that nothing may follow.
    var isBroken = false
  }

  var nodes: [UInt64: Node] = [:]
  private var last: UInt64 = 0

  mutating func open(_ rest: [Operation<Action>] = [], parent: UInt64?) -> UInt64 {
    last += 1
    nodes[last] = Node(parent: parent, rest: rest.reversed())
    return last
  }

  /// Takes away the first waiting part that holds a run of some kind, and all that follows it.
  mutating func cut(where isMeant: (EffectRun<Action>) -> Bool) -> [EffectRun<Action>] {
    var dropped: [EffectRun<Action>] = []
    for id in nodes.keys.sorted() {
      guard let rest = nodes[id]?.rest,
        let index = rest.lastIndex(where: { $0.runs.contains(where: isMeant) })
      else { continue }
      dropped += rest[...index].reversed().flatMap(\.runs)
      nodes[id]?.rest.removeSubrange(...index)
      nodes[id]?.isBroken = true
    }
    return dropped
  }

  /// Takes away all that waits.
  mutating func close() -> [EffectRun<Action>] {
    defer { nodes = [:] }
    return nodes.keys.sorted().flatMap { id in
      nodes[id]?.rest.reversed().flatMap(\.runs) ?? []
    }
  }
}
