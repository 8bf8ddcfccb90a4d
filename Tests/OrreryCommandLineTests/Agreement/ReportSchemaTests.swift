import Foundation
import OrreryModel
import OrreryModelFile
import OrreryOracles
import OrreryTraceFormats
import Testing

@Suite(
  "The published schemas of reports",
  .disabled(if: Python.isMissing("jsonschema"), "skipped: no jsonschema (pip install jsonschema)"))
struct ReportSchemaTests {
  private static let program = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[2:]:
        error = next(iter(validator.iter_errors(json.load(open(path)))), None)
        print("good" if error is None else f"bad: {error.json_path} {error.message}"[:300])
    """

  private func verdicts(
    _ schema: ReportSchema, _ bench: Workbench, _ documents: [String]
  ) throws -> [String] {
    try bench.write(schema.json, to: "schema.json")
    let paths = documents.indices.map { "document\($0).json" }
    for (path, document) in zip(paths, documents) { try bench.write(document, to: path) }
    let result = try Python.run(Self.program, (["schema.json"] + paths).map(bench.path))
    #expect(result.status == 0, "\(result.messages)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// What a verb writes of random runs, good and bad, and of a family of machines.
  private func documents(_ verb: String, _ bench: Workbench) throws -> [String] {
    try (0..<20).map { number in
      var random = RandomRuns(seed: UInt64(number))
      try bench.write(ModelFile.encode(Extract(machines: [random.machine])), to: "model.json")
      try bench.write(
        Log.text(random.run(number: 0, steps: 20, isBad: number % 2 == 1)), to: "run.jsonl")
      let model = verb == "summary" ? [] : ["--model", "model.json"]
      return bench.run(["trace", verb, "run.jsonl", "--format", "json"] + model).output
    }
  }

  @Test(
    "accept what is written, and refuse it with a key missing or a word that is not in the lists",
    arguments: [
      (ReportSchema.summary, "summary"), (.conformance, "conform"), (.coverage, "coverage"),
    ])
  func reports(schema: ReportSchema, verb: String) throws {
    let bench = try Workbench()
    let documents = try documents(verb, bench)
    let spoilt = (Self.spoilings[verb] ?? []).map { documents[0].replacing($0.good, with: $0.bad) }
    #expect(!spoilt.isEmpty && !spoilt.contains(documents[0]))
    let verdicts = try verdicts(schema, bench, documents + spoilt)
    #expect(verdicts.prefix(20) == Array(repeating: "good", count: 20)[...])
    #expect(verdicts.count == 20 + spoilt.count)
    #expect(verdicts.dropFirst(20).allSatisfy { $0.hasPrefix("bad") })
  }

  /// What makes a report another one, for each verb.
  private static let spoilings: [String: [(good: String, bad: String)]] = [
    "summary": [
      ("\"visits\"", "\"visit\""), ("orrery.summary/1", "orrery.summary/2"),
      ("\"verdict\": \"moved\"", "\"verdict\": \"danced\""),
    ],
    "conform": [
      ("\"guardEvaluated\"", "\"evaluated\""),
      ("\"verdict\": \"confirmed\"", "\"verdict\": \"sure\""),
    ],
    "coverage": [
      ("\"undeclaredSteps\"", "\"undeclared\""), ("\"traces\": [0]", "\"traces\": [-1]"),
    ],
  ]

  @Test("accept exclusions and effects")
  func rich() throws {
    let bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "run.jsonl": Log.text([("open", "close", "closed")]),
      "family.jsonl": Log.text(Log.family),
      ".orrery.yml": "coverage: {exclude: [{machine: DoorStateMachine, to: closed, reason: x}]}",
    ])
    let coverage = bench.run("trace", "coverage", "run.jsonl", "--format", "json").output
    let summary = bench.run("trace", "summary", "family.jsonl", "--format", "json").output
    #expect(try verdicts(.coverage, bench, [coverage]) == ["good"])
    #expect(try verdicts(.summary, bench, [summary]) == ["good"])
  }

  @Test("accept names, and refuse a kind or an origin that there is not")
  func names() throws {
    let bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door,
      "odd.jsonl": Log.text([("open", "shut", "closed")]),
    ])
    let list = bench.run("names", "--format", "json").output
    let check = bench.run("names", "--check", "odd.jsonl", "--format", "json").output
    let conform = bench.run("trace", "conform", "odd.jsonl", "--format", "json").output
    func spoilt(_ text: String, _ good: String, _ bad: String) -> String {
      text.replacing(good, with: bad)
    }
    let judged = [
      try verdicts(.names, bench, [list, spoilt(list, "\"input\"", "\"output\"")]),
      try verdicts(.nameCheck, bench, [check, spoilt(check, "\"event\"", "\"effect\"")]),
      try verdicts(
        .conformance, bench, [conform, spoilt(conform, "\"nearest\"", "\"near\"")]),
    ]
    for verdicts in judged {
      #expect(verdicts.count == 2 && verdicts[0] == "good" && verdicts[1].hasPrefix("bad"))
    }
  }

  @Test("accept gaps and starts")
  func gaps() throws {
    let bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door,
      "gap.jsonl": Log.text(
        start: "ajar", [("open", "close", "closed"), ("locked", "unlock", "closed")]),
    ])
    let conform = bench.run("trace", "conform", "gap.jsonl", "--format", "json").output
    let spoilt = conform.replacing("\"leftIn\"", with: "\"left\"")
    #expect(spoilt != conform && conform.contains("\"state\": \"ajar\""))
    let judged = try verdicts(.conformance, bench, [conform, spoilt])
    #expect(judged.count == 2 && judged[0] == "good" && judged[1].hasPrefix("bad"))
  }
}
