import Foundation
import OrreryTrace
import Testing

/// The published schema, judged by the `jsonschema` package of Python.
@Suite struct SchemaTests {
  /// The exit code and the output of a Python program that gets the schema and lines as files.
  private func python(_ program: String, lines: [String]) throws -> (code: Int32, output: String) {
    try withTemporaryFile { schema in
      try withTemporaryFile { log in
        try TraceSchema.json.write(toFile: schema, atomically: true, encoding: .utf8)
        try lines.joined().write(toFile: log, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-W", "ignore", "-c", program, schema, log]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
      }
    }
  }

  static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for line in open(sys.argv[2], encoding="utf-8", newline="\\n"):
        print("good" if validator.is_valid(json.loads(line)) else "bad")
    """

  private func verdicts(_ lines: [String]) throws -> [String]? {
    let probe = try python("import jsonschema", lines: [])
    guard probe.code == 0 else {
      let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
      let reason = "the Python package jsonschema is not installed: \(probe.output)"
      if isCI { Issue.record("\(reason)") } else { print("skipped: \(reason)") }
      return nil
    }
    let result = try python(Self.validator, lines: lines)
    #expect(result.code == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("Every record is valid")
  func valid() throws {
    guard let verdicts = try verdicts(Examples.all.map { RecordEncoder.line($0) }) else { return }
    #expect(verdicts == Array(repeating: "good", count: Examples.all.count))
  }

  @Test("What the decoder refuses is not valid")
  func invalid() throws {
    let step = RecordEncoder.line(Examples.step(1))
    let lines = [
      #"{"type":"dance"}"# + "\n", step.replacing("moved", with: "danced"),
      step.replacing("\"seq\":1", with: "\"seq\":-1"), step.replacing("\"seq\":1,", with: ""),
      step.replacing("\"input\"", with: "\"moon\""),
      RecordEncoder.line(.header(Examples.header)).replacing("trace/1", with: "trace/2"),
    ]
    for line in lines {
      var decoder = RecordDecoder()
      #expect(throws: RecordError.self) { try decoder.decode(line.utf8) }
    }
    guard let verdicts = try verdicts(lines) else { return }
    #expect(verdicts == Array(repeating: "bad", count: lines.count))
  }
}
