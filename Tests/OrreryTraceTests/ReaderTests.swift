import Foundation
import OrreryTrace
import Testing

@Suite struct ReaderTests {
  @Test("A torn line is a warning with its line and byte, and the rest is read")
  func tornLine() throws {
    let first = RecordEncoder.line(.header(Examples.header))
    let torn = #"{"type":"step","seq":1,"#
    let log = first + torn + "\n" + RecordEncoder.line(Examples.step(2))
    let (records, warnings) = try TraceReader(bytes: Array(log.utf8)).records()
    #expect(records == [.header(Examples.header), Examples.step(2)])
    #expect(
      warnings == [
        TraceWarning(
          byteOffset: UInt64(first.utf8.count), line: 2,
          message: "expected a string at byte 23 of the line")
      ])
  }

  @Test("The unused end of a killed process's log is passed over")
  func unusedEnd() throws {
    let tail = [UInt8](repeating: 0x0A, count: 100_000) + [UInt8](repeating: 0, count: 4096)
    let (records, warnings) = try TraceReader(bytes: Examples.log + tail).records()
    #expect(records == Examples.all)
    #expect(warnings.isEmpty)
  }

  @Test("A log of another version is refused, and the error says which")
  func otherVersion() {
    var header = Examples.header
    header.schema = "orrery.trace/2"
    let log = Array(RecordEncoder.line(.header(header)).utf8)
    #expect(throws: TraceError.schema(found: "orrery.trace/2", path: "old.jsonl")) {
      try TraceReader(bytes: log, name: "old.jsonl").records()
    }
  }

  @Test("Only a log without a single record is an error", arguments: ["", "\n\n", "hello\n", "\0"])
  func nothing(text: String) {
    let error = #expect(throws: TraceError.self) {
      try TraceReader(bytes: Array(text.utf8), name: "x.jsonl").records()
    }
    #expect(error?.description.hasPrefix("cannot read 'x.jsonl': ") == true)
  }

  @Test("A file that is not there is an error with its name")
  func missing() {
    let error = #expect(throws: TraceError.self) { try TraceReader(path: "/nowhere/x.jsonl") }
    #expect(error?.description == "cannot open '/nowhere/x.jsonl': No such file or directory")
  }

  @Test("A directory is an error, not an empty log")
  func directory() {
    #expect(throws: TraceError.self) { try TraceReader(path: "/tmp").records() }
  }

  @Test("A file of many chunks gives every record once, in order")
  func chunks() throws {
    try withTemporaryFile { path in
      var log: [UInt8] = []
      for seq in 1...30_000 { RecordEncoder.append(Examples.step(UInt64(seq)), to: &log) }
      try Data(log).write(to: URL(filePath: path))
      var next: UInt64 = 1
      func check(_ record: Record) {
        #expect(record == Examples.step(next))
        next += 1
      }
      let warnings = try TraceReader(path: path).forEach(check)
      #expect(next == 30_001)
      #expect(warnings.isEmpty)
    }
  }

  @Test("Warnings are bounded, and what is left out is counted")
  func manyWarnings() throws {
    let log = RecordEncoder.line(Examples.step(1)) + String(repeating: "no\n", count: 5000)
    let warnings = try TraceReader(bytes: Array(log.utf8)).records().warnings
    #expect(warnings.count == TraceReader.warningLimit + 1)
    #expect(warnings.last?.message == "4000 more lines after this one")
  }
}

/// Gives a path that no file has, and removes what was written there.
func withTemporaryFile<Result>(_ body: (String) throws -> Result) rethrows -> Result {
  let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}
