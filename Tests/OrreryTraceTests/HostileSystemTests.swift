import Foundation
import OrreryTrace
import Testing

/// What others may do to a log while it is written, and what the machine may rely on.
@Suite(.enabled(if: RecordingChild.isBuilt, "the executable RecordingChild is not built"))
struct HostileSystemTests {
  @Test("A file that is made read-only while it is open is recorded to, and closed as any other")
  func readOnly() throws {
    try withTemporaryFile { path in
      let sink = try FileSink(path: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      for seq in 1...20_000 { sink.write(Examples.step(UInt64(seq))) }
      sink.close()
      #expect(sink.lost == 0)
      let (records, warnings) = try TraceReader(path: path).records()
      #expect(records.count == 20_000 && warnings.isEmpty)
    }
  }

  @Test("A file that another process truncates ends the program, as is documented")
  func truncated() throws {
    try withTemporaryFile { log in
      try withTemporaryFile { counts in
        let (reason, status) = try RecordingChild.run(log: log, counts: counts) { _ in
          #expect(truncate(log, 0) == 0)
        }
        #expect(reason == .uncaughtSignal && status == SIGBUS)
      }
    }
  }

  @Test("The memory of a process that records does not grow with its log")
  func memory() throws {
    try withTemporaryFile { log in
      try withTemporaryFile { counts in
        var sizes: [Int] = []
        _ = try RecordingChild.run(log: log, counts: counts) { process in
          for steps in [25_000, 200_000] {
            try RecordingChild.wait(until: steps, counts)
            sizes.append(try residentMemory(of: process))
          }
          kill(process, SIGKILL)
        }
        let length = try #require(
          try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int)
        #expect(length > 20 << 20, "what was written is much more than what may be kept")
        #expect(sizes[1] - sizes[0] < 4 << 20, "from \(sizes[0]) to \(sizes[1]) bytes")
      }
    }
  }

  /// The bytes that a process holds in memory, its part of the mapped log among them.
  private func residentMemory(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return try #require(kilobytes.flatMap { Int($0) }) * 1024
  }
}
