import OrreryTrace

/// What a recorder was told, in a line each.
struct ObservationLog {
  let sink = MemorySink()
  let recorder = TraceRecorder()

  init() { recorder.attach(sink) }

  var steps: [String] {
    sink.records.compactMap { record in
      guard case .step(let step) = record else { return nil }
      return "\(step.event): \(step.from) > \(step.to) \(step.verdict.rawValue)"
    }
  }

  var instances: [String] {
    sink.records.compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      return "\(instance.phase.rawValue) \(instance.state)"
    }
  }

  var machines: [String] {
    sink.records.compactMap { record in
      guard case .machine(let machine) = record else { return nil }
      return machine.machine
    }
  }
}
