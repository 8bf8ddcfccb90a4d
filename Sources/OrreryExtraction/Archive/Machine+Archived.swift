import OrreryModel

extension SourceLocation: Archived {
  static var blank: SourceLocation { SourceLocation(file: "", line: 0) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.file, \.line, \.column)
  }
}

extension Machine: Archived {
  static var blank: Machine {
    Machine(id: "", name: "", style: .blank, location: .blank, stateKind: .blank)
  }

  /// Remarks are made after all else.
  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(
      &self, by: \.id, \.name, \.style, \.location, \.endLine, \.documentation, \.stateKind,
      \.states, \.initial, \.events, \.transitions, \.actions, \.children, \.regions, \.unresolved)
  }
}

extension Machine.Style: Archived {
  static var blank: Machine.Style { .mutating }
}

extension Machine.StateKind: Archived {
  static var blank: Machine.StateKind { .enum }
}

extension State: Archived {
  static var blank: State { State("") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(
      &self, by: \.name, \.isInitial, \.isStable, \.isFinal, \.payload, \.documentation, \.location)
  }
}

extension Event.Origin: Archived {
  static var blank: Event.Origin { .input }
}

extension Event.ID: Archived {
  static var blank: Event.ID { Event.ID(.blank, "") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.origin, \.name)
  }
}

extension Event: Archived {
  static var blank: Event { Event(.blank) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.id, \.isPrivate, \.documentation, \.location)
  }
}

extension Transition.Kind: Archived {
  static var blank: Transition.Kind { .move }
}

extension Transition.Certainty: Archived {
  static var blank: Transition.Certainty { .exact }
}

extension Transition.Condition: Archived {
  static var blank: Transition.Condition { Transition.Condition(region: "", values: []) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.region, \.values)
  }
}

extension Transition: Archived {
  static var blank: Transition {
    Transition(from: "", event: .blank, to: nil, location: .blank, kind: .blank)
  }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(
      &self, by: \.from, \.event, \.guard, \.when, \.step, \.to, \.effect, \.location, \.kind,
      \.certainty, \.wildcard, \.forwards, \.isLate)
  }
}

extension Effect: Archived {
  static var blank: Effect { .run("") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var (kind, name, parts) = self.parts
    try archive.pass(&kind)
    try archive.pass(&name)
    try archive.pass(&parts)
    switch kind {
    case 0: self = .run(name)
    case 1: self = .cancel(name)
    case 2: self = .raise(name)
    case 3: self = .merge(parts)
    case 4: self = .concatenate(parts)
    default: throw Archive.Damage()
    }
  }

  private var parts: (kind: Int, name: String, parts: [Effect]) {
    switch self {
    case .run(let name): (0, name, [])
    case .cancel(let name): (1, name, [])
    case .raise(let name): (2, name, [])
    case .merge(let parts): (3, "", parts)
    case .concatenate(let parts): (4, "", parts)
    }
  }
}

extension Action.Write: Archived {
  static var blank: Action.Write { Action.Write(path: "", op: "", value: "") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.path, \.op, \.value)
  }
}

extension Action: Archived {
  static var blank: Action { Action(event: .blank, location: .blank) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(
      &self, by: \.event, \.guard, \.writes, \.effect, \.location, \.certainty, \.forwards)
  }
}

extension Child.Via: Archived {
  static var blank: Child.Via { .nested }
}

extension Child: Archived {
  static var blank: Child { Child(machine: "", via: .blank, path: "") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.machine, \.via, \.path)
  }
}

extension Region: Archived {
  static var blank: Region { Region(name: "", states: [], initial: nil) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.name, \.states, \.initial)
  }
}

extension Unresolved: Archived {
  static var blank: Unresolved { Unresolved(location: .blank, reason: "") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.location, \.reason, \.event)
  }
}
