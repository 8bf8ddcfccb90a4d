import Foundation
import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// Of each instance it is told where it first left the declaration.
@Suite struct DivergenceTests {
  private typealias Make = Fixtures

  private static let machine = Make.machine([Make.edge("a", "e", "b"), Make.edge("b", "e", "a")])

  private func divergences(_ records: [Record]) throws -> [String] {
    let report = Conformance.judge(records: records, declared: [Self.machine])
    let machine = try #require(report.machines.first)
    #expect(machine.divergedInstances == machine.divergences.count)
    return machine.divergences.map { "\($0.instance) at \($0.sequence): \($0.step.to)" }
  }

  private func ended(_ instance: UInt64) -> Record {
    .instance(
      InstanceRecord(
        phase: .ended, machine: "App.Search", instance: instance, state: "a", at: 9))
  }

  private func header(_ run: String) -> Record {
    .header(Header(run: run, wall: 0, mono: 0, process: "p", pid: 1))
  }

  @Test("Only the first step of each instance that contradicts counts")
  func first() throws {
    let found = try divergences([
      Make.step("a", "e", "b", seq: 1), Make.step("b", "e", "x", seq: 2),
      Make.step("a", "e", "y", seq: 3), Make.step("a", "e", "b", seq: 4, instance: 2),
      Make.step("a", "e", "y", seq: 5, instance: 3),
    ])
    #expect(found == ["1 at 2: x", "3 at 5: y"])
  }

  @Test("A number that is used again is another instance; in the next part of a log it is the same")
  func numbers() throws {
    let bad = Make.step("a", "e", "x", seq: 2)
    #expect(try divergences([header("r"), bad, ended(1), bad]).count == 2)
    #expect(try divergences([header("r"), bad, header("s"), bad]).count == 2)
    #expect(try divergences([header("r"), bad, header("r"), bad]).count == 1)
  }

  @Test("More than are kept are counted")
  func many() throws {
    let limit = ConformanceMeter.divergenceLimit
    let records = (1...UInt64(limit + 5)).map { Make.step("a", "e", "x", seq: $0, instance: $0) }
    let report = Conformance.judge(records: records, declared: [Self.machine])
    #expect(report.machines.first?.divergences.count == limit)
    #expect(report.machines.first?.divergedInstances == limit + 5)
  }

  @Test("Reading a file on all cores finds what judging record by record finds")
  func file() throws {
    var random = SplitMix(seed: 5)
    let records = (1...30_000).map { seq -> Record in
      let states = ["a", "b", "x"]
      return Make.step(
        states.randomElement(using: &random) ?? "", "e", states.randomElement(using: &random) ?? "",
        seq: UInt64(seq), instance: UInt64.random(in: 1...700, using: &random))
    }
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(records.map { RecordEncoder.line($0) }.joined().utf8).write(to: URL(filePath: path))
    var meter = ConformanceMeter(declared: [Self.machine])
    try meter.read(TraceReader(path: path))
    let (read, judged) = (
      meter.report(),
      Conformance.judge(
        records: records, declared: [Self.machine])
    )
    #expect(read.machines.first?.divergences == judged.machines.first?.divergences)
    #expect(read.machines.first?.divergedInstances == 700)
    #expect(read.machines.first?.undeclared == judged.machines.first?.undeclared)
    #expect(read.fitness == judged.fitness)
  }
}
