import Foundation
import OrreryTrace
import Testing

@testable import OrreryCommandLine

@Suite("Verbs about traces withstand broken logs")
struct TraceHostilityTests {
  private static let verbs: [[String]] = [
    ["summary"], ["show"], ["show", "--led-to", "1"], ["sequence"], ["timeline"],
    ["export", "--format", "jsonl"], ["export", "--format", "csv"], ["export", "--format", "xes"],
    ["export", "--format", "chrome"], ["export", "--format", "otlp"],
    ["export", "--format", "scxml", "--output", "out"], ["diff", "run.jsonl"],
    ["conform", "--source", "M.swift"], ["coverage", "--source", "M.swift"],
  ]
  /// Those that need no declaration.
  private static let reading = verbs.filter { !$0.contains("--source") }

  /// A verb that is parsed once and run on many logs.
  private struct Parsed {
    let bench: Workbench
    private let verb: any Verb
    private let context: Context

    init(_ arguments: [String], on bench: Workbench) throws {
      self.bench = bench
      let all = ["trace", arguments[0], "run.jsonl"] + arguments.dropFirst()
      verb = try #require(OrreryCommand.parseAsRoot(all) as? any Verb)
      let silent = Console.Stream { _ in }
      context = Context(
        console: Console(output: silent, messages: silent, environment: [:]),
        project: try Project(workingDirectory: bench.folder), program: nil)
    }

    /// Each log is a new file: to shorten one waits for the disk.
    func run(_ bytes: some Collection<UInt8>) throws -> Int32 {
      let bytes = Array(bytes)
      try? FileManager.default.removeItem(atPath: bench.path("run.jsonl"))
      let file = try #require(fopen(bench.path("run.jsonl"), "w"))
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
      do throws(Failure) {
        return try verb.run(in: context).rawValue
      } catch {
        return error.status.rawValue
      }
    }
  }

  /// A log of every kind of record, as short as they come.
  private static let small: [UInt8] = {
    let run = RecordedEffect.run(name: "f", run: 1)
    let records: [Record] = [
      .header(Header(run: "", wall: 0, mono: 0, process: "", pid: 0)),
      .machine(MachineRecord(machine: "M", style: "")),
      .instance(InstanceRecord(phase: .started, machine: "M", instance: 1, state: "a", at: 0)),
      .step(
        StepRecord(
          seq: 1, at: 1, machine: "M", instance: 1, origin: "input", event: "e", from: "a",
          to: "b", verdict: .moved, effects: run)),
      .effect(
        EffectRecord(phase: .started, run: 1, name: "f", machine: "M", instance: 1, at: 2)),
      .gap(GapRecord(lost: 1, reason: "")),
    ]
    return Array(Log.text(records).utf8)
  }()

  /// Every byte of the last two records, and of the others one in as many as there are verbs, so that
  /// no byte is left out by all of them.
  private static func cuts(for verb: [String]) -> [Int] {
    let turn = verbs.firstIndex(of: verb) ?? 0
    let newlines = small.indices.filter { small[$0] == 0x0A }
    let lastTwo = newlines[newlines.count - 3]
    return small.indices.filter { $0 > lastTwo || $0 % verbs.count == turn }
  }

  @Test("cut off at every byte", arguments: verbs)
  func cut(verb: [String]) throws {
    let source = Fixture.machine(
      "M", states: "a, b", initial: "a", handlers: [("e", [".a: state = .b", ".b: break"])])
    let bench = try Workbench(["M.swift": source])
    let parsed = try Parsed(verb, on: bench)
    for length in Self.cuts(for: verb) {
      let status = try parsed.run(Self.small[..<length])
      // Where nothing is left but the machine, no step confirms the declaration.
      let mayBeEmpty = verb.first == "conform" && status == 3
      #expect(status == 0 || status == 1 || mayBeEmpty, "cut at \(length): \(status)")
    }
    #expect(try parsed.run(Self.small) == 0)
    #expect(try bench.files().allSatisfy { ["M.swift", "run.jsonl", "out/M.scxml"].contains($0) })
  }

  @Test("with random bytes", arguments: reading.indices)
  func flipped(verb: Int) throws {
    let parsed = try Parsed(Self.reading[verb], on: Workbench())
    var random = SplitMix(seed: UInt64(verb))
    let log = Array(Log.text(Log.family).utf8)
    for _ in 0..<12 {
      var bytes = log
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      let status = try parsed.run(bytes)
      #expect(status == 0 || status == 1)
    }
  }

  @Test("whose numbers are as large as they can be", arguments: reading)
  func extremes(verb: [String]) throws {
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
    #expect(try Parsed(verb, on: Workbench()).run(Log.text(records).utf8) == 0)
  }

  private static func times(_ count: Int, _ byte: Character) -> [UInt8] {
    Array(repeating: byte.asciiValue ?? 0, count: count)
  }

  /// Lines that nobody can use.
  private static let monsters: [String: [UInt8]] = [
    "ten megabytes": times(10_000_000, "x"),
    "forty megabytes": times(40_000_000, "x"),
    "no UTF-8": Array(#"{"type":"gap","lost":1,"reason":""#.utf8) + [0xC3, 0x28, 0x22, 0x7D],
    "brackets without end": Array(#"{"x":"#.utf8) + times(2_000_000, "["),
    "effects without end": Array(
      (#"{"type":"step","effects":"#
        + String(repeating: #"{"op":"merge","of":["#, count: 100_000)).utf8),
    "a long number": Array(#"{"type":"gap","lost":"#.utf8) + times(10_000_000, "9"),
    "zeros": [UInt8](repeating: 0, count: 3_000_000),
  ]

  @Test(
    "of which one line is a monster", arguments: monsters.keys.sorted(), [["summary"], ["show"]])
  func monster(name: String, verb: [String]) throws {
    let bench = try Workbench()
    let log = Array(Log.text([("a", "e", "b"), ("b", "f", "a")]).utf8)
    let monster = try #require(Self.monsters[name])
    #expect(try Parsed(verb, on: bench).run(log + monster + [0x0A] + log) == 0)
    let outcome = bench.run(["trace"] + verb + ["run.jsonl"])
    let steps = outcome.output.split(separator: "\n").count
    #expect(verb == ["summary"] ? outcome.output.contains("4 steps") : steps == 4)
    #expect(outcome.output.utf8.count < 2000 && outcome.messages.utf8.count < 2000)
    #expect(outcome.messages.isEmpty == (name == "zeros"))
  }

  @Test("with a number of a billion digits", arguments: ["summary", "show"])
  func billion(verb: String) throws {
    let bench = try Workbench()
    let log = Log.text([("a", "e", "b")])
    let file = try #require(fopen(bench.path("run.jsonl"), "w"))
    fputs(log + #"{"type":"step","seq":"#, file)
    let digits = Self.times(10_000_000, "7")
    for _ in 0..<100 { fwrite(digits, 1, digits.count, file) }
    fputs("}\n" + log, file)
    fclose(file)
    let outcome = bench.run("trace", verb, "run.jsonl")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.contains(verb == "summary" ? "2 steps" : "–e→"))
    #expect(outcome.messages.split(separator: "\n").count <= 11)
  }
}
