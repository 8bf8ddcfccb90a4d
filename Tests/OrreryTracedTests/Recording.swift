import Foundation
import OrreryExtraction
import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
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

/// Checks what machines record: their steps and verdicts, that each step begins where the one before it
/// ended, and that all are declared in the source of this target.
nonisolated(nonsending) func expectSteps(
  _ steps: [String], _ location: Testing.SourceLocation = #_sourceLocation,
  of body: nonisolated(nonsending) () async throws -> Void
) async throws {
  let records = try await recorded(body)
  #expect(records.steps == steps, sourceLocation: location)
  #expect(records.gaps == [], sourceLocation: location)
  let report = try Conformance.judge(records: records, declared: Declared.machines)
  for machine in report.machines {
    let undeclared = machine.undeclared.map { "\(machine.recordedID): \($0.step.key)" }
    #expect(undeclared == [], sourceLocation: location)
  }
}

/// The machines that are declared in this target.
private enum Declared {
  static let machines: [Machine] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Machines")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let sources = files.sorted().compactMap { name in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map {
        SourceText(module: "OrreryTracedTests", path: name, text: $0)
      }
    }
    return Extractor().extract(sources).machines
  }()
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
  fileprivate var gaps: [String] {
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
