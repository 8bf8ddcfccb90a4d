/// A machine as one build of the tool read it: its rows, and what else it is made of, as text.
public struct Machine: Hashable, Sendable {
  /// What a machine is made of besides rows, and what is said of a tree besides machines.
  public enum Fact: String, CaseIterable, Sendable {
    case states, events
    /// The states that the machine and its regions start in.
    case initial
    /// What is said of a state or event besides its name: that it is final, passing or private.
    case marks
    case children
    /// What could not be decided, with the reason.
    case notes
    /// Messages about the files of a tree.
    case messages
  }

  public var id: String
  /// The file and the name in it, by which a machine is known whose id is another one.
  public var home: String
  public var rows: [Row]
  public var facts: [Fact: [String]]

  public init(
    id: String, home: String? = nil, rows: [Row] = [], facts: [Fact: [String]] = [:]
  ) {
    self.id = id
    self.home = home ?? id
    self.rows = rows
    self.facts = facts
  }
}

/// What one build of the tool read from one tree.
public struct Reading: Sendable {
  public var machines: [Machine]
  public var messages: [String]

  public init(machines: [Machine], messages: [String] = []) {
    self.machines = machines
    self.messages = messages
  }
}
