/// Rows of a class, or of a machine, as a reader sees them.
public enum Examples {
  /// A class and how many examples of it are wanted: `lost:5`.
  public struct Request: Hashable, Sendable {
    public var kind: RowClass
    public var count: Int

    public init(_ text: String) throws(Failure) {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      guard let name = parts.first, let kind = RowClass(rawValue: name) else {
        let names = RowClass.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure("'\(text)' names no class; there are \(names)")
      }
      guard let count = parts.count > 1 ? Int(parts[1]) : 10, count > 0 else {
        throw Failure("'\(text)' asks for no number of examples")
      }
      self.kind = kind
      self.count = count
    }
  }

  /// The first examples of a class.
  public static func text(_ request: Request, in trees: [TreeComparison]) -> String {
    let all = trees.flatMap { tree in
      tree.machines.flatMap { machine in
        machine.differences.filter { $0.kind == request.kind }
          .map { "\(tree.name) \(machine.id)\n\($0)" }
      }
    }
    let shown = all.prefix(request.count)
    let head = "\(request.kind.rawValue): \(shown.count) of \(all.count) shown"
    return ([head] + shown).joined(separator: "\n")
  }

  /// Everything about the machines of an id.
  public static func machine(_ id: String, in trees: [TreeComparison]) -> String {
    let found = trees.flatMap { tree in
      tree.machines.filter { $0.id == id || $0.newID == id }.map { page($0, of: tree.name) }
    }
    return found.isEmpty ? "\(id): neither side has this machine" : found.joined(separator: "\n\n")
  }

  private static func page(_ machine: MachineComparison, of tree: String) -> String {
    let classes = RowClass.allCases.flatMap { kind -> [String] in
      let rows = machine.differences.filter { $0.kind == kind }
      guard !rows.isEmpty else { return [] }
      let count = rows.reduce(0) { $0 + max($1.old.count, $1.new.count) }
      return ["\(kind.rawValue): \(count) (\(kind.meaning))"] + rows.map(\.description)
    }
    let facts = Machine.Fact.allCases.flatMap { kind -> [String] in
      guard let fact = machine.facts[kind] else { return [] }
      return ["\(kind.rawValue): \(fact.equal) equal"] + lines(of: fact)
    }
    let name = machine.newID.map { " to \($0)" } ?? ""
    let head = "\(machine.id) in \(tree): \(machine.presence.rawValue)\(name)"
    return ([head] + facts + classes).joined(separator: "\n")
  }

  private static func lines(of fact: FactComparison) -> [String] {
    fact.lost.map { "  old  \($0)" } + fact.gained.map { "  new  \($0)" }
  }
}
