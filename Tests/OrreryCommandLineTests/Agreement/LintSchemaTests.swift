import Foundation
import OrreryOracles
import Testing

@testable import OrreryCommandLine

@Suite("What lint writes, as others read it")
struct LintSchemaTests {
  /// A finding of a file whose name wants to break out, and one that can be mended.
  private func report(_ reporter: String) throws -> String {
    let lamp = Fixture.machine(
      "LampStateMachine", states: "off, on, dimmed", initial: "off",
      handlers: [("toggle", [".off: self.state = .on", ".on, .dimmed: self.state = .off"])])
    let comment = "// orrery:disable:next unreachable-state the door is new\n"
    let bench = try Workbench([
      "Sources/Home/<a> -->,b:c.swift": lamp, "Sources/Home/Door.swift": comment + Fixture.door,
    ])
    let outcome = bench.run("lint", "--reporter", reporter)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test(
    "is SARIF 2.1.0, with a fix where there is one",
    .disabled(if: Python.isMissing("pydantic_sarif"), "skipped: no pydantic-sarif"))
  func sarif() throws {
    let program = """
      import sys
      from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif
      run = Sarif.model_validate_json(open(sys.argv[1]).read()).runs[0]
      rules = {rule.id for rule in run.tool.driver.rules}
      for result in sorted(run.results, key=lambda result: result.ruleId):
          assert result.ruleId in rules
          print(result.ruleId, result.level.value, len(list(result.fixes or [])))
      """
    let bench = try Workbench(["report.sarif": try report("sarif")])
    let judged = try Python.run(program, [bench.path("report.sarif")])
    #expect(
      judged.output == "unreachable-state warning 0\nunused-disable warning 1\n",
      "\(judged.messages)")
  }

  @Test("is JUnit's XML, with a test case for each finding")
  func junit() throws {
    let document = try XMLDocumentCheck.parse(try report("junit"))
    let failures = document.elements.filter { $0.name == "failure" }
    #expect(
      failures.compactMap { $0.attributes["type"] } == ["unreachable-state", "unused-disable"])
    #expect(document.elements.first?.attributes["failures"] == "2")
  }

  @Test("is one annotation a line, whose parts nothing in a name can end")
  func github() throws {
    let lines = try report("github").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy { $0.hasPrefix("::warning file=Sources/Home/") }, "\(lines)")
    #expect(lines[0].contains("file=Sources/Home/<a> -->%2Cb%3Ac.swift,line=2,title="))
  }
}
