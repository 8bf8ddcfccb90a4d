import OrreryTrace

/// Records of every type, with all optional values and with none.
enum Examples {
  static let hostile =
    "q\" b\\ n\n t\t r\r z\u{0} e\u{1F600} é \u{301} <;:#> \u{2028} \u{7F} Box<[Int?]> \\.path"

  static let header = Header(
    run: "00ff", wall: 1_763_704_743.25, mono: 12, process: "app", pid: 77)

  static let effects = RecordedEffect.concat([
    .merge([.run(name: ".log", run: 1), .run(name: hostile, run: .max)]),
    .cancel(name: "search"), .merge([]),
  ])

  static let all: [Record] = [
    .header(header),
    .machine(
      MachineRecord(
        machine: "App.Search", style: "reducer", states: ["idle", hostile],
        events: [.init(origin: "input", name: "tap"), .init(origin: "ioResult", name: hostile)],
        vocabulary: String(repeating: "0", count: 64),
        structure: String(repeating: "a", count: 64))),
    .machine(MachineRecord(machine: "App.Bare", style: "own")),
    .instance(
      InstanceRecord(
        phase: .started, machine: "App.Search", instance: 1, parent: 9, state: "idle", at: 13)),
    .instance(
      InstanceRecord(
        phase: .snapshot, machine: "App.Search", instance: 2, state: hostile, at: .max)),
    .step(
      StepRecord(
        seq: 1, at: 14, machine: "App.Search", instance: 1, parent: 9, origin: "input",
        event: "tap", cause: 3, from: "idle", to: hostile, verdict: .moved, effects: effects,
        payload: StepPayload(event: hostile, state: ".idle"))),
    .step(
      StepRecord(
        seq: 2, at: 14, machine: "App.Search", instance: 1, origin: "input", event: "tap",
        from: "idle", to: "idle", verdict: .stayed, payload: StepPayload(state: ".idle"))),
    .step(
      StepRecord(
        seq: .max, at: 0, machine: hostile, instance: 0, origin: "child", event: hostile,
        from: "", to: "", verdict: .none)),
    .effect(
      EffectRecord(
        phase: .cancelled, run: 1, name: ".log", machine: "App.Search", instance: 1, at: 15,
        reason: hostile)),
    .effect(
      EffectRecord(
        phase: .started, run: 2, name: ".log", machine: "App.Search", instance: 1, at: 16)),
    .gap(GapRecord(lost: 4, reason: "disk full")),
  ]

  static var log: [UInt8] {
    all.reduce(into: []) { RecordEncoder.append($1, to: &$0) }
  }

  /// A step that moves, the most frequent record.
  static func step(_ seq: UInt64, from: String = "idle", to: String = "loading") -> Record {
    .step(
      StepRecord(
        seq: seq, at: seq * 10, machine: "App.Search", instance: 1, origin: "input", event: "tap",
        from: from, to: to, verdict: from == to ? .stayed : .moved))
  }
}
