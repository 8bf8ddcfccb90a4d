import Foundation
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// Counting on all cores gives what counting record by record gives.
@Suite struct SummaryReadingTests {
  private typealias Make = Fixtures

  /// Steps and what is between them, with every hard line: torn, blank, long, spaced, escaped.
  private static func log(steps: Int) -> String {
    var random = SplitMix(seed: 7)
    var lines = [
      RecordEncoder.line(.header(Header(run: "r", wall: 0, mono: 0, process: "p", pid: 1)))
    ]
    for seq in 1...steps {
      let instance = UInt64.random(in: 1...9, using: &random)
      let names = ["a", "b", "a \"c\"", "d/e", String(repeating: "f", count: 40), "\u{1F600}"]
      let from = names.randomElement(using: &random) ?? ""
      let to = names.randomElement(using: &random) ?? ""
      let line = RecordEncoder.line(
        Make.step(
          from, "e", to, machine: "M\(instance % 3)", seq: UInt64(seq), at: UInt64(seq * 5),
          instance: instance))
      switch Int.random(in: 0..<400, using: &random) {
      case 0: lines.append(String(line.prefix(60)) + "\n")
      case 1: lines.append("\n  \n")
      case 2: lines.append(line.replacing(",\"", with: " , \""))
      case 3: lines.append(line.replacing("}\n", with: ",\"new\":{\"x\":[1]}}\n"))
      case 4: lines.append(line.replacing("moved", with: "danced"))
      case 5:
        lines.append(effect(.started, at: seq * 5) + line + effect(.finished, at: seq * 5 + 1))
      case 6: lines.append(line.replacing("\"seq\":", with: "\"seq\":99999999999999999999"))
      default: lines.append(line)
      }
    }
    return lines.joined()
  }

  /// Of more than two pieces.
  private static let long = Array(log(steps: 15_000).utf8)

  private static func effect(_ phase: EffectRecord.Phase, at time: Int) -> String {
    RecordEncoder.line(
      .effect(
        EffectRecord(
          phase: phase, run: 1, name: ".load", machine: "M1", instance: 1, at: UInt64(time))))
  }

  private func check(_ bytes: [UInt8]) throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: path))
    for reader in [try TraceReader(path: path), TraceReader(bytes: bytes, name: path)] {
      var one = TraceSummary()
      func count(_ record: Record) { one.add(record) }
      let expected = try reader.forEach(count)
      var all = TraceSummary()
      let warnings = try all.read(reader)
      #expect(warnings == expected)
      #expect(all.steps == one.steps && all.span == one.span && all.lost == one.lost)
      #expect(all.machines.map(\.id) == one.machines.map(\.id))
      for (machine, other) in zip(all.machines, one.machines) {
        #expect(machine.states == other.states && machine.effects == other.effects)
        #expect(Array(machine.observed) == Array(other.observed))
        #expect(machine.steps == other.steps)
      }
    }
  }

  @Test("A log of many pieces, with lines of every kind")
  func pieces() throws {
    #expect(Self.long.count > 2 << 20)
    try check(Self.long)
  }

  @Test("Lines that go on in many ways behind the same beginning")
  func manyTails() throws {
    var random = SplitMix(seed: 11)
    let header = Header(run: "r", wall: 0, mono: 0, process: "p", pid: 1)
    var log = RecordEncoder.line(.header(header))
    for seq in 1...20_000 {
      let line = RecordEncoder.line(Self.step(UInt64(seq), using: &random))
      log += line
      switch Int.random(in: 0..<40, using: &random) {
      case 0: log += line.replacing("\"cause\":", with: "\"cause\":00000000000000000")
      case 1: log += line.replacing("\"parent\":", with: "\"parent\":x")
      case 2: log += line.replacing("}\n", with: "} \n")
      case 3: log += line.replacing("\"instance\":", with: "\"instance\":-")
      case 4: log += line.dropLast(2) + "\n"
      default: break
      }
      if seq % 3 == 0 { log += Self.change(UInt64(seq), using: &random) }
    }
    try check(Array(log.utf8))
  }

  @Test("Names that begin with a colon and a digit, as a number behind a key does")
  func colons() throws {
    let header = Header(run: "r", wall: 0, mono: 0, process: "p", pid: 1)
    var log = RecordEncoder.line(.header(header))
    for seq in 1...40 {
      log += RecordEncoder.line(
        .step(
          StepRecord(
            seq: UInt64(seq), at: UInt64(seq), machine: "M", instance: 1, parent: nil,
            origin: "input", event: ":\(seq * seq % 7)", cause: nil, from: "a", to: "b",
            verdict: .moved,
            effects: nil)))
    }
    try check(Array(log.utf8))
  }

  /// Of one of some machines, with or without each of what a step may have.
  private static func step(_ seq: UInt64, using random: inout SplitMix) -> Record {
    let instance = UInt64.random(in: 1...2000, using: &random)
    let names =
      (0..<9).map { "state\($0)" } + [
        "a\":1", "\":2", ":3", ":4", String(repeating: "n", count: 900),
      ]
    let leaves = (1..<4).map { RecordedEffect.run(name: ".fetch\($0)", run: seq * 4 + $0) }
    let effects: [RecordedEffect?] = [
      nil, nil, nil, leaves[0], .merge(leaves), .concat([leaves[1], .cancel(name: "7")]),
      .merge([leaves[0], .concat(leaves)]),
    ]
    return .step(
      StepRecord(
        seq: seq, at: seq * 7_777_777_777, machine: "M\(instance % 7)", instance: instance,
        parent: Bool.random(using: &random) ? instance / 2 : nil, origin: "input",
        event: "event\(Int.random(in: 0..<30, using: &random))",
        cause: Int.random(in: 0..<4, using: &random) == 0
          ? .random(in: 0...(.max), using: &random) : nil,
        from: names.randomElement(using: &random) ?? "",
        to: names.randomElement(using: &random) ?? "",
        verdict: .moved, effects: effects.randomElement(using: &random) ?? nil))
  }

  private static func change(_ seq: UInt64, using random: inout SplitMix) -> String {
    let phases: [EffectRecord.Phase] = [.started, .yielded, .finished, .cancelled, .failed]
    let phase = phases.randomElement(using: &random) ?? .started
    return RecordEncoder.line(
      .effect(
        EffectRecord(
          phase: phase, run: .random(in: 1...50, using: &random),
          name: ".fetch\(Int.random(in: 0..<9, using: &random))", machine: "M\(seq % 7)",
          instance: seq % 100, at: seq * 7_777_777_777 + 5,
          reason: phase == .failed ? ["late", "\":3", "né"].randomElement(using: &random) : nil)))
  }

  @Test("A log that ends within a line, at any byte about the end of a piece", arguments: -2...2)
  func ends(offset: Int) throws {
    try check(Array(Self.long.prefix(1 << 20 + offset)))
  }

  @Test("A newline at any byte about the end of a piece", arguments: -2...2)
  func newline(offset: Int) throws {
    let line = Array(RecordEncoder.line(Make.step("a", "e", "b")).utf8)
    let fill = 1 << 20 + offset - line.count
    let blank = [UInt8](repeating: 0x20, count: fill - 1) + [0x0A]
    try check(blank + line + line + line)
  }

  @Test("A line over several pieces, with lines before and behind it")
  func longLine() throws {
    let gap = Record.gap(GapRecord(lost: 3, reason: String(repeating: "x", count: 5 << 20)))
    let step = RecordEncoder.line(Make.step("a", "e", "b"))
    try check(Array((step + RecordEncoder.line(gap) + step + step.dropLast()).utf8))
  }

  @Test("More warnings than are kept are counted together")
  func manyWarnings() throws {
    let step = RecordEncoder.line(Make.step("a", "e", "b"))
    let torn = String(repeating: "no, this is none, ", count: 28) + "\n"
    let log = step + String(repeating: torn, count: 3 * TraceReader.warningLimit) + step
    #expect(log.utf8.count > 1 << 20, "of more than one piece")
    try check(Array(log.utf8))
  }

  @Test("Another version is refused, wherever it stands, and a log without records is an error")
  func refused() throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var header = Header(run: "r", wall: 0, mono: 0, process: "p", pid: 1)
    header.schema = "orrery.trace/2"
    try Data(Self.long + RecordEncoder.line(.header(header)).utf8).write(to: URL(filePath: path))
    var summary = TraceSummary()
    #expect(throws: TraceError.schema(found: "orrery.trace/2", path: path)) {
      try summary.read(TraceReader(path: path))
    }
    try Data(repeating: 0x0A, count: 3 << 20).write(to: URL(filePath: path))
    #expect(throws: TraceError.unreadable(path: path, first: nil)) {
      try summary.read(TraceReader(path: path))
    }
  }
}
