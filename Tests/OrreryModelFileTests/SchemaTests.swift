import Foundation
import OrreryModel
import OrreryModelFile
import Testing

/// Python's `jsonschema`, which judges the published schema.
private enum Validator {
  private static let environment = ProcessInfo.processInfo.environment
  private static let python = environment["ORRERY_PYTHON"] ?? "python3"

  static let isMissing: Bool = (try? run("import jsonschema", [:]).status) != 0

  /// In continuous integration a missing validator fails, because then nothing is checked.
  static let isSkipped = isMissing && environment["CI"] != "true"

  static let program = """
    import json, os, jsonschema
    schema = json.loads(os.environ["SCHEMA"])
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(os.environ["DOCUMENT"]))
    """

  static func accepts(_ document: String) throws -> (status: Int32, messages: String) {
    try run(program, ["SCHEMA": ModelFile.schema, "DOCUMENT": document])
  }

  private static func run(
    _ program: String, _ variables: [String: String]
  ) throws -> (status: Int32, messages: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [python, "-c", program]
    process.environment = environment.merging(variables) { $1 }
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let messages = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: messages, as: UTF8.self))
  }
}

@Suite(
  "The published JSON Schema",
  .disabled(if: Validator.isSkipped, "skipped: python3 has no jsonschema (pip install jsonschema)"))
struct SchemaTests {
  @Test("accepts what is written", arguments: [RichModel.extract(), Extract()])
  func accepts(extract: Extract) throws {
    let verdict = try Validator.accepts(ModelFile.encode(extract))
    #expect(verdict.status == 0, "\(verdict.messages)")
  }

  @Test(
    "refuses another version, a missing key, and words that are not in the lists",
    arguments: [
      ("orrery.model/2", "orrery.model/3"), ("\"stateKind\"", "\"kindOfState\""),
      ("\"reducer\"", "\"magic\""), ("\"kind\": \"move\"", "\"kind\": \"jump\""),
      ("\"line\": 20", "\"line\": 0"), ("{\"name\": \".fetch\"}", "{\"nom\": \".fetch\"}"),
    ])
  func refuses(good: String, bad: String) throws {
    let document = ModelFile.encode(RichModel.extract())
    let broken = document.replacingOccurrences(of: good, with: bad)
    #expect(broken != document)
    #expect(try Validator.accepts(broken).status == 1)
  }
}
