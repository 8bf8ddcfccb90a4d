import Foundation
import OrreryTrace
import Testing

@testable import OrreryCommandLine

/// What pages tell to type is typed here, on the feature that they show, and prints what they show.
@Suite("Commands of pages about features")
struct PageCommandsTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The commands of the tool in shell blocks, each block with the output that the page shows below it.
  private func commands(of page: String) throws -> [(typed: [[String]], shown: String?)] {
    let parts = try Self.text("Sources/Orrery/Orrery.docc/\(page).md").components(
      separatedBy: "```")
    return parts.indices.filter { parts[$0].hasPrefix("sh\n") }.map { position in
      let typed = parts[position].split(separator: "\n").filter { $0.hasPrefix("orrery ") }
        .map { $0.split(separator: " ").dropFirst().map(String.init) }
      let next = position + 2 < parts.count ? parts[position + 2] : ""
      return (typed, next.hasPrefix("text\n") ? String(next.dropFirst(5)) : nil)
    }
  }

  /// A run of the feature in which a forecast comes, and one in which it is tried again.
  private static var log: String {
    let machine = "Weather.WeatherFeature"
    let steps = [
      ("idle", "input", "placeChosen", "loading"), ("loading", "ioResult", "fetchFailed", "failed"),
      ("failed", "input", "retryTapped", "loading"), ("loading", "ioResult", "fetched", "loaded"),
    ]
    return Log.text(
      [
        .header(Header(run: "r", wall: 1, mono: 1, process: "test", pid: 1)),
        .machine(MachineRecord(machine: machine, style: "reducer")),
      ]
        + steps.enumerated().map { number, step in
          .step(
            StepRecord(
              seq: UInt64(number + 1), at: UInt64(number), machine: machine, instance: 1,
              origin: step.1, event: step.2, from: step.0, to: step.3, verdict: .moved))
        })
  }

  @Test("end well and print what is shown", arguments: ["WritingFeatures", "Testing"])
  func pages(page: String) throws {
    let bench = try Workbench([
      "Sources/Weather/WeatherFeature.swift": try Self.text(
        "Tests/OrreryTests/Pages/WeatherFeature.swift"),
      "Traces/1.jsonl": Self.log,
    ])
    let blocks = try commands(of: page)
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(!block.typed.isEmpty)
      var output = ""
      for words in block.typed {
        let outcome = bench.run(words)
        #expect(outcome.status == 0, "orrery \(words): \(outcome.messages)")
        output += outcome.output
      }
      if let shown = block.shown { #expect(output.contains(shown), "\(output)") }
    }
  }
}
