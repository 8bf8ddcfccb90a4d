import Logging
import OrreryTrace

/// A record as a message and its metadata; the keys are those of the trace log.
struct LogFacts {
  private(set) var message = ""
  private(set) var metadata: Logger.Metadata = [:]
  private(set) var isLoss = false

  init(_ record: Record) {
    switch record {
    case .header(let header): read(header)
    case .machine(let machine): read(machine)
    case .instance(let instance): read(instance)
    case .step(let step): read(step)
    case .effect(let effect): read(effect)
    case .gap(let gap):
      message = "gap"
      isLoss = true
      metadata = ["lost": "\(gap.lost)", "reason": "\(gap.reason)"]
    }
  }

  private mutating func read(_ header: Header) {
    message = "header"
    metadata = [
      "schema": "\(header.schema)", "run": "\(header.run)", "process": "\(header.process)",
      "pid": "\(header.pid)",
    ]
  }

  private mutating func read(_ machine: MachineRecord) {
    message = "machine"
    metadata = ["machine": "\(machine.machine)", "style": "\(machine.style)"]
  }

  private mutating func read(_ instance: InstanceRecord) {
    message = "instance \(instance.phase.rawValue)"
    metadata = [
      "machine": "\(instance.machine)", "instance": "\(instance.instance)",
      "state": "\(instance.state)", "at": "\(instance.at)",
    ]
    add("parent", instance.parent)
  }

  private mutating func read(_ step: StepRecord) {
    message = "step"
    metadata = [
      "seq": "\(step.seq)", "at": "\(step.at)", "machine": "\(step.machine)",
      "instance": "\(step.instance)", "origin": "\(step.origin)", "event": "\(step.event)",
      "from": "\(step.from)", "to": "\(step.to)", "verdict": "\(step.verdict.rawValue)",
    ]
    add("parent", step.parent)
    add("cause", step.cause)
    if let effects = step.effects {
      metadata["effects"] = .array(effects.names.map { "\($0)" })
    }
    add("payload.event", step.payload?.event)
    add("payload.state", step.payload?.state)
  }

  private mutating func read(_ effect: EffectRecord) {
    message = "effect \(effect.phase.rawValue)"
    metadata = [
      "run": "\(effect.run)", "name": "\(effect.name)", "machine": "\(effect.machine)",
      "instance": "\(effect.instance)", "at": "\(effect.at)",
    ]
    add("reason", effect.reason)
  }

  private mutating func add(_ key: String, _ value: (some CustomStringConvertible)?) {
    if let value { metadata[key] = "\(value.description)" }
  }
}
