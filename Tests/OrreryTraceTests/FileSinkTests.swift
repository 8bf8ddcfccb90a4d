import Foundation
import OrreryTrace
import Testing

@Suite struct FileSinkTests {
  @Test("What was written can be read while the log is open, and ends in newlines")
  func openLog() throws {
    try withTemporaryFile { path in
      let sink = try FileSink(path: path)
      for record in Examples.all { sink.write(record) }
      #expect(try TraceReader(path: path).records().records == Examples.all)
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes.count > Examples.log.count)
      #expect(bytes.dropFirst(Examples.log.count).allSatisfy { $0 == 0x0A })
      sink.close()
    }
  }

  @Test("A closed log holds its records and nothing else")
  func closedLog() throws {
    try withTemporaryFile { path in
      let sink = try FileSink(path: path)
      for record in Examples.all { sink.write(record) }
      sink.close()
      sink.close()
      sink.write(Examples.step(1))
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(Examples.log))
    }
  }

  @Test("A log grows over many windows, and takes records larger than one")
  func growth() throws {
    try withTemporaryFile { path in
      let sink = try FileSink(path: path)
      let large = Record.gap(GapRecord(lost: 1, reason: String(repeating: "x", count: 3_000_000)))
      sink.write(large)
      for seq in 1...20_000 { sink.write(Examples.step(UInt64(seq))) }
      sink.write(large)
      sink.close()
      let (records, warnings) = try TraceReader(path: path).records()
      #expect(records.count == 20_002)
      #expect(records.first == large && records.last == large)
      #expect(records[20_000] == Examples.step(20_000))
      #expect(warnings.isEmpty)
    }
  }

  @Test("At its limit recording stops, is told once, and the log ends with the loss")
  func limit() throws {
    try withTemporaryFile { path in
      let messages = MessageList()
      let sink = try FileSink(path: path, limit: 1 << 20) { messages.add($0) }
      for seq in 1...20_000 { sink.write(Examples.step(UInt64(seq))) }
      sink.close()
      let (records, warnings) = try TraceReader(path: path).records()
      guard case .gap(let gap) = records.last else {
        Issue.record("the last record is no gap")
        return
      }
      #expect(gap.lost == sink.lost)
      #expect(records.count - 1 + Int(gap.lost) == 20_000)
      #expect(gap.reason.contains("File too large"))
      #expect(warnings.isEmpty)
      #expect(messages.all.count == 1)
      #expect(messages.all.first?.hasPrefix("cannot allocate '\(path)'") == true)
    }
  }

  @Test("A file that another recording writes is not emptied")
  func busy() throws {
    try withTemporaryFile { path in
      let sink = try FileSink(path: path)
      sink.write(Examples.step(1))
      #expect(throws: TraceError.busy(path: path)) { try FileSink(path: path) }
      sink.close()
      #expect(try TraceReader(path: path).records().records == [Examples.step(1)])
      try FileSink(path: path).close()
      #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
    }
  }

  @Test(
    "A path that cannot be written is an error", arguments: ["/nowhere/x", "/tmp", "/dev/full"])
  func unwritable(path: String) {
    #expect(throws: TraceError.self) { try FileSink(path: path) }
  }
}
