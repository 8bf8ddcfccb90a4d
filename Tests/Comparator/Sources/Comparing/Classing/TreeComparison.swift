/// What both sides read from one tree.
public struct TreeComparison: Sendable {
  public var name: String
  public var machines: [MachineComparison]
  public var messages: FactComparison

  public init(_ name: String, old: Reading, new: Reading) {
    self.name = name
    let pairs = Self.pairs(old.machines, new.machines)
    let found = Set(pairs.values.map(\.id))
    machines =
      old.machines.map { machine in
        pairs[machine.id].map { MachineComparison(old: machine, new: $0) }
          ?? MachineComparison(lost: machine)
      } + new.machines.filter { !found.contains($0.id) }.map(MachineComparison.init(gained:))
    messages = FactComparison(old: old.messages, new: new.messages)
  }

  /// The new machine of each old one, by its id: of the same id, or else of the same home.
  private static func pairs(_ old: [Machine], _ new: [Machine]) -> [String: Machine] {
    let byID = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
    let known = Set(old.map(\.id))
    var homeless = Dictionary(
      new.filter { !known.contains($0.id) }.map { ($0.home, $0) }
    ) { first, _ in first }
    return old.reduce(into: [:]) { pairs, machine in
      pairs[machine.id] = byID[machine.id] ?? homeless.removeValue(forKey: machine.home)
    }
  }

  /// Whether both sides read the same.
  public var isEqual: Bool { messages.isEqual && machines.allSatisfy(\.isEqual) }
}
