import OrreryTrace
import Testing

@Suite struct CodecTests {
  private func decode(_ text: String) throws(RecordError) -> Record {
    var decoder = RecordDecoder()
    return try decoder.decode(text.utf8)
  }

  @Test("Every record is read as it was written", arguments: Examples.all)
  func roundTrip(record: Record) throws {
    let line = RecordEncoder.line(record)
    #expect(try decode(line) == record)
    #expect(line.utf8.count { $0 == 0x0A } == 1, "a record is one line")
  }

  @Test("Numbers of any length are read whole, wherever they end", arguments: 1...20)
  func numbers(digits: Int) throws {
    for text in ["1", "9", "0"].map({ $0 + "12345678901234567890".prefix(digits - 1) }) {
      let step = RecordEncoder.line(Examples.step(7)).replacing(
        "\"seq\":7", with: "\"seq\":\(text)")
      let gap = #"{"type":"gap","reason":"","lost":\#(text)}"#
      guard let number = UInt64(text) else {
        #expect(throws: RecordError.self) { try decode(step) }
        #expect(throws: RecordError.self) { try decode(gap) }
        continue
      }
      guard case .step(let read) = try decode(step) else { return #expect(Bool(false), "no step") }
      #expect(read.seq == number)
      #expect(try decode(gap) == .gap(GapRecord(lost: number, reason: "")))
    }
  }

  @Test("A step is plain: type first, names of properties, nothing that is nil")
  func plainStep() {
    #expect(
      RecordEncoder.line(Examples.step(7)) == """
        {"type":"step","seq":7,"at":70,"machine":"App.Search","instance":1,"origin":"input",\
        "event":"tap","from":"idle","to":"loading","verdict":"moved"}

        """)
  }

  @Test("Effects nest by operation, with named and numbered leaves")
  func effects() {
    let effects = RecordedEffect.merge([
      .run(name: ".log", run: 5), .concat([.cancel(name: "id")]),
    ])
    let step = StepRecord(
      seq: 1, at: 2, machine: "M", instance: 1, origin: "ioResult", event: "e", from: "a", to: "a",
      verdict: .stayed, effects: effects)
    #expect(
      RecordEncoder.line(.step(step)).contains(
        #""effects":{"op":"merge","of":[{"name":".log","run":5},"#
          + #"{"op":"concat","of":[{"op":"cancel","name":"id"}]}]}"#))
  }

  @Test("A tree of effects that is too deep to be read is written as its leaves")
  func deepTree() throws {
    var effect = RecordedEffect.run(name: "leaf", run: 1)
    for _ in 0..<1000 { effect = .merge([effect, .cancel(name: "c")]) }
    let step = StepRecord(
      seq: 1, at: 2, machine: "M", instance: 1, origin: "input", event: "e", from: "a", to: "a",
      verdict: .stayed, effects: effect)
    guard case .step(let read) = try decode(RecordEncoder.line(.step(step))) else {
      Issue.record("not a step")
      return
    }
    #expect(read.effects?.names == effect.names)
  }

  @Test("Keys may come in any order, spaced, and with unknown ones among them")
  func tolerance() throws {
    let line = """
      { "reason" : "r" , "new": {"a":[1,{"b":null}],"c":"\\ud83d\\ude00"}, "x": -1.5e3,\t"lost":3,
        "y": [], "type":"gap", "z": true } \r
      """
    #expect(try decode(line) == .gap(GapRecord(lost: 3, reason: "r")))
  }

  @Test("Escapes of other writers are read")
  func escapes() throws {
    let line = #"{"type":"gap","lost":1,"reason":"\u00e9\/\b\f\ud83d\ude00\u0041"}"#
    #expect(try decode(line) == .gap(GapRecord(lost: 1, reason: "é/\u{8}\u{C}😀A")))
  }

  @Test(
    "What is wrong with a line is said",
    arguments: [
      ("", "expected '{' at byte 0 of the line"),
      ("{}", "JSON without 'type', which tells what a record is about"),
      (#"{"type":"gap","lost":1}"#, "a record of type 'gap' without 'reason'"),
      (#"{"type":"dance"}"#, "no record has the type 'dance'"),
      (#"{"type":"gap","lost":-1,"reason":""}"#, "'-1' is not a value of 'lost'"),
      (#"{"type":"gap","lost":1.0,"reason":""}"#, "'1.0' is not a value of 'lost'"),
      (
        #"{"type":"gap","lost":18446744073709551616,"reason":""}"#,
        "'18446744073709551616' is not a value of 'lost'"
      ),
      (
        #"{"type":"gap","lost":1,"reason":"\ud83d"}"#,
        "expected a surrogate pair at byte 33 of the line"
      ),
      (
        #"{"type":"gap","lost":1,"reason":"a"#,
        "expected the end of a string at byte 34 of the line"
      ),
      (#"{"type":"gap","lost":1,"reason":""} x"#, "expected the end at byte 36 of the line"),
      (
        #"{"type":"header","schema":"orrery.trace/9"}"#,
        "the schema is 'orrery.trace/9', not 'orrery.trace/1'"
      ),
    ])
  func errors(line: String, message: String) {
    let error = #expect(throws: RecordError.self) { try decode(line) }
    #expect(error?.description == message)
  }

  @Test("A word that its key does not know is refused")
  func words() {
    let line = RecordEncoder.line(Examples.step(1)).replacing("moved", with: "danced")
    #expect(throws: RecordError.value(key: "verdict", found: "danced")) { try decode(line) }
    let origin = RecordEncoder.line(Examples.step(1)).replacing("\"input\"", with: "\"moon\"")
    #expect(throws: RecordError.value(key: "origin", found: "moon")) { try decode(origin) }
  }
}
