import Foundation
import OrderedCollections
import OrreryModel
import OrreryModelFile

/// What a machine did when a document or a picture was generated, in a comment at the end of the first
/// block that shows it, or in the metadata of an SVG: one fact a line, so that a check can say what the machine does differently.
enum Facts {
  private static let start = "<!-- orrery:facts"
  private static let end = "-->"

  static func isStart(_ line: String) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix(start)
  }

  /// The lines of a block without the comment.
  static func removed(from lines: [String]) -> [String] {
    lines.lastIndex(where: isStart).map { Array(lines[..<$0]) } ?? lines
  }

  // MARK: Writing

  /// The comment.
  static func lines(of machine: Machine) -> [String] { [start] + content(of: machine) + [end] }

  /// What several states, events or edges share is said once.
  static func content(of machine: Machine) -> [String] {
    let facts =
      states(machine.states) + events(machine.events) + machine.regions.map(fact)
      + edges(machine.transitions) + machine.actions.map(fact)
    return facts.map(line)
  }

  /// No fact can close the comment.
  private static func line(_ fact: JSONText) -> String {
    let line = fact.line.utf8
    guard line.contains(UInt8(ascii: ">")) else { return String(line) }
    let parts = line.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false)
    return parts.map { String(Substring($0)) }.joined(separator: "\\u003e")
  }

  private static func states(_ states: [State]) -> [JSONText] {
    OrderedDictionary(grouping: states, by: \.flags).map { flags, states in
      [.string("states"), .strings(flags), .strings(states.map(\.name))]
    }
  }

  private static func events(_ events: [Event]) -> [JSONText] {
    func told(_ events: [Event], as word: String) -> [JSONText] {
      OrderedDictionary(grouping: events, by: \.origin).map { origin, events in
        .strings([word, origin.rawValue] + events.map(\.name))
      }
    }
    return told(events, as: "events") + told(events.filter(\.isPrivate), as: "private")
  }

  private static func fact(_ region: Region) -> JSONText {
    .strings(["region", region.name] + region.states)
  }

  private static func edges(_ edges: [Transition]) -> [JSONText] {
    OrderedDictionary(grouping: edges, by: Answer.init).map { answer, edges in
      let edge = edges[0]
      return [
        .string("edges"), .strings(edges.map(\.from)), .string(edge.event.origin.rawValue),
        .string(edge.event.name), .text(edge.guard), answer.stays ? .bool(true) : .text(edge.to),
        .text(edge.effect?.description), .string(edge.kind.rawValue),
        .array(edge.when.map { .strings([$0.region] + $0.values) }),
      ]
    }
  }

  /// What edges share that are told together.
  private struct Answer: Hashable {
    var event: Event.ID
    var condition: String?
    var when: [Transition.Condition]
    var to: String?
    /// Whether the edge leads back to where it starts, wherever that is.
    var stays: Bool
    var effect: Effect?
    var kind: Transition.Kind

    init(_ edge: Transition) {
      (event, condition, when) = (edge.event, edge.guard, edge.when)
      stays = edge.to == edge.from
      to = stays ? nil : edge.to
      (effect, kind) = (edge.effect, edge.kind)
    }
  }

  private static func fact(_ action: Action) -> JSONText {
    [
      .string("action"), .string(action.event.origin.rawValue), .string(action.event.name),
      .text(action.guard), .text(action.effect?.description),
      .array(action.writes.map { .strings([$0.path, $0.op, $0.value]) }),
    ]
  }

  // MARK: Reading

  /// The machine that the facts of a block tell of; nothing where there are none or one is spoilt.
  ///
  /// - Parameter machine: Where the places of the facts are taken to be.
  static func machine(in lines: [String], like machine: Machine) -> Machine? {
    guard let first = lines.lastIndex(where: isStart),
      let last = lines[first...].firstIndex(of: end)
    else { return nil }
    return Self.machine(content: Array(lines[(first + 1)..<last]), like: machine)
  }

  /// The machine that facts tell of; nothing where there are none or one is spoilt.
  static func machine(content: [String], like machine: Machine) -> Machine? {
    guard !content.isEmpty else { return nil }
    var result = Machine(
      id: machine.id, name: machine.name, style: machine.style, location: machine.location,
      stateKind: machine.stateKind)
    for line in content {
      guard let fact = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any],
        result.take(fact)
      else { return nil }
    }
    return result
  }
}

extension Machine {
  /// Takes up one fact; false where it is none.
  fileprivate mutating func take(_ fact: [Any]) -> Bool {
    let words = fact.map { $0 as? String }
    func word(_ position: Int) -> String? {
      words.indices.contains(position) ? words[position] : nil
    }
    switch word(0) {
    case "states":
      guard let flags = fact[safe: 1] as? [String], let names = fact[safe: 2] as? [String] else {
        return false
      }
      states += names.map {
        State(
          $0, isInitial: flags.contains("initial"), isStable: !flags.contains("unstable"),
          isFinal: flags.contains("final"))
      }
    case "events":
      let ids = words.dropFirst(2).map { Event.ID(word(1), $0) }
      guard !ids.contains(nil) else { return false }
      events += ids.compactMap(\.self).map { Event($0) }
    case "private":
      for index in events.indices where events[index].origin.rawValue == word(1) {
        if words.dropFirst(2).contains(events[index].name) { events[index].isPrivate = true }
      }
    case "edges": return takeEdges(fact)
    case "action":
      guard let event = Event.ID(word(1), word(2)), let writes = fact.last as? [[String]] else {
        return false
      }
      actions.append(
        Action(
          event: event, guard: word(3), writes: writes.compactMap(Action.Write.init),
          effect: word(4).map(Effect.run), location: location))
    case "region":
      guard let name = word(1) else { return false }
      let states = words.dropFirst(2).compactMap(\.self)
      regions.append(Region(name: name, states: states, initial: nil))
    default: return false
    }
    return true
  }

  private mutating func takeEdges(_ fact: [Any]) -> Bool {
    guard fact.count == 9, let sources = fact[1] as? [String],
      let event = Event.ID(fact[2] as? String, fact[3] as? String),
      let kind = (fact[7] as? String).flatMap(Transition.Kind.init),
      let conditions = fact[8] as? [[String]]
    else { return false }
    for source in sources {
      var edge = Transition(
        from: source, event: event, guard: fact[4] as? String,
        to: fact[5] as? Bool == true ? source : fact[5] as? String,
        effect: (fact[6] as? String).map(Effect.run), location: location, kind: kind)
      edge.when = conditions.compactMap { condition in
        condition.first.map { .init(region: $0, values: Array(condition.dropFirst())) }
      }
      transitions.append(edge)
    }
    return true
  }
}

extension State {
  fileprivate var flags: [String] {
    [isInitial ? "initial" : nil, isStable ? nil : "unstable", isFinal ? "final" : nil]
      .compactMap(\.self)
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Event.ID {
  fileprivate init?(_ origin: String?, _ name: String?) {
    guard let origin = origin.flatMap(Event.Origin.init), let name else { return nil }
    self.init(origin, name)
  }
}

extension Action.Write {
  fileprivate init?(_ parts: [String]) {
    guard parts.count == 3 else { return nil }
    self.init(path: parts[0], op: parts[1], value: parts[2])
  }
}
