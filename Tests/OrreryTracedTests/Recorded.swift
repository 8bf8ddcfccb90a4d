import OrreryTrace

/// What is recorded while some code runs, machine by machine.
func recorded(_ body: () async throws -> Void) async rethrows -> [Record] {
  let sink = MemorySink()
  let attachment = TraceRecorder.shared.attach(sink)
  defer { TraceRecorder.shared.detach(attachment) }
  try await body()
  return sink.records
}

extension [Record] {
  /// The steps: `open push > shut`, with the verdict where it is neither moved nor stayed.
  var steps: [String] {
    compactMap { record in
      guard case .step(let step) = record else { return nil }
      let end = [.moved, .stayed].contains(step.verdict) ? "" : " \(step.verdict)"
      return "\(step.from) \(step.event) > \(step.to)\(end)"
    }
  }

  /// The instances: `started open`, `ended shut`.
  var lives: [String] {
    compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      return "\(instance.phase) \(instance.state)"
    }
  }
}
