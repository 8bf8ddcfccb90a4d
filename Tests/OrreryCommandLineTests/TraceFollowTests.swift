import Foundation
import OrreryTrace
import OrreryTraceAnalysis
import Testing

@testable import OrreryCommandLine

@Suite("orrery trace show --follow")
struct TraceFollowTests {
  private let bench: Workbench
  private let lines = Log.family.map { RecordEncoder.line($0) }
  private static let unused = String(repeating: "\n", count: 5000)

  init() throws {
    bench = try Workbench()
  }

  @Test("goes on past a line that is half written, and with a log that is begun anew")
  func growing() throws {
    try bench.write("", to: "grow.jsonl")
    let follower = try Follower(path: bench.path("grow.jsonl"), named: "grow.jsonl")
    var found: [Record] = []
    var warnings: [String] = []
    func poll(_ text: String) throws {
      try bench.write(text, to: "grow.jsonl")
      repeat { warnings += try follower.poll { found.append($0) } } while !follower.isAtEnd
    }
    try poll(lines[..<3].joined() + Self.unused)
    #expect(found == Array(Log.family[..<3]))
    try poll(lines[..<3].joined() + lines[3].dropLast(9) + Self.unused)
    #expect(found.count == 3)
    try poll(lines[..<5].joined() + Self.unused)
    #expect(found == Array(Log.family[..<5]))
    try poll(lines[..<5].joined() + "{torn\n" + lines[5] + Self.unused)
    #expect(found == Array(Log.family[..<6]))
    #expect(warnings.count == 1 && warnings[0].hasPrefix("grow.jsonl: byte "))
    try poll(lines[..<2].joined())
    #expect(found.count == 8)
  }

  private func context() throws -> Context {
    let silent = Console.Stream { _ in }
    return Context(
      console: Console(output: silent, messages: silent, environment: [:]),
      project: try Project(workingDirectory: bench.folder), program: nil)
  }

  /// All that is new.
  private func poll(_ followers: inout Followers) throws -> [Record] {
    var found: [Record] = []
    while try followers.poll({ found.append($0.record) }) {}
    return found
  }

  @Test("reads a log that is moved away to its end, then the one that takes its place")
  func moved() throws {
    try bench.write(lines[..<4].joined(), to: "run.jsonl")
    var followers = try Followers(["run.jsonl"], in: context())
    #expect(try poll(&followers) == Array(Log.family[..<4]))
    try bench.write(lines[..<6].joined(), to: "run.jsonl")
    try FileManager.default.moveItem(
      atPath: bench.path("run.jsonl"), toPath: bench.path("run.1.jsonl"))
    try bench.write(lines[0] + lines[6...8].joined(), to: "run.jsonl")
    let found = try poll(&followers)
    #expect(found.filter { $0 != Log.family[0] } == Array(Log.family[4...8]))
    #expect(try poll(&followers) == [])
  }

  @Test(
    "takes up further parts of a pattern and files of a folder, none of them twice",
    arguments: ["logs", "logs/run*.jsonl"])
  func joining(path: String) throws {
    try bench.write(lines[..<4].joined(), to: "logs/run.jsonl")
    var followers = try Followers([path], in: context())
    #expect(try poll(&followers) == Array(Log.family[..<4]))
    try bench.write(lines[0] + lines[4], to: "logs/run.1.jsonl")
    #expect(try poll(&followers) == [Log.family[0], Log.family[4]])
    try FileManager.default.moveItem(
      atPath: bench.path("logs/run.1.jsonl"), toPath: bench.path("logs/run.2.jsonl"))
    #expect(try poll(&followers) == [])
    try FileManager.default.removeItem(atPath: bench.path("logs/run.2.jsonl"))
    #expect(try poll(&followers) == [])
  }

  @Test("shows several logs by time")
  func several() throws {
    try bench.write(Log.text(run: "a", wall: 5, [("x", "first", "y")]), to: "a.jsonl")
    try bench.write(Log.text(run: "b", wall: 5.001, [("x", "second", "y")]), to: "b.jsonl")
    var followers = try Followers(["b.jsonl", "a.jsonl"], in: context())
    let events = try poll(&followers).compactMap { record -> String? in
      if case .step(let step) = record { step.event } else { nil }
    }
    #expect(events == ["first", "second"])
  }

  @Test("refuses what does not grow, and what is not there")
  func refused() throws {
    try bench.write("x", to: "run.jsonl.gz")
    for path in ["run.jsonl.gz", "-"] {
      let outcome = bench.run("trace", "show", path, "--follow")
      #expect(outcome.status == 2)
      #expect(outcome.messages.contains("it does not grow"), "\(outcome.messages)")
    }
    let outcome = bench.run("trace", "show", "nowhere.jsonl", "--follow")
    #expect(outcome.status == 1)
    #expect(
      outcome.messages
        == "error: cannot read 'nowhere.jsonl' (No such file or directory); check the path\n")
  }
}
