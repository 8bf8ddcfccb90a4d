import Foundation
import OrreryExtraction
import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// Checks what machines record: their steps and verdicts, that each step begins where the one before it
/// ended, and that all are declared in the source of this target.
nonisolated(nonsending) func expectSteps(
  _ steps: [String], _ location: Testing.SourceLocation = #_sourceLocation,
  of body: nonisolated(nonsending) () async throws -> Void
) async throws {
  let records = try await recorded(body)
  #expect(records.steps == steps, sourceLocation: location)
  #expect(records.gaps == [], sourceLocation: location)
  let report = Conformance.judge(records: records, declared: Declared.machines)
  for machine in report.machines {
    let undeclared = machine.undeclared.map { "\(machine.recordedID): \($0.step.key)" }
    #expect(undeclared == [], sourceLocation: location)
  }
}

/// The machines that are declared in this target.
enum Declared {
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
