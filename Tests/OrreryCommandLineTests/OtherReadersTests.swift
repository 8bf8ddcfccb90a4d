import Foundation
import OrreryOracles
import OrreryTrace
import Testing

/// Logs as they lie on the disk, read by programs that know nothing of this package.
@Suite("Other programs read a log")
struct OtherReadersTests {
  private let bench: Workbench

  /// `closed.jsonl`, and `killed.jsonl` as a killed process leaves it: with unused newlines at its
  /// end, and a line that was being written.
  init() throws {
    bench = try Workbench()
    let sink = try FileSink(path: bench.path("closed.jsonl"))
    for record in Log.family { sink.write(record) }
    let open = try bench.read("closed.jsonl")
    sink.close()
    let written = open.prefix { _ in true }.split(separator: "\n").joined(separator: "\n")
    let blanks = String(repeating: "\n", count: open.utf8.count - written.utf8.count)
    try bench.write(written + "\n" + #"{"type":"step","seq":6,"at":"# + blanks, to: "killed.jsonl")
  }

  private func repair() throws {
    let outcome = bench.run("trace", "export", "killed.jsonl", "--format", "jsonl")
    #expect(outcome.status == 0, "\(outcome.messages)")
    try bench.write(outcome.output, to: "repaired.jsonl")
    #expect(try bench.read("repaired.jsonl") == bench.read("closed.jsonl"))
  }

  @Test(
    "jq: a closed log as it is, a killed one after repair",
    .disabled(if: Tool("jq") == nil && !Tool.isRequired, "skipped: no jq (apt-get install jq)"))
  func jq() throws {
    try repair()
    let jq = try #require(Tool("jq"))
    for name in ["closed.jsonl", "repaired.jsonl"] {
      let output = try jq.run(
        ["-s", "-c", "map(.type)|group_by(.)|map([.[0],length])", bench.path(name)],
        in: URL(filePath: bench.folder))
      #expect(
        output == #"[["effect",7],["header",1],["instance",3],["machine",2],["step",5]]"# + "\n")
    }
  }

  @Test(
    "DuckDB: a closed log as it is, a killed one after repair",
    .disabled(if: Python.isMissing("duckdb"), "skipped: no duckdb (pip install duckdb)"))
  func duckDB() throws {
    try repair()
    for name in ["closed.jsonl", "repaired.jsonl"] {
      let result = try Python.run(
        """
        import duckdb, sys
        print(duckdb.execute(
            "select count(*), max(seq), count(distinct machine) from read_json(?) "
            "where type = 'step'", [sys.argv[1]]).fetchall())
        """, [bench.path(name)])
      #expect(result.output == "[(5, 5, 2)]\n", "\(result.messages)")
    }
  }
}
