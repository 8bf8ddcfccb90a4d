/// One line of a trace log (`orrery.trace/1`).
public enum Record: Hashable, Sendable {
  /// The schema that this version writes.
  public static let schema = "orrery.trace/1"
  /// The state of an instance in a snapshot, where nothing told its name.
  public static let unknownState = "?"
  /// The event of a step of which only the states were seen; its origin tells nothing then.
  public static let unknownEvent = "?"

  case header(Header)
  case machine(MachineRecord)
  case instance(InstanceRecord)
  case step(StepRecord)
  case effect(EffectRecord)
  case gap(GapRecord)
}

/// The first line: which run of which program this is.
public struct Header: Hashable, Sendable {
  public var schema: String
  /// Unique for each recording.
  public var run: String
  /// Seconds since 1970 at the start.
  public var wall: Double
  /// Monotonic nanoseconds at the start, the zero of nothing in particular.
  public var mono: UInt64
  public var process: String
  public var pid: Int

  public init(
    schema: String = Record.schema, run: String, wall: Double, mono: UInt64, process: String,
    pid: Int
  ) {
    self.schema = schema
    self.run = run
    self.wall = wall
    self.mono = mono
    self.process = process
    self.pid = pid
  }
}

/// The names that a machine may use, written before its first instance.
public struct MachineRecord: Hashable, Sendable {
  public struct EventName: Hashable, Sendable {
    public var origin: String
    public var name: String

    public init(origin: String, name: String) {
      self.origin = origin
      self.name = name
    }
  }

  /// The style of a machine that is made of others.
  public static let compositeStyle = "composite"

  /// Whether the machine is made of others, from whose steps its own follow.
  public var isComposite: Bool { style == Self.compositeStyle }

  public var machine: String
  /// `reducer`, `actor`, `composable`, `mutating`, `composite`, or another word for a hand-recorded machine.
  public var style: String
  /// Known state names; empty where they are not known beforehand.
  public var states: [String]
  public var events: [EventName]
  /// The vocabulary hash, where all names are known.
  public var vocabulary: String?
  /// The structure hash, where the build supplied one.
  public var structure: String?

  public init(
    machine: String, style: String, states: [String] = [], events: [EventName] = [],
    vocabulary: String? = nil, structure: String? = nil
  ) {
    self.machine = machine
    self.style = style
    self.states = states
    self.events = events
    self.vocabulary = vocabulary
    self.structure = structure
  }
}

/// The start or the end of one running machine, or its state when a sink attached late.
public struct InstanceRecord: Hashable, Sendable {
  public enum Phase: String, CaseIterable, Sendable {
    case started, ended
    case snapshot
  }

  public var phase: Phase
  public var machine: String
  public var instance: UInt64
  public var parent: UInt64?
  public var state: String
  /// Monotonic nanoseconds.
  public var at: UInt64

  public init(
    phase: Phase, machine: String, instance: UInt64, parent: UInt64? = nil, state: String,
    at: UInt64
  ) {
    self.phase = phase
    self.machine = machine
    self.instance = instance
    self.parent = parent
    self.state = state
    self.at = at
  }
}

/// One event taken by one machine.
public struct StepRecord: Hashable, Sendable {
  public enum Verdict: String, CaseIterable, Sendable {
    case moved, stayed, ignored, rejected
    /// Neither a state nor an effect: the declaration knows whether that was meant.
    case none
  }

  /// Counts the steps of a recording from one, without gaps.
  public var seq: UInt64
  /// Monotonic nanoseconds.
  public var at: UInt64
  public var machine: String
  public var instance: UInt64
  public var parent: UInt64?
  /// `input`, `ioResult`, `internal` or `child`.
  public var origin: String
  public var event: String
  /// The effect run that produced the event.
  public var cause: UInt64?
  public var from: String
  public var to: String
  public var verdict: Verdict
  public var effects: RecordedEffect?
  /// What was inside the event and the state, where the user asked for that.
  public var payload: StepPayload?

  public init(
    seq: UInt64, at: UInt64, machine: String, instance: UInt64, parent: UInt64? = nil,
    origin: String, event: String, cause: UInt64? = nil, from: String, to: String,
    verdict: Verdict, effects: RecordedEffect? = nil, payload: StepPayload? = nil
  ) {
    self.seq = seq
    self.at = at
    self.machine = machine
    self.instance = instance
    self.parent = parent
    self.origin = origin
    self.event = event
    self.cause = cause
    self.from = from
    self.to = to
    self.verdict = verdict
    self.effects = effects
    self.payload = payload
  }
}

/// Values of a step as text; see ``PayloadPolicy``.
public struct StepPayload: Hashable, Sendable {
  /// The event with its associated values.
  public var event: String?
  /// The state after the step.
  public var state: String?

  public init(event: String? = nil, state: String? = nil) {
    self.event = event
    self.state = state
  }
}

/// The effects that a step started: `{"op":"merge","of":[…]}` with leaves `{"name":…,"run":…}`.
public indirect enum RecordedEffect: Hashable, Sendable {
  case run(name: String, run: UInt64)
  case merge([RecordedEffect])
  case concat([RecordedEffect])
  case cancel(name: String)

  /// The names of the leaves, in order.
  public var names: [String] {
    switch self {
    case .run(let name, _): [name]
    case .merge(let of), .concat(let of): of.flatMap(\.names)
    case .cancel(let name): ["cancel(\(name))"]
    }
  }
}

/// A change in the life of one effect run.
public struct EffectRecord: Hashable, Sendable {
  public enum Phase: String, CaseIterable, Sendable {
    case started, yielded, finished, cancelled, failed
  }

  public var phase: Phase
  public var run: UInt64
  public var name: String
  public var machine: String
  public var instance: UInt64
  public var at: UInt64
  /// Why it was cancelled or how it failed.
  public var reason: String?

  public init(
    phase: Phase, run: UInt64, name: String, machine: String, instance: UInt64, at: UInt64,
    reason: String? = nil
  ) {
    self.phase = phase
    self.run = run
    self.name = name
    self.machine = machine
    self.instance = instance
    self.at = at
    self.reason = reason
  }
}

/// Records that were lost.
public struct GapRecord: Hashable, Sendable {
  public var lost: UInt64
  public var reason: String

  public init(lost: UInt64, reason: String) {
    self.lost = lost
    self.reason = reason
  }
}
