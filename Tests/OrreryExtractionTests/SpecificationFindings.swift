import OrreryExtraction
import OrreryModel

/// What a block of the specification shows.
enum SpecificationKind: String, Sendable {
  case rows, actions, states, events, initial, children
  /// The rows that may be impossible.
  case inferred
  /// What could not be decided, by its line.
  case notes
  /// The identifiers of all machines.
  case machines
  /// What is said of the source besides.
  case messages

  /// Kinds that show nothing where they have no block.
  static let implied: [SpecificationKind] = [.inferred, .notes]
}

/// What is found in an example, block by block.
struct SpecificationFindings {
  private let found: Extract
  /// Whether rows are shown: only beside them it is told which of them may be impossible.
  private let showsRows: Bool

  init(_ example: SpecificationExample) {
    found = extract(example.source)
    showsRows = example.blocks.contains { $0.kind == .rows }
  }

  /// A block of what has to be shown, whether or not the example shows it.
  struct Due: Equatable {
    var kind: SpecificationKind
    var machine: String?

    /// The words behind its fence.
    var info: String { [kind.rawValue, machine].compactMap(\.self).joined(separator: " ") }
  }

  /// The blocks that an example must have: they show what is not exact, and what is missing.
  var due: [Due] {
    let named = found.machines.flatMap { machine in
      SpecificationKind.implied.map {
        Due(kind: $0, machine: found.machines.count > 1 ? machine.name : nil)
      }
    }
    return (named + [Due(kind: .messages)]).filter {
      ($0.kind != .inferred || showsRows) && rows(of: $0.kind, in: $0.machine)?.isEmpty == false
    }
  }

  /// The names of all machines.
  var names: [String] { found.machines.map(\.name) }

  /// The lines of a block; nothing where it means no machine, or several.
  func rows(of kind: SpecificationKind, in name: String?) -> [String]? {
    switch kind {
    case .machines: return found.machines.isEmpty ? ["none"] : found.machines.map(\.id)
    case .messages: return found.diagnostics.map { "\($0.location.line): \($0.message)" }
    default:
      let machines = found.machines.filter { name == nil || $0.name == name }
      return machines.count == 1 ? rows(of: kind, in: machines[0]) : nil
    }
  }

  private func rows(of kind: SpecificationKind, in machine: Machine) -> [String] {
    switch kind {
    case .rows: machine.transitions.map(describe)
    case .inferred: machine.transitions.filter { $0.certainty == .inferred }.map(describe)
    case .actions: machine.actions.map { describe($0).trimmingEnd }
    case .states: machine.states.map(\.name)
    case .events: machine.events.map(\.name)
    case .initial: initial(of: machine)
    case .children: machine.children.map { "\($0.via.rawValue) \($0.path) \($0.machine)" }
    case .notes: machine.unresolved.map { "\($0.location.line): \($0.reason)" }
    case .machines, .messages: []
    }
  }

  private func initial(of machine: Machine) -> [String] {
    guard machine.regions.count > 1 else { return [machine.initial ?? "?"] }
    return machine.regions.map { $0.initial ?? "\($0.name)=?" }
  }
}

extension String {
  /// The text without the blanks at its end.
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
