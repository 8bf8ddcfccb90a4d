import Foundation
import OrreryTrace
import Testing

@Suite("orrery trace export")
struct TraceExportTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench(["run.jsonl": Log.text(Log.family)])
  }

  private func export(_ format: String, _ more: String...) -> String {
    let outcome = bench.run(["trace", "export", "run.jsonl", "--format", format] + more)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("repairs the log of a killed process")
  func repair() throws {
    let whole = Log.text(Log.family)
    #expect(export("jsonl") == whole)
    try bench.write(whole.dropLast(20) + String(repeating: "\n", count: 4096), to: "run.jsonl")
    let kept = Log.text(Array(Log.family.dropLast()))
    #expect(export("jsonl") == kept)
  }

  @Test("writes one step a line as CSV, quoted where it must be")
  func csv() throws {
    let lines = export("csv", "--only", "Cart").split(separator: "\r\n")
    #expect(
      lines == [
        "run,seq,nanoseconds,machine,instance,parent,origin,event,cause,from,to,verdict,effects",
        "1,2,1500,Shop.Cart,2,1,input,add,,empty,filled,moved,",
        "1,4,2300,Shop.Cart,2,1,input,add,,filled,filled,rejected,",
      ])
    try bench.write(Log.text([("open", "say \"a,b\"", "x\ny")]), to: "run.jsonl")
    #expect(export("csv").hasSuffix("input,\"say \"\"a,b\"\"\",,open,\"x\ny\",moved,\r\n"))
  }

  @Test("writes XES: a trace for each instance, an event for its start and each step")
  func xes() throws {
    let elements = try XMLDocumentCheck.parse(export("xes")).elements
    #expect(elements.count { $0.name == "trace" } == 2)
    #expect(elements.count { $0.name == "event" } == 2 + 5)
    let names = elements.filter { $0.attributes["key"] == "concept:name" }
    #expect(
      names.map { $0.attributes["value"] } == [
        "1.2", "start", "add", "add", "1.1", "start", "open", "fetched", "shown",
      ])
    let date = elements.first { $0.name == "date" }?.attributes["value"]
    #expect(date == "2023-11-14T22:13:20.000000500+00:00")
  }

  @Test("keeps apart instances that live side by side for longer than memory holds")
  func longInstances() throws {
    let start = Header(run: "x", wall: 0, mono: 0, process: "p", pid: 1)
    let name = String(repeating: "n", count: 700)
    let steps = 12_000
    let records: [Record] = (1...steps).map { seq in
      .step(
        StepRecord(
          seq: UInt64(seq), at: UInt64(seq), machine: "M", instance: UInt64(seq % 2 + 1),
          origin: "input", event: "e\(seq)", from: name, to: "b", verdict: .moved))
    }
    try bench.write(Log.text([.header(start)] + records), to: "run.jsonl")
    let traces = export("xes").components(separatedBy: "<trace>").dropFirst()
    #expect(traces.count == 2)
    for (position, trace) in traces.enumerated() {
      let names = trace.components(separatedBy: "\"concept:name\" value=\"e").dropFirst()
        .map { Int($0.prefix { $0.isNumber }) }
      let first = position == 0 ? 2 : 1
      #expect(names == Array(stride(from: first, through: steps, by: 2)))
    }
  }

  @Test("counts the events of a span that are too many for one")
  func longSpan() throws {
    let steps = Array(repeating: (from: "a", event: "e", to: "a"), count: 1500)
    try bench.write(Log.text(start: "a", steps), to: "run.jsonl")
    let text = export("otlp")
    #expect(text.contains(#""droppedEventsCount": 500"#))
    #expect(text.components(separatedBy: "orrery.step").count == 1001)
  }

  @Test("writes states, effects and arrows for Perfetto")
  func chrome() throws {
    let events = try #require(try object(export("chrome"))["traceEvents"] as? [[String: Any]])
    func names(_ category: String, _ phase: String = "X") -> [String] {
      events.filter { $0["cat"] as? String == category && $0["ph"] as? String == phase }
        .compactMap { $0["name"] as? String }
    }
    #expect(names("state").sorted() == ["empty", "filled", "idle", "loading", "open"])
    #expect(names("step") == ["open", "add", "fetched", "add", "shown"])
    #expect(names("effect") == [".log", ".fetch", ".show"])
    #expect(names("cause", "s") == [".fetch", ".show"])
    #expect(names("cause", "f") == [".fetch", ".show"])
    // An arrow starts within the slice of its effect, and ends at the step.
    let start = try #require(events.first { $0["ph"] as? String == "s" })
    let effect = try #require(
      events.first { $0["name"] as? String == ".fetch" && $0["dur"] != nil })
    #expect(start["tid"] as? Int == effect["tid"] as? Int)
    #expect(start["ts"] as? Double == 2.0)
    let end = try #require(events.first { $0["ph"] as? String == "f" })
    let step = try #require(events.first { $0["name"] as? String == "fetched" })
    #expect(end["id"] as? Int == start["id"] as? Int && end["bp"] as? String == "e")
    #expect(end["tid"] as? Int == step["tid"] as? Int && end["ts"] as? Double == 2.1)
    #expect(step["ts"] as? Double == 2.1)
    #expect(effect["ts"] as? Double == 1.1 && effect["dur"] as? Double == 1.05)
  }

  @Test("writes spans for OpenTelemetry: instances, their states, their effects")
  func otlp() throws {
    let resources = try #require(try object(export("otlp"))["resourceSpans"] as? [[String: Any]])
    let scopes = try #require(resources.first?["scopeSpans"] as? [[String: Any]])
    let spans = try #require(scopes.first?["spans"] as? [[String: Any]])
    func span(_ name: String) throws -> [String: Any] {
      try #require(spans.first { $0["name"] as? String == name })
    }
    #expect(spans.count == 2 + 5 + 3)
    let (shop, loading, fetch) = (try span("Shop.Shop"), try span("loading"), try span(".fetch"))
    #expect(loading["parentSpanId"] as? String == shop["spanId"] as? String)
    #expect(fetch["parentSpanId"] as? String == loading["spanId"] as? String)
    #expect(fetch["traceId"] as? String == shop["traceId"] as? String)
    #expect((shop["traceId"] as? String)?.count == 32 && (shop["spanId"] as? String)?.count == 16)
    #expect(fetch["startTimeUnixNano"] as? String == "1700000000000001100")
    #expect((try span(".log")["status"] as? [String: Any])?["code"] as? Int == 2)
    let links = try #require(try span("Shop.Cart")["links"] as? [[String: Any]])
    #expect(links.first?["spanId"] as? String == shop["spanId"] as? String)
    #expect(Set(spans.compactMap { $0["spanId"] as? String }).count == spans.count)
  }

  @Test("writes the observed machines as SCXML, one file a machine")
  func scxml() throws {
    let text = export("scxml", "--only", "Shop.Shop")
    let elements = try XMLDocumentCheck.parse(text).elements
    #expect(
      elements.filter { $0.name == "state" }.map { $0.attributes["id"] } == [
        "idle", "loading", "open",
      ])
    #expect(
      elements.filter { $0.name == "transition" }.map { $0.attributes["target"] } == [
        "loading", "open", "open",
      ])
    let both = bench.run("trace", "export", "run.jsonl", "--format", "scxml")
    #expect(both.status == 2)
    #expect(bench.run("trace", "export", "run.jsonl", "--format", "scxml", "-o", "out").status == 0)
    #expect(try bench.files(in: "out") == ["Shop.Cart.scxml", "Shop.Shop.scxml"])
  }

  @Test("keeps every file in the output folder, and every document well formed, whatever the names")
  func hostileNames() throws {
    let names = [
      "../../x", "/etc/x", "a\u{0}b", "]]>&<\"'", "\u{1B}[31m", "..", "x/../../y", "\u{FFFF}",
    ]
    for name in names {
      try bench.write(
        Log.text(machine: name, start: name, [(name, name, name + "2")]), to: "in/run.jsonl")
      let outcome = bench.run("trace", "export", "in", "--format", "scxml", "-o", "in/out")
      #expect(outcome.status == 0, "\(outcome.messages)")
      let picture = bench.run("trace", "summary", "in", "--format", "dot", "-o", "in/out")
      #expect(picture.status == 0)
      #expect(try bench.files(in: "in/out").count == 2)
      #expect(try bench.files().allSatisfy { $0.hasPrefix("in/") || $0 == "run.jsonl" })
      for file in try bench.files(in: "in/out") where file.hasSuffix("scxml") {
        #expect(throws: Never.self) { try XMLDocumentCheck.parse(bench.read("in/out/\(file)")) }
      }
      let xes = bench.run("trace", "export", "in/run.jsonl", "--format", "xes").output
      #expect(throws: Never.self) { try XMLDocumentCheck.parse(xes) }
      for format in ["chrome", "otlp"] {
        let text = bench.run("trace", "export", "in/run.jsonl", "--format", format).output
        #expect(throws: Never.self) { try object(text) }
      }
      try FileManager.default.removeItem(atPath: bench.path("in"))
    }
  }

  @Test("leaves no file behind where the trace cannot be read")
  func failing() throws {
    let outcome = bench.run(
      "trace", "export", "nowhere.jsonl", "--format", "csv", "-o", "out/x.csv")
    #expect(outcome.status == 1)
    #expect(try bench.files() == ["run.jsonl"])
  }
}
