import OrreryTrace
import Testing

/// Bytes that no recorder wrote: errors and warnings, never a crash.
@Suite struct HostileLogTests {
  private func read(_ bytes: [UInt8]) -> (records: [Record], warnings: [TraceWarning])? {
    try? TraceReader(bytes: bytes).records()
  }

  @Test("A log cut at any byte gives all whole records before the cut, and a warning")
  func torn() throws {
    let log = Examples.log
    for cut in 1..<log.count {
      let whole = log[..<cut].count { $0 == 0x0A }
      // Without its newline a record is still whole.
      let isWhole = log[cut] == 0x0A
      let result = read(Array(log[..<cut]))
      #expect((result?.records.count ?? 0) == whole + (isWhole ? 1 : 0), "cut at \(cut)")
      let isTorn = !isWhole && log[cut - 1] != 0x0A
      if let result { #expect(result.warnings.isEmpty != isTorn, "cut at \(cut)") }
    }
  }

  @Test("A changed byte spoils at most the lines beside it", arguments: Examples.all.indices)
  func flipped(number: Int) {
    let lines = Examples.all.map { Array(RecordEncoder.line($0).utf8) }
    let before = number > 0 ? lines[number - 1] : []
    let after = number + 1 < lines.count ? lines[number + 1] : []
    // The line, those beside it, and one that nothing may happen to.
    let log = lines[5] + before + lines[number] + after
    let untouched = 1 + (before.isEmpty ? 0 : 1) + (after.isEmpty ? 0 : 1) - 1
    let start = lines[5].count + before.count
    for position in start..<start + lines[number].count {
      for value: UInt8 in [0, 0x0A, 0x22, 0x5C, 0x7B, 0xFF, log[position] ^ 1] {
        var changed = log
        changed[position] = value
        let error: TraceError?
        do {
          let count = try TraceReader(bytes: changed).records().records.count
          #expect(count >= untouched, "byte \(position - start) is \(value)")
          error = nil
        } catch let caught as TraceError {
          error = caught
        } catch {
          Issue.record("\(error)")
          continue
        }
        // Only the name of the schema, in the header, may refuse the whole log.
        if case .schema = error {
          #expect(number == 0 && position - start < 60)
        } else {
          #expect(error == nil)
        }
      }
    }
  }

  @Test("Text that is not UTF-8 is an error with its place")
  func encoding() {
    var line = Array(#"{"type":"gap","lost":1,"reason":""#.utf8)
    line += [0xC3, 0x28] + Array(#""}"#.utf8)
    var decoder = RecordDecoder()
    #expect(throws: RecordError.encoding(at: 33)) { try decoder.decode(line) }
  }

  @Test("A line of ten megabytes is read")
  func longLine() throws {
    let reason = String(repeating: "x", count: 10_000_000)
    let record = Record.gap(GapRecord(lost: 1, reason: reason))
    let log = Array(RecordEncoder.line(record).utf8)
    #expect(try TraceReader(bytes: log).records().records == [record])
  }

  @Test(
    "Nesting without end is an error, in known and unknown keys",
    arguments: [
      ("{\"x\":", "["), ("{\"x\":", "{\"x\":"), ("{\"effects\":", "{\"op\":\"merge\",\"of\":["),
    ])
  func bomb(start: String, step: String) {
    let line = start + String(repeating: step, count: 200_000)
    var decoder = RecordDecoder()
    let error = #expect(throws: RecordError.self) { try decoder.decode(line.utf8) }
    guard case .depth = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Numbers of any length are refused, not computed")
  func hugeNumbers() {
    var decoder = RecordDecoder()
    let digits = String(repeating: "9", count: 1_000_000)
    for line in [
      #"{"type":"gap","lost":\#(digits),"reason":""}"#,
      #"{"type":"header","schema":"orrery.trace/1","wall":1e999999}"#,
    ] {
      let error = #expect(throws: RecordError.self) { try decoder.decode(line.utf8) }
      guard case .value(_, let found) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found.count < 30)
    }
  }
}
