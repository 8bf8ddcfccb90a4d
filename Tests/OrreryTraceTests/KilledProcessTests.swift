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

/// The program that is killed.
private enum RecordingChild {
  /// Beside the tests, where the package manager builds it.
  static let path: String = {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let places = [tests, URL(filePath: CommandLine.arguments[0])]
    return places.map { $0.deletingLastPathComponent().appending(path: "RecordingChild").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
  }()

  static var isBuilt: Bool { !path.isEmpty }

  /// Lets it record for a while, kills it, and returns how many calls of each thread had returned.
  static func run(log: String, counts: String, milliseconds: Int) throws -> [UInt64] {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [log, counts]
    try process.run()
    let deadline = ContinuousClock.now + .seconds(30)
    while numbers(in: counts).reduce(0, +) == 0, ContinuousClock.now < deadline { usleep(500) }
    usleep(UInt32(milliseconds) * 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try #require(process.terminationReason == .uncaughtSignal)
    let result = numbers(in: counts)
    try #require(result.reduce(0, +) > 0, "it has not begun to record")
    return result
  }

  private static func numbers(in path: String) -> [UInt64] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
      }
    }
  }
}
