import Foundation
import OrreryModel
import OrreryModelFile

/// What a block's machine did when the block was generated, in a comment at the block's end: one
/// fact a line, so that a check can say what the machine does differently.
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

  static func lines(of machine: Machine) -> [String] {
    let facts =
      machine.states.map(fact) + machine.events.map(fact) + machine.transitions.map(fact)
      + machine.actions.map(fact)
      + machine.regions.map(fact)
    return [start] + facts.map(line) + [end]
  }

  /// No fact can close the comment.
  private static func line(_ fact: JSONText) -> String {
    let line = fact.line.utf8
    guard line.contains(UInt8(ascii: ">")) else { return String(line) }
    let parts = line.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false)
    return parts.map { String(Substring($0)) }.joined(separator: "\\u003e")
  }

  private static func fact(_ state: State) -> JSONText {
    let flags = [
      state.isInitial ? "initial" : nil, state.isStable ? nil : "unstable",
      state.isFinal ? "final" : nil,
    ]
    return .strings(["state", state.name] + flags.compactMap(\.self))
  }

  private static func fact(_ event: Event) -> JSONText {
    .strings(["event", event.origin.rawValue, event.name])
  }

  private static func fact(_ edge: Transition) -> JSONText {
    [
      .string("edge"), .string(edge.from), .string(edge.event.origin.rawValue),
      .string(edge.event.name), .text(edge.guard), .text(edge.to),
      .text(edge.effect?.description), .string(edge.kind.rawValue),
    ]
  }

  private static func fact(_ region: Region) -> JSONText {
    .strings(["region", region.name] + region.states)
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
    var result = Machine(
      id: machine.id, name: machine.name, style: machine.style, location: machine.location,
      stateKind: machine.stateKind)
    for line in lines[(first + 1)..<last] {
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
    case "state":
      guard let name = word(1) else { return false }
      let flags = words.dropFirst(2)
      states.append(
        State(
          name, isInitial: flags.contains("initial"), isStable: !flags.contains("unstable"),
          isFinal: flags.contains("final")))
    case "event":
      guard let id = Event.ID(word(1), word(2)) else { return false }
      events.append(Event(id))
    case "edge":
      guard let from = word(1), let event = Event.ID(word(2), word(3)),
        let kind = word(7).flatMap(Transition.Kind.init)
      else { return false }
      transitions.append(
        Transition(
          from: from, event: event, guard: word(4), to: word(5), effect: word(6).map(Effect.run),
          location: location, kind: kind))
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
    // Of blocks from before there were regions.
    case "projection": return true
    default: return false
    }
    return true
  }
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
