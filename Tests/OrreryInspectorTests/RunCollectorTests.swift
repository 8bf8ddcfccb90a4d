import OrreryTrace
import Testing

@testable import OrreryInspector

@Suite("What a page holds of a run")
struct RunCollectorTests {
  private let machine = "Shop.Cart"

  private func step(_ seq: UInt64, from: String = "a", to: String = "b") -> Record {
    .step(
      StepRecord(
        seq: seq, at: seq * 10, machine: machine, instance: 1, origin: "input", event: "e",
        from: from, to: to, verdict: .moved))
  }

  private func run(
    _ records: some Sequence<Record>, _ options: RunCollector.Options = .init()
  ) -> RunCollector {
    var run = RunCollector(options)
    for record in records { run.add(record) }
    return run
  }

  @Test("numbers are written in seven bits a byte, the lowest first")
  func column() {
    var column = Column()
    for number: UInt64 in [0, 127, 128, 300, .max] { column.append(number) }
    #expect(
      column.bytes == [0, 127, 0x80, 1, 0xAC, 2] + [UInt8](repeating: 0xFF, count: 9) + [1])
    var signed = Column()
    for number: Int64 in [0, -1, 1, -64] { signed.append(signed: number) }
    #expect(signed.bytes == [0, 1, 2, 127])
  }

  @Test("of a long run the last steps are kept, and those before are counted")
  func window() {
    var options = RunCollector.Options()
    options.limit = 100_000
    let count = UInt64(RunBlock.size * 4)
    let run = run((1...count).lazy.map { step($0) }, options)
    #expect(run.steps >= options.limit)
    #expect(run.steps < options.limit + RunBlock.size)
    #expect(run.droppedSteps + run.steps == Int(count))
  }

  @Test("steps that look the same are told once")
  func kinds() {
    let run = run([step(1), step(2), step(3, to: "c"), step(4)])
    #expect(run.kinds.kinds.map(\.step.to) == ["b", "c"])
    #expect(run.steps == 4)
  }

  @Test("a part of a run holds the steps that are wanted")
  func part() {
    var options = RunCollector.Options()
    options.steps = 2...3
    #expect(run((1...5).map { step($0) }, options).steps == 2)
  }

  @Test("a log gives the same chunks however it is read")
  func reading() throws {
    let records: [Record] =
      [
        .header(Header(run: "r", wall: 1, mono: 0, process: "p", pid: 1)),
        .machine(MachineRecord(machine: machine, style: "reducer")),
      ] + (1...500).map { step($0, from: "s\($0 % 7)", to: "s\(($0 + 1) % 7)") }
    let lines = records.map { RecordEncoder.line($0) }.joined()
    var fast = RunCollector()
    try fast.read(TraceReader(bytes: Array(lines.utf8)))
    var slow = run(records)
    #expect(fast.takeSteps().map(\.chunk.bytes) == slow.takeSteps().map(\.chunk.bytes))
    var (one, other) = (RunTables(), RunTables())
    #expect(one.chunk(of: &fast)?.bytes == other.chunk(of: &slow)?.bytes)
  }

  @Test("a later chunk holds what the ones before it did not")
  func chunks() {
    var run = run([step(1)])
    var tables = RunTables()
    _ = tables.chunk(of: &run)
    #expect(run.takeSteps().map(\.chunk.steps) == [1])
    #expect(!run.hasNews)
    run.add(step(2, to: "c"))
    #expect(run.hasNews)
    let text = String(decoding: tables.chunk(of: &run)?.bytes ?? [], as: UTF8.self)
    #expect(text.contains(#""to": "c""#))
    #expect(!text.contains(#""to": "b""#))
    #expect(run.takeSteps().map(\.chunk.steps) == [1])
  }
}
