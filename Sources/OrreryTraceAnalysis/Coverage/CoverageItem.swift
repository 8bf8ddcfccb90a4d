import OrreryModel

/// What coverage counts, in the terms of ISTQB's state transition testing.
public enum CoverageCriterion: String, CaseIterable, Sendable {
  /// 0-switch: each edge that can be taken.
  case edges
  /// 1-switch: each two edges that can be taken one after the other.
  case pairs
  case states
  case events
  /// Each refusal that is declared: a state with an event that it rejects.
  case rejected
}

/// One thing that runs can cover, and by which of them it was.
public struct CoverageItem<Subject: Hashable & Sendable>: Hashable, Sendable {
  public var subject: Subject
  /// How often it was seen.
  public var count = 0
  /// The positions of the traces that cover it, ascending.
  public var traces: [Int] = []
  /// The position of the exclusion that takes it out of the count.
  public var exclusion: Int?

  public var isCovered: Bool { !traces.isEmpty }

  init(_ subject: Subject, exclusion: Int? = nil) {
    self.subject = subject
    self.exclusion = exclusion
  }

  mutating func see(in trace: Int) {
    count += 1
    if traces.last != trace { traces.append(trace) }
  }
}

/// Two edges, the second of which leaves the state that the first enters.
public struct EdgePair: Hashable, Sendable {
  /// Positions in the machine's transitions.
  public var first: Int
  public var second: Int

  public init(first: Int, second: Int) {
    self.first = first
    self.second = second
  }
}

/// Edges that nobody expects a run to take, and why.
public struct CoverageExclusion: Hashable, Sendable {
  /// The machine's id or its last parts.
  public var machine: String
  /// What an edge must have to be meant; each may be left out, but not all of them.
  public var from: String?
  public var event: String?
  public var to: String?
  /// Why it cannot or need not be taken, for those who read the report.
  public var reason: String

  public init(
    machine: String, from: String? = nil, event: String? = nil, to: String? = nil, reason: String
  ) {
    self.machine = machine
    self.from = from
    self.event = event
    self.to = to
    self.reason = reason
  }

  func covers(_ edge: Transition) -> Bool {
    let isFrom = from.map { $0 == edge.from } ?? true
    let isTo = to.map { $0 == edge.to } ?? true
    let isEvent =
      event.map { $0 == edge.event.name || $0 == "\(edge.event.origin).\(edge.event.name)" } ?? true
    return isFrom && isTo && isEvent
  }
}
