import OrderedCollections
import OrreryModel
import OrreryTrace

/// Compares the names that a log uses with those that are declared.
///
/// A name joins by the same rules by which steps join: see ``Conformance``.
public struct NameCheck: Sendable {
  /// Names of one machine beyond these are not compared with all declared ones to find what is near.
  private static let suggestionLimit = 100

  /// The different names of machines, states and events that the log uses.
  public private(set) var count = 0
  /// Those that join with nothing: machines first, then machine by machine its events and states.
  public private(set) var strays: [StrayName] = []
  /// The recorded machines that are made of others and not declared themselves: their steps follow from
  /// those of their parts, so nothing is missing.
  public private(set) var composites: [String] = []

  /// - Complexity: O(*n* · *d*) for *n* recorded and *d* declared names of each machine.
  public init(_ summary: TraceSummary, declared: [Machine]) {
    self.init(summary.machines, declared: declared)
  }

  init(_ recorded: [MachineSummary], declared: [Machine]) {
    var joined: [(recorded: MachineSummary, machine: Machine)] = []
    for recorded in recorded {
      count += 1
      do {
        joined.append((recorded, try Conformance.join(recorded.id, to: declared)))
      } catch {
        if recorded.record?.isComposite == true {
          composites.append(recorded.id)
        } else {
          strays.append(error)
        }
      }
    }
    for (recorded, machine) in joined {
      let names = DeclaredNames(machine)
      check(recorded.eventNames, of: recorded.id, as: .event, isKnown: names.knows, names.events) {
        $0.name
      }
      check(
        recorded.stateNames.flatMap(names.states), of: recorded.id, as: .state,
        isKnown: names.knows, names.states
      ) { $0 }
    }
  }

  private mutating func check<Name: Hashable>(
    _ names: some Sequence<Name>, of machine: String, as kind: StrayName.Kind,
    isKnown: (Name) -> Bool, _ declared: [Name], _ text: (Name) -> String
  ) where Name: CustomStringConvertible {
    let names = OrderedSet(names)
    count += names.count
    for (position, name) in names.filter({ !isKnown($0) }).enumerated() {
      var nearest: [String] = []
      if position < Self.suggestionLimit {
        let near = NearNames.nearest(to: text(name), in: Set(declared.map(text)))
        nearest = near.flatMap { near in declared.filter { text($0) == near } }.map(\.description)
      }
      strays.append(
        StrayName(
          kind: kind, machine: machine, name: name.description, nearest: Array(nearest.prefix(3))))
    }
  }
}

/// The names of one declared machine.
private struct DeclaredNames {
  let events: [Event.ID]
  private let matcher: StepMatcher
  private let stateNames: Set<String>

  init(_ machine: Machine) {
    matcher = StepMatcher(machine)
    stateNames = Set(machine.states.map(\.name))
    events = machine.events.map(\.id)
  }

  var states: [String] { matcher.machine.states.map(\.name) }

  /// The names, one in each region, that a recorded state stands for; none where the source tells no
  /// states.
  func states(_ recorded: String) -> [String] { states.isEmpty ? [] : matcher.states(recorded) }

  func knows(_ state: String) -> Bool { stateNames.contains(state) }

  func knows(_ event: Event.ID) -> Bool { matcher.knows(event) }
}

extension MachineSummary {
  /// The states that the log names.
  fileprivate var stateNames: OrderedSet<String> {
    var names = OrderedSet(record?.states ?? [])
    names.formUnion(initialStates.keys)
    names.formUnion(observed.flatMap { [$0.key.from, $0.key.to] })
    names.remove(Record.unknownState)
    return names
  }

  /// The events that the log names.
  fileprivate var eventNames: OrderedSet<Event.ID> {
    var names = OrderedSet(
      (record?.events ?? []).map { event in
        Event.ID(EventOrigin(rawValue: event.origin)?.declared ?? .input, event.name)
      })
    let steps = observed.map(\.key).filter { !$0.isUnnamed }
    names.formUnion(steps.map { Event.ID($0.origin.declared, $0.event) })
    return names
  }
}
