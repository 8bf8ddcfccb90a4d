import Foundation
import OrreryTrace
import Testing

@Suite("Verbs about traces withstand broken logs")
struct TraceHostilityTests {
  private static let verbs: [[String]] = [
    ["summary"], ["show"], ["show", "--led-to", "5"], ["sequence"], ["timeline"],
    ["export", "--format", "jsonl"], ["export", "--format", "csv"], ["export", "--format", "xes"],
    ["export", "--format", "chrome"], ["export", "--format", "otlp"],
    ["export", "--format", "scxml", "--output", "out"],
  ]

  private func run(_ bench: Workbench, _ bytes: [UInt8], _ arguments: [String]) throws -> Int32 {
    // Not through `Data`, which waits for the disk each time.
    let file = try #require(fopen(bench.path("run.jsonl"), "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return bench.run(["trace", arguments[0], "run.jsonl"] + arguments.dropFirst()).status
  }

  /// The reader itself is tested at every byte; a run of the whole tool is too slow for that.
  @Test("cut off anywhere", arguments: verbs.indices)
  func cut(verb: Int) throws {
    let bench = try Workbench()
    let log = Array(Log.text(Log.family).utf8)
    for length in stride(from: verb, to: log.count, by: Self.verbs.count * 9 + 1) {
      let status = try run(bench, Array(log[..<length]), Self.verbs[verb])
      #expect(status == 0 || status == 1, "cut at \(length)")
    }
  }

  @Test("with random bytes", arguments: verbs.indices)
  func flipped(verb: Int) throws {
    let bench = try Workbench()
    var random = SplitMix(seed: UInt64(verb))
    let log = Array(Log.text(Log.family).utf8)
    for _ in 0..<12 {
      var bytes = log
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      let status = try run(bench, bytes, Self.verbs[verb])
      #expect(status == 0 || status == 1)
    }
  }

  @Test("whose numbers are as large as they can be", arguments: verbs)
  func extremes(verb: [String]) throws {
    let bench = try Workbench()
    let most = UInt64.max
    func step(_ seq: UInt64, _ at: UInt64, _ from: String, _ to: String) -> Record {
      .step(
        StepRecord(
          seq: seq, at: at, machine: "M.M", instance: most, parent: most, origin: "ioResult",
          event: "e", cause: most, from: from, to: to, verdict: .moved,
          effects: .run(name: "f", run: most)))
    }
    let records: [Record] = [
      .header(Header(run: "a", wall: 1e300, mono: most, process: "p", pid: .max)),
      step(most, most, "a", "b"), step(0, 0, "b", "a"), step(5, most, "a", "b"),
      .effect(
        EffectRecord(phase: .started, run: most, name: "f", machine: "M.M", instance: most, at: 0)),
      .effect(
        EffectRecord(phase: .failed, run: most, name: "f", machine: "M.M", instance: 0, at: most)),
      .gap(GapRecord(lost: most, reason: "")), .gap(GapRecord(lost: most, reason: "")),
      .header(Header(run: "b", wall: -1e300, mono: 0, process: "", pid: 0)), step(1, 1, "a", "a"),
    ]
    let status = try run(bench, Array(Log.text(records).utf8), verb)
    #expect(status == 0)
  }
}
