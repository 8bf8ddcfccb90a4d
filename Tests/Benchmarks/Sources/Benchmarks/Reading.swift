import Foundation
import OrreryTrace
import OrreryTraceAnalysis

/// What `orrery trace summary` costs, beside the same counts by others.
///
/// Where `ORRERY` names a release build of the tool, the verb itself is measured, from its start to its
/// end; else what it calls.
enum Reading {
  static func run(in folder: URL) throws {
    let path = folder.appending(path: "read.jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    Table.line("summary by \(tool.map { "`\($0) trace summary`" } ?? "the module, not the tool")")
    for steps in [200_000, 2_000_000] + (isLong ? [20_000_000] : []) {
      for log in [Log(steps: steps), Log(steps: steps, hasEffects: true)] {
        try log.write(to: path)
        try compare(log, in: path)
      }
    }
  }

  private static var isLong: Bool { CommandLine.arguments.contains("--long") }
  private static var tool: String? { ProcessInfo.processInfo.environment["ORRERY"] }

  private static func compare(_ log: Log, in path: String) throws {
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    var memory = 0.0
    let seconds = rounds(
      3,
      [
        {
          let figures = summary(path)
          memory = max(memory, figures.mebibytes)
          return figures.seconds
        }, { Peers.duckDB(path) ?? .nan }, { Peers.seconds(["wc", "-l", path]) ?? .nan },
      ])
    let what = "summary of \(log.name), \(bytes >> 20) MiB"
    row(what, seconds[0], seconds[1], "DuckDB", bar: 0.5)
    row(what, seconds[0], seconds[2], "wc -l")
    if log.steps == 200_000 {
      row(what, seconds[0], Peers.seconds(["jq", ".verdict", path]) ?? .nan, "jq")
    }
    Table.line(String(format: "%6.0f MiB of memory at most (bar 64)  \(what)", memory))
  }

  private static func row(
    _ what: String, _ ours: Double, _ peer: Double, _ name: String, bar: Double? = nil
  ) {
    guard !peer.isNaN else {
      return Table.line("skipped: \(name) is not installed, or could not read the log")
    }
    Table.row(what, ours: ours, peer: peer, unit: "s", name: name, bar: bar)
  }

  // MARK: - In a process of its own

  /// In another process, so that its memory is its own.
  private static func summary(_ log: String) -> (seconds: Double, mebibytes: Double) {
    let output = Peers.output([CommandLine.arguments[0], "summary", log])
    let figures = (output ?? "").split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return figures.count == 2 ? (figures[0], figures[1]) : (.nan, .nan)
  }

  /// Prints seconds and mebibytes.
  static func runAlone(_ log: String?) throws {
    guard let log else { throw Failure("usage: Benchmarks summary LOG") }
    let start = Stopwatch.now()
    if let tool {
      guard Peers.output([tool, "trace", "summary", log]) != nil else {
        throw Failure("'\(tool) trace summary \(log)' failed")
      }
    } else {
      var summary = TraceSummary()
      try summary.read(TraceReader(path: log))
      guard summary.steps > 0 else { throw Failure("'\(log)' holds no steps") }
    }
    let seconds = Double(Stopwatch.now() - start) / 1e9
    print(seconds, peakMebibytes(ofChildren: tool != nil))
  }

  /// The most memory that this process, or one that it started, has held.
  private static func peakMebibytes(ofChildren: Bool) -> Double {
    var usage = rusage()
    // RUSAGE_CHILDREN and RUSAGE_SELF, whose types differ between systems.
    getrusage(ofChildren ? -1 : 0, &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}

/// What Linux tells of the memory of this process.
enum ProcessMemory {
  static func kibibytes(_ name: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
    guard let kibibytes = line.split(separator: " ").compactMap({ Double($0) }).first else {
      throw Failure("'/proc/self/status' does not tell the memory")
    }
    return kibibytes
  }
}
