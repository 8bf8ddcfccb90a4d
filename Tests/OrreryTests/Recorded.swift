import Orrery
import OrreryTrace

/// A recording in memory, and its lines in a short form.
struct Recorded {
  let sink = MemorySink()
  let recorder: TraceRecorder

  init() { recorder = TraceRecorder(sink: sink) }

  /// Records from now on what goes on already.
  init(attachedTo recorder: TraceRecorder) {
    self.recorder = recorder
    recorder.attach(sink)
  }

  /// `Lamp#1: input.press off > warming moved [heat]`.
  var steps: [String] {
    sink.records.compactMap { record in
      guard case .step(let step) = record else { return nil }
      let machine = step.machine.split(separator: ".").last.map(String.init) ?? step.machine
      let effects = step.effects.map { " [\(describe($0))]" } ?? ""
      return "\(machine)#\(step.instance): \(step.origin).\(step.event) \(step.from) > \(step.to)"
        + " \(step.verdict.rawValue)\(effects)"
    }
  }

  /// `started heat`, `cancelled heat: reason`.
  var effects: [String] {
    sink.records.compactMap { record in
      guard case .effect(let effect) = record else { return nil }
      return "\(effect.phase.rawValue) \(effect.name)" + (effect.reason.map { ": \($0)" } ?? "")
    }
  }

  /// `started Lamp#2 in 1: off`.
  var instances: [String] {
    sink.records.compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      let machine = instance.machine.split(separator: ".").last.map(String.init) ?? ""
      let parent = instance.parent.map { " in \($0)" } ?? ""
      return
        "\(instance.phase.rawValue) \(machine)#\(instance.instance)\(parent): \(instance.state)"
    }
  }

  private func describe(_ effect: RecordedEffect) -> String {
    switch effect {
    case .run(let name, _): name
    case .merge(let parts): "merge(\(parts.map(describe).joined(separator: ", ")))"
    case .concat(let parts): "concat(\(parts.map(describe).joined(separator: ", ")))"
    case .cancel(let name): "cancel(\(name))"
    }
  }
}

/// Waits until something holds, at most two seconds.
func eventually(_ isTrue: () -> Bool) async -> Bool {
  for _ in 0..<2_000 {
    if isTrue() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return isTrue()
}
