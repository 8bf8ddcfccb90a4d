import Foundation
import OrreryTrace

/// Logs for the tool to read.
enum Log {
  static let door = "Home.DoorStateMachine"

  /// A log of one instance of a machine, of steps `(from, event, to)` 1.5 ms apart.
  static func text(
    machine: String = door, start: String = "open", run: String = "r", wall: Double = 1,
    _ steps: [(from: String, event: String, to: String)]
  ) -> String {
    var records: [Record] = [
      .header(Header(run: run, wall: wall, mono: 1, process: "test", pid: 1)),
      .machine(MachineRecord(machine: machine, style: "mutating")),
      .instance(
        InstanceRecord(phase: .started, machine: machine, instance: 1, state: start, at: 1)),
    ]
    for (position, step) in steps.enumerated() {
      records.append(
        .step(
          StepRecord(
            seq: UInt64(position + 1), at: UInt64(position + 1) * 1_500_000, machine: machine,
            instance: 1, origin: "input", event: step.event, from: step.from, to: step.to,
            verdict: step.from == step.to ? .ignored : .moved)))
    }
    return text(records)
  }

  static func text(_ records: [Record]) -> String {
    records.map { RecordEncoder.line($0) }.joined()
  }

  /// Two machines, the one a child of the other, with effects that cause steps.
  static let family: [Record] = {
    let (shop, cart) = ("Shop.Shop", "Shop.Cart")
    func step(
      _ seq: UInt64, _ at: UInt64, _ machine: String, _ instance: UInt64, _ origin: String,
      _ event: String, _ from: String, _ to: String, cause: UInt64? = nil,
      effects: RecordedEffect? = nil, _ verdict: StepRecord.Verdict = .moved
    ) -> Record {
      .step(
        StepRecord(
          seq: seq, at: at, machine: machine, instance: instance, parent: instance == 2 ? 1 : nil,
          origin: origin, event: event, cause: cause, from: from, to: to, verdict: verdict,
          effects: effects))
    }
    func effect(
      _ phase: EffectRecord.Phase, _ run: UInt64, _ name: String, _ machine: String,
      _ instance: UInt64, _ at: UInt64, reason: String? = nil
    ) -> Record {
      .effect(
        EffectRecord(
          phase: phase, run: run, name: name, machine: machine, instance: instance, at: at,
          reason: reason))
    }
    return [
      .header(Header(run: "f", wall: 1_700_000_000, mono: 1000, process: "shop", pid: 7)),
      .machine(MachineRecord(machine: shop, style: "reducer")),
      .instance(
        InstanceRecord(phase: .started, machine: shop, instance: 1, state: "idle", at: 1000)),
      .machine(MachineRecord(machine: cart, style: "reducer")),
      .instance(
        InstanceRecord(
          phase: .started, machine: cart, instance: 2, parent: 1, state: "empty", at: 1500)),
      step(
        1, 2000, shop, 1, "input", "open", "idle", "loading",
        effects: .merge([.run(name: ".fetch", run: 1), .run(name: ".log", run: 2)])),
      effect(.started, 1, ".fetch", shop, 1, 2100), effect(.started, 2, ".log", shop, 1, 2150),
      step(2, 2500, cart, 2, "input", "add", "empty", "filled"),
      effect(.failed, 2, ".log", shop, 1, 2600, reason: "full"),
      effect(.yielded, 1, ".fetch", shop, 1, 3000),
      step(
        3, 3100, shop, 1, "ioResult", "fetched", "loading", "open", cause: 1,
        effects: .run(name: ".show", run: 3)),
      effect(.finished, 1, ".fetch", shop, 1, 3150), effect(.started, 3, ".show", shop, 1, 3200),
      step(4, 3300, cart, 2, "input", "add", "filled", "filled", .rejected),
      step(5, 4000, shop, 1, "ioResult", "shown", "open", "open", cause: 3, .stayed),
      effect(.cancelled, 3, ".show", shop, 1, 4100, reason: "closed"),
      .instance(
        InstanceRecord(phase: .ended, machine: cart, instance: 2, state: "filled", at: 5000)),
    ]
  }()
}
