import OrreryTrace
import OrreryTraceAnalysis

/// Writes one step a line, as RFC 4180 asks.
struct CSVExporter: TextExporter {
  let opening =
    "run,seq,nanoseconds,machine,instance,parent,origin,event,cause,from,to,verdict,effects\r\n"

  func add(_ record: TimedRecord) -> String {
    guard case .step(let step) = record.record else { return "" }
    let cells = [
      String(record.run + 1), String(step.seq), String(record.time), Self.quoted(step.machine),
      String(step.instance), step.parent.map { String($0) } ?? "", Self.quoted(step.origin),
      Self.quoted(step.event), step.cause.map { String($0) } ?? "", Self.quoted(step.from),
      Self.quoted(step.to), step.verdict.rawValue,
      Self.quoted((step.effects?.names ?? []).joined(separator: " ")),
    ]
    return cells.joined(separator: ",") + "\r\n"
  }

  func finish() -> String { "" }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
