import Foundation
import OrreryTrace
import Testing

/// `kill -9` at any moment loses no step whose call has returned.
///
/// `ORRERY_KILLS` says how often a process is killed.
@Suite(.enabled(if: RecordingChild.isBuilt, "the executable RecordingChild is not built"))
struct KilledProcessTests {
  private static let kills =
    ProcessInfo.processInfo.environment["ORRERY_KILLS"].flatMap { Int($0) } ?? 10

  @Test("Every step whose call has returned is in the log, numbered without gap")
  func killed() throws {
    for round in 0..<Self.kills {
      try withTemporaryFile { log in
        try withTemporaryFile { counts in
          let returned = try RecordingChild.run(
            log: log, counts: counts, milliseconds: .random(in: 0...40))
          try check(log, returned: returned, round: round)
        }
      }
    }
  }

  private func check(_ log: String, returned: [UInt64], round: Int) throws {
    var next: UInt64 = 1
    var steps: [String: UInt64] = [:]
    let (records, warnings) = try TraceReader(path: log).records()
    for case .step(let step) in records {
      try #require(step.seq == next, "round \(round)")
      next += 1
      steps[step.machine, default: 0] += 1
    }
    for (thread, count) in returned.enumerated() {
      let recorded = steps["Thread\(thread)"] ?? 0
      // The call that was going on may have written its step, or not.
      #expect(count...count + 1 ~= recorded, "round \(round), thread \(thread)")
    }
    // What was being written can be torn, into as many lines as the copy had parts.
    let areLast = warnings.allSatisfy { $0.line > records.count }
    #expect(areLast && warnings.count <= 4, "round \(round): \(warnings)")
  }
}
