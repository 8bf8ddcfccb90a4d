import Foundation
import OrreryOracles
import Testing

@testable import OrreryCommandLine

@Suite("What check and init write, as others read it")
struct CheckSchemaTests {
  private static let hostile = [
    "-->", "]]>", "::error file=a::b", "a | b", "<b>", "`", "\u{1B}[2J", "%0A", "\u{202E}", "\"",
  ]

  /// A tree in which every kind of problem is, with names that want to break out.
  private func drifted() throws -> Workbench {
    let bench = try Workbench([
      ".orrery.yml": "formats: [mermaid, json]\ncheck: {baseline: none.json}\n",
      "none.json": "{\"schema\": \"orrery.baseline/1\", \"accepted\": []}",
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Dial.swift": Fixture.open,
      "Sources/Home/Lamp.swift": Fixture.lamp,
      "a -->,b:c.md": "<!-- orrery:begin machine=DoorStateMachine -->\n<!-- orrery:end -->\n",
      "b.md": "<!-- orrery:begin machine=DialStateMachine -->\n<!-- orrery:end -->\n",
    ])
    #expect(bench.run("draw").status == 0)
    #expect(bench.run("docs").status == 0)
    let guards = Self.hostile.map { text in
      let literal = text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
      return ".locked where name == \"\(literal)\" && name != \"`-->|::error]]><!--\": "
        + "self.state = .open"
    }
    let cases = guards.map { "    case \($0)\n" }.joined() + "    case .locked:"
    try bench.write(
      Fixture.door.replacing("    case .locked:", with: cases), to: "Sources/Home/Door.swift")
    try bench.write(bench.read("b.md").replacing("high", with: "tall"), to: "b.md")
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Lamp.swift"))
    try FileManager.default.removeItem(atPath: bench.path("Diagrams/Home.DialStateMachine.json"))
    return bench
  }

  private func report(_ reporter: String) throws -> String {
    let outcome = try drifted().run("check", "--reporter", reporter)
    #expect(outcome.status == 3, "\(outcome.messages)")
    return outcome.output
  }

  @Test(
    "is SARIF 2.1.0, as a reader made of its schema has it",
    .disabled(if: Python.isMissing("pydantic_sarif"), "skipped: no pydantic-sarif"))
  func sarif() throws {
    let program = """
      import sys
      from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif
      log = Sarif.model_validate_json(open(sys.argv[1]).read())
      print(len(log.runs[0].results), *sorted({r.ruleId for r in log.runs[0].results}))
      """
    let bench = try Workbench(["report.sarif": try report("sarif")])
    let judged = try Python.run(program, [bench.path("report.sarif")])
    #expect(judged.status == 0, "\(judged.messages)")
    let words = judged.output.split(whereSeparator: \.isWhitespace)
    #expect(
      words.dropFirst() == ["changed", "edited", "missing", "outdated", "stale", "unresolved"])
    // A reader that takes anything would say nothing.
    let text = try bench.read("report.sarif").replacing("\"ruleId\"", with: "\"ruleID\"")
    try bench.write(text, to: "report.sarif")
    #expect(try Python.run(program, [bench.path("report.sarif")]).status != 0)
  }

  @Test("is JUnit's XML, with a test case for each problem")
  func junit() throws {
    let document = try XMLDocumentCheck.parse(try report("junit"))
    let cases = document.elements.filter { $0.name == "testcase" }
    let failures = document.elements.filter { $0.name == "failure" }
    #expect(cases.count == failures.count)
    #expect(document.elements.first?.attributes["failures"] == "\(failures.count)")
    #expect(
      Set(failures.compactMap { $0.attributes["type"] })
        == ["edited", "missing", "outdated", "stale", "unresolved"])
  }

  @Test(
    "is what a reader of JUnit's reports counts",
    .disabled(if: Python.isMissing("junitparser"), "skipped: no junitparser"))
  func junitReader() throws {
    let program = """
      import sys
      from junitparser import JUnitXml
      report = JUnitXml.fromfile(sys.argv[1])
      cases = [case for suite in report for case in suite]
      assert report.tests == len(cases) and all(case.result for case in cases)
      print(report.tests, report.failures, report.errors, report.skipped)
      """
    let text = try report("junit")
    let count = text.components(separatedBy: "<testcase ").count - 1
    let bench = try Workbench(["report.xml": text])
    let judged = try Python.run(program, [bench.path("report.xml")])
    #expect(judged.output == "\(count) \(count) 0 0\n", "\(judged.messages)")
  }

  @Test("is one annotation a line, whose parts nothing in a name can end")
  func github() throws {
    let lines = try report("github").split(separator: "\n")
    #expect(lines.count > 5)
    for line in lines {
      #expect(line.hasPrefix("::error file="))
      let parts = line.dropFirst("::error ".count).components(separatedBy: "::")
      let properties = parts[0].split(separator: ",").map { $0.prefix { $0 != "=" } }
      #expect([["file", "title"], ["file", "line", "title"]].contains(properties))
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
    #expect(lines.contains { $0.contains("file=a -->%2Cb%3Ac.md,line=1,") })
  }

  @Test(
    "is a schema that configurations keep to, and slips do not",
    .disabled(if: Python.isMissing("jsonschema", "yaml"), "skipped: no jsonschema or yaml"))
  func configuration() throws {
    let program = """
      import json, sys, jsonschema, yaml
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for path in sys.argv[2:]:
          print("good" if validator.is_valid(yaml.safe_load(open(path))) else "bad")
      """
    let bench = try Workbench(["Sources/Home/Door.swift": Fixture.door])
    try bench.write(bench.run("init", "--schema").output, to: "schema.json")
    #expect(bench.run("init").status == 0)
    let good = [
      "look: {theme: dark, legend: false, links: x/}\ncoverage: 80\ndocs: [a.md]\n",
      "coverage: {threshold: 80, exclude: [{machine: A, event: b, reason: c}]}\n",
      "machines: {A: {project: [b], initial: c, name: d, skip: true}}\ndocs: {pages: Docs}\n",
    ]
    let bad = ["lok: {}\n", "look: {theme: drak}\n", "coverage: many\n", "sources: a\n"]
    let texts = good + bad
    for (number, text) in texts.enumerated() { try bench.write(text, to: "\(number).yml") }
    let files = [".orrery.yml"] + texts.indices.map { "\($0).yml" }
    let judged = try Python.run(program, (["schema.json"] + files).map(bench.path))
    #expect(judged.status == 0, "\(judged.messages)")
    let verdicts = judged.output.split(separator: "\n")
    #expect(verdicts == Array(repeating: "good", count: 4) + Array(repeating: "bad", count: 4))
    for (text, verdict) in zip(texts, verdicts.dropFirst()) {
      let isRead = (try? ConfigurationReader(file: "x").read(text)) != nil
      #expect(isRead == (verdict == "good"), "\(text)")
    }
  }
}
