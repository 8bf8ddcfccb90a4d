import OrreryModel

/// The whole file.
struct FileRecord: Decodable {
  var schema: String
  var machines: [MachineRecord]
  var diagnostics: [DiagnosticRecord]

  init(_ extract: Extract) {
    schema = ModelFile.schemaName
    machines = extract.machines.map(MachineRecord.init)
    diagnostics = extract.diagnostics.map(DiagnosticRecord.init)
  }

  var extract: Extract {
    Extract(machines: machines.map(\.machine), diagnostics: diagnostics.map(\.diagnostic))
  }

  var json: JSONText {
    [
      "schema": .string(schema), "machines": .array(machines.map(\.json)),
      "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}

struct DiagnosticRecord: Decodable {
  var id: String
  var severity: Diagnostic.Severity
  var file: String
  var line: Int
  var column: Int
  var message: String

  init(_ diagnostic: Diagnostic) {
    id = diagnostic.id
    severity = diagnostic.severity
    file = diagnostic.location.file
    line = diagnostic.location.line
    column = diagnostic.location.column
    message = diagnostic.message
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      id: id, severity: severity,
      location: SourceLocation(file: file, line: line, column: column), message: message)
  }

  var json: JSONText {
    [
      "id": .string(id), "severity": .string(severity.rawValue), "file": .string(file),
      "line": .number(line), "column": .number(column), "message": .string(message),
    ]
  }
}

struct UnresolvedRecord: Decodable {
  var file: String
  var line: Int
  var column: Int?
  var why: String
  var event: String?

  init(_ unresolved: Unresolved) {
    file = unresolved.location.file
    line = unresolved.location.line
    column = unresolved.location.column
    why = unresolved.reason
    event = unresolved.event
  }

  var unresolved: Unresolved {
    var part = Unresolved(
      location: SourceLocation(file: file, line: line, column: column ?? 1), reason: why)
    part.event = event
    return part
  }

  var json: JSONText {
    [
      "file": .string(file), "line": .number(line), "column": .count(column), "why": .string(why),
      "event": .text(event),
    ]
  }
}

// Raw values of these are the words of the file.
extension Diagnostic.Severity: Decodable {}
extension Event.Origin: Decodable {}
extension Machine.Style: Decodable {}
extension Machine.StateKind: Decodable {}
extension Transition.Kind: Decodable {}
extension Transition.Certainty: Decodable {}
extension Child.Via: Decodable {}

struct RemarkRecord: Decodable {
  var rule: String
  var state: String?
  var origin: Event.Origin?
  var event: String?
  var message: String
  var file: String
  var line: Int
  var column: Int?

  init(_ remark: Remark) {
    (rule, state, message) = (remark.rule, remark.state, remark.message)
    (origin, event) = (remark.event?.origin, remark.event?.name)
    (file, line, column) = (
      remark.location.file, remark.location.line, remark.location.column
    )
  }

  var remark: Remark {
    Remark(
      rule: rule, state: state, event: event.map { Event.ID(origin ?? .input, $0) },
      message: message,
      location: SourceLocation(file: file, line: line, column: column ?? 1))
  }

  var json: JSONText {
    [
      "rule": .string(rule), "state": .text(state), "origin": .text(origin?.rawValue),
      "event": .text(event), "message": .string(message), "file": .string(file),
      "line": .number(line), "column": .count(column),
    ]
  }
}
