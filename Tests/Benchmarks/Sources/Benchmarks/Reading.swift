import Foundation
import OrreryTrace
import OrreryTraceAnalysis

/// The summary of a log, beside the same counts by others.
enum Reading {
  static func run(in folder: URL) throws {
    for steps in [200_000, 2_000_000] + (isLong ? [20_000_000] : []) {
      try compare(steps: steps, in: folder.appending(path: "\(steps).jsonl").path)
    }
  }

  private static var isLong: Bool { CommandLine.arguments.contains("--long") }

  private static func compare(steps: Int, in log: String) throws {
    try write(steps: steps, to: log)
    defer { try? FileManager.default.removeItem(atPath: log) }
    let bytes = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0
    var memory = 0.0
    let seconds = rounds(
      3,
      [
        {
          let figures = summary(log)
          memory = max(memory, figures.mebibytes)
          return figures.seconds
        }, { Peers.duckDB(log) ?? .nan }, { Peers.seconds(["wc", "-l", log]) ?? .nan },
      ])
    let what = "summary of \(steps) steps, \(bytes >> 20) MiB"
    row(what, seconds[0], seconds[1], "DuckDB", bar: 0.5)
    row(what, seconds[0], seconds[2], "wc -l")
    if steps == 200_000 {
      row(what, seconds[0], Peers.seconds(["jq", ".verdict", log]) ?? .nan, "jq")
    }
    Table.line(String(format: "%6.0f MiB of memory at most  \(what)", memory))
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

  static func runAlone(_ log: String?) throws {
    guard let log else { throw Failure("usage: Benchmarks summary LOG") }
    let start = Stopwatch.now()
    var summary = TraceSummary()
    try summary.read(TraceReader(path: log))
    let seconds = Double(Stopwatch.now() - start) / 1e9
    guard summary.steps > 0 else { throw Failure("'\(log)' holds no steps") }
    print(seconds, try peakMebibytes())
  }

  /// The most memory that this process has held.
  private static func peakMebibytes() throws -> Double {
    try ProcessMemory.kibibytes("VmHWM") / 1024
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

extension Reading {
  /// Sixteen instances of four machines that go round, each step as often as the next.
  private static func write(steps: Int, to path: String) throws {
    let recorder = TraceRecorder(sink: try FileSink(path: path))
    defer { recorder.close() }
    let states = ["idle", "connecting", "connected", "waiting"]
    let events = ["connect", "opened", "closed", "retry"]
    let traces = (0..<16).map { number in
      TraceInstance(
        machine: "Network.Machine\(number % 4)", state: states[0], recorder: recorder)
    }
    for step in 0..<steps {
      let turn = step / traces.count
      traces[step % traces.count].record(
        event: events[turn % 4], from: states[turn % 4], to: states[(turn + 1) % 4])
    }
  }
}
