import OrreryTrace
import Testing

/// Machines that are marked `@Traced`, run one after the other, since they share a recorder.
@Suite("Traced", .serialized) struct TracedTests {}

/// What machines of this target record while some code runs.
nonisolated(nonsending) func recorded(_ body: nonisolated(nonsending) () async throws -> Void)
  async rethrows -> [Record]
{
  let sink = MemorySink()
  let attachment = TraceRecorder.shared.attach(sink)
  defer { TraceRecorder.shared.detach(attachment) }
  try await body()
  return sink.records.filter { $0.machine?.hasPrefix("OrreryTracedTests.") ?? false }
}

extension Record {
  fileprivate var machine: String? {
    switch self {
    case .step(let step): step.machine
    case .instance(let instance): instance.machine
    default: nil
    }
  }
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

  /// Where the events of the steps come from.
  var origins: [String] {
    compactMap { if case .step(let step) = $0 { step.origin } else { nil } }
  }

  /// The lives of instances: `started open`, `ended shut`.
  var lives: [String] {
    compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      return "\(instance.phase) \(instance.state)"
    }
  }

  /// The machines that recorded anything, each once.
  var machines: Set<String> { Set(compactMap(\.machine)) }

  /// The steps that do not begin where the one before them ended.
  var gaps: [String] {
    var states: [UInt64: String] = [:]
    var found: [String] = []
    for case .step(let step) in self {
      if let state = states[step.instance], state != step.from {
        found.append("\(state), then \(step.from) \(step.event)")
      }
      states[step.instance] = step.to
    }
    return found
  }
}
