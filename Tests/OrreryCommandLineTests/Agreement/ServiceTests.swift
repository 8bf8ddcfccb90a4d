import Foundation
import OrreryOracles
import Testing

/// What the services read for which coverage and spans are written.
@Suite("Services read what is written for them")
struct ServiceTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
      "door.jsonl": Log.text([("open", "close", "closed"), ("closed", "lock", "locked")]),
      "family.jsonl": Log.text(Log.family),
    ])
  }

  private func output(_ program: String, _ files: String...) throws -> String {
    let result = try Python.run(program, files.map(bench.path))
    #expect(result.status == 0, "\(result.messages)")
    return result.output
  }

  @Test(
    "OpenTelemetry's own messages take every field of the spans",
    .disabled(
      if: Python.isMissing("google.protobuf", "opentelemetry.proto"),
      "skipped: no opentelemetry-proto (pip install opentelemetry-proto)"))
  func openTelemetry() throws {
    #expect(
      bench.run("trace", "export", "family.jsonl", "--format", "otlp", "-o", "spans.json").status
        == 0)
    let program = """
      import base64, json, sys
      from google.protobuf import json_format
      from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status, TracesData

      # OTLP writes ids in hexadecimal digits, where JSON of other messages has base64.
      def plain(value):
          if isinstance(value, list):
              return [plain(item) for item in value]
          if not isinstance(value, dict):
              return value
          ids = ("traceId", "spanId", "parentSpanId")
          return {key: base64.b64encode(bytes.fromhex(item)).decode() if key in ids else plain(item)
                  for key, item in value.items()}

      data = json_format.ParseDict(plain(json.load(open(sys.argv[1]))), TracesData())
      spans = [span for resource in data.resource_spans
               for scope in resource.scope_spans for span in scope.spans]
      named = {span.span_id: span for span in spans}
      for span in sorted(spans, key=lambda span: (span.start_time_unix_nano, span.name)):
          parent = named[span.parent_span_id].name if span.parent_span_id else "-"
          print(span.name, parent, Status.StatusCode.Name(span.status.code)[12:], len(span.events),
                span.end_time_unix_nano - span.start_time_unix_nano)
      """
    #expect(
      try output(program, "spans.json") == """
        Shop.Shop - UNSET 0 4000
        idle Shop.Shop UNSET 1 1000
        Shop.Cart - UNSET 0 3500
        empty Shop.Cart UNSET 1 1000
        loading Shop.Shop UNSET 1 1100
        .fetch loading OK 0 1050
        .log loading ERROR 0 450
        filled Shop.Cart UNSET 1 2500
        open Shop.Shop UNSET 1 1900
        .show open UNSET 0 900

        """)
  }

  @Test(
    "pycobertura reads the lines of the Cobertura report, and of LCOV's by way of lcov-cobertura",
    .disabled(
      if: Python.isMissing("pycobertura", "lcov_cobertura"),
      "skipped: no pycobertura or lcov-cobertura (pip install pycobertura lcov-cobertura)"))
  func coverage() throws {
    for format in ["cobertura", "lcov"] {
      let outcome = bench.run("trace", "coverage", "door.jsonl", "--format", format, "-o", format)
      #expect(outcome.status == 0, "\(outcome.messages)")
    }
    let program = """
      import sys
      from lcov_cobertura import LcovCobertura
      from pycobertura import Cobertura
      cobertura, lcov = sys.argv[1:]
      converted = LcovCobertura(open(lcov).read()).convert()
      open(lcov + ".xml", "w").write(converted)
      for report in (Cobertura(cobertura), Cobertura(lcov + ".xml")):
          for name in sorted(report.files()):
              print(name, report.total_statements(name), report.missed_statements(name))
      """
    let expected = """
      Sources/Home/Door.swift 3 [21]
      Sources/Home/Lamp.swift 2 [7, 8]

      """
    #expect(try output(program, "cobertura", "lcov") == expected + expected)
  }
}
