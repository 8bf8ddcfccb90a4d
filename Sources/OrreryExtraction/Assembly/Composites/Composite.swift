import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrreryTrace

/// What a machine is to a model that is made of it.
struct PartType {
  /// The key of the type.
  var type: String
  /// The keys of the protocols that it conforms to.
  var protocols: Set<String>
  /// The key of the enum that its property `state` tells.
  var state: String
  /// The type with those around it: what its events are called after in such a model.
  var name: String

  /// Nothing for a machine that is not the one of its type, or whose state nobody can ask for.
  init?(_ site: Site, in index: SourceIndex) {
    guard let owner = site.owner, site.path == owner.path,
      let state = CompositeStyle(index: index).state(of: owner), state.key == site.state.key
    else { return nil }
    (type, self.state) = (owner.key, state.key)
    protocols = Set(index.bases(of: owner).map(\.key))
    name = Naming.machine(module: "", path: owner.path)
  }
}

/// A model that is made of others, as far as its own declaration tells: what it does, the machines that
/// its parts turn out to be tell.
struct Composite {
  /// The machine without its rows.
  let machine: Machine
  let type: PartType?
  /// The key of the state.
  let state: String
  private let parts: [CompositeModel.Part]
  /// Nothing where they were not worked out.
  private let states: ComposedStates?
  /// What is said where it cannot be drawn, up to the reason.
  private let note: Diagnostic

  init(_ model: CompositeModel, _ machine: Machine, in index: SourceIndex) {
    self.machine = machine
    type = PartType(model.site, in: index)
    (state, parts) = (model.site.state.key, model.parts)
    let info = model.site.state
    note = Diagnostic(
      noMachine: info.path.joined(separator: "."), "belongs to no machine: ", at: info.location)
    states = index.withProgram { ComposedStates(of: model, in: $0) }
  }
}

// MARK: - What the parts are

extension Composite {
  /// A machine that may be a part; nothing for a model that is not drawn yet.
  typealias Known = (type: PartType, machine: Machine?)

  /// The machine that a model is, or a word on why it is none.
  typealias Drawn = (machine: Machine?, problem: Diagnostic)

  /// Draws models, those first that others are made of.
  static func drawn(_ composites: [Composite], beside machines: [Known]) -> [Drawn] {
    var drawn = composites.map { Drawn(nil, $0.note) }
    var isChanged = true
    while isChanged {
      isChanged = false
      let known =
        machines
        + zip(composites, drawn).compactMap { one, drawn in
          one.type.map { ($0, drawn.machine) }
        }
      for (index, composite) in composites.enumerated() where drawn[index].machine == nil {
        do throws(Untold) {
          drawn[index].machine = try composite.drawn(among: known)
          isChanged = true
        } catch {
          drawn[index].problem.message = composite.note.message + error.reason
        }
      }
    }
    return drawn
  }

  private struct Untold: Error { var reason: String }

  private func drawn(among known: [Known]) throws(Untold) -> Machine {
    var found: [CompositeRows.Part] = []
    for part in parts { found.append(try self.part(part, among: known)) }
    guard let states else {
      throw Untold(
        reason: "the parts of '\(machine.name)' have more than \(ComposedStates.mostCombinations) "
          + "combinations of states")
    }
    let rows = CompositeRows(found, states)
    var result = machine
    result.initial = machine.initial ?? rows.initial
    result.events = rows.events
    result.transitions = rows.transitions(from: result.states)
    result.children = found.map {
      Child(machine: $0.machine.id, via: .nested, path: $0.property)
    }
    let open = machine.unresolved + rows.unresolved(at: machine.location)
    result.unresolved = Array(Set(open)).sorted {
      ($0.location, $0.reason) < ($1.location, $1.reason)
    }
    result.markEnds()
    return result
  }

  private func part(
    _ part: CompositeModel.Part, among known: [Known]
  ) throws(Untold) -> CompositeRows.Part {
    let name = "'\(machine.name).\(part.property)'"
    let declared = "\(name) is `\(part.declared)`"
    guard !part.types.isEmpty else {
      throw Untold(reason: "\(declared), and the source does not tell which machine that is")
    }
    guard let state = part.state else {
      throw Untold(reason: "\(declared), and the source does not tell the states of that")
    }
    let candidates = known.filter { one in
      one.type.state == state
        && part.types.allSatisfy { one.type.type == $0 || one.type.protocols.contains($0) }
    }
    guard candidates.count < 2 else {
      let names = candidates.map { "'\($0.type.name)'" }.sorted().listed(as: "machines")
      throw Untold(reason: "\(declared), which may be any of \(names)")
    }
    guard let only = candidates.first, let machine = only.machine else {
      throw Untold(reason: "\(declared), and Orrery has read no such machine")
    }
    return CompositeRows.Part(property: part.property, type: only.type, machine: machine)
  }
}
