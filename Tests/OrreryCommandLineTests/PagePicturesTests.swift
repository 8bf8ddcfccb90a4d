import Foundation
import OrreryGraphviz
import OrreryRendering
import Testing

@testable import OrreryCommandLine

/// The pictures in the pages, drawn anew from what the pages show; ORRERY_RECORD=1 writes them.
@Suite(
  "The pictures of the pages",
  .disabled(if: !Graphviz.isAvailable, "skipped: no Graphviz in this build"))
struct PagePicturesTests {
  private static let catalogue = URL(filePath: #filePath)
    .appending(path: "../../../Sources/Orrery/Orrery.docc").standardized

  /// The fenced blocks of a page in one language, in order.
  private func blocks(_ language: String, of page: String) throws -> [String] {
    let text = try String(contentsOf: Self.catalogue.appending(path: page), encoding: .utf8)
    var blocks: [String] = []
    var open: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```\(language)" {
        open = []
      } else if line == "```", let lines = open {
        blocks.append(lines.map { $0 + "\n" }.joined())
        open = nil
      } else {
        open?.append(line)
      }
    }
    return blocks
  }

  /// What a shell block writes into a file by `cat > FILE <<'END'`.
  private func document(_ file: String, in blocks: [String]) throws -> String {
    let all = blocks.joined()
    let start = try #require(all.firstRange(of: "cat > \(file) <<'END'\n")?.upperBound)
    let end = try #require(all[start...].firstRange(of: "\nEND\n")?.lowerBound)
    return all[start..<end] + "\n"
  }

  private func compare(_ svg: String, with name: String) throws {
    let url = Self.catalogue.appending(path: "Resources/\(name).svg")
    if ProcessInfo.processInfo.environment["ORRERY_RECORD"] != nil {
      try svg.write(to: url, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: url, encoding: .utf8)
    #expect(SVGStamp.hash(in: svg) != nil)
    #expect(SVGStamp.hash(in: written) == SVGStamp.hash(in: svg), "\(name).svg is out of date")
  }

  @Test("show what the examples of how to read one declare")
  func marks() throws {
    let sources = try blocks("swift", of: "Pictures.md")
    try #require(sources.count >= 2)
    let bench = try Workbench([
      "Sources/Shop/Order.swift": sources[0], "Sources/Shop/Basket.swift": sources[1],
    ])
    #expect(bench.run("draw", "Sources", "--legend", "--detail", "all").status == 0)
    try compare(bench.read("Diagrams/Shop.Order.svg"), with: "OrderStates")
    try compare(bench.read("Diagrams/Shop.Basket.svg"), with: "BasketStates")
  }

  @Test("show the upload of the tutorial, its run, and what a change makes of it")
  func tutorial() throws {
    let shell = try blocks("sh", of: "Tutorial.md")
    let source = try document("Sources/Shop/Upload.swift", in: shell)
    let changed =
      source
      .replacing("attempts < 3 ? .waiting : .failed", with: ".waiting")
      .replacing("case idle, sending", with: "case idle, paused, sending")
      .replacing(
        "  mutating func retry",
        with: "  mutating func pause() { if state == .sending { state = .paused } }\n"
          + "  mutating func retry"
      )
      .replacing(
        "case .idle, .done, .failed: break", with: "case .idle, .paused, .done, .failed: break")
    let bench = try Workbench([
      "old/Sources/Shop/Upload.swift": source, "new/Sources/Shop/Upload.swift": changed,
      "run.jsonl": document("run.jsonl", in: shell),
    ])
    #expect(bench.run("draw", "old/Sources").status == 0)
    try compare(bench.read("Diagrams/Shop.Upload.svg"), with: "UploadStates")
    #expect(bench.run("diff", "old", "new", "--format", "svg", "--output", "Changes").status == 0)
    try compare(bench.read("Changes/Shop.Upload.svg"), with: "UploadChanges")
    let conform = bench.run(
      "trace", "conform", "run.jsonl", "--source", "old/Sources", "--format", "svg", "--output",
      "Run")
    #expect(conform.status == 3)
    try compare(bench.read("Run/Shop.Upload.svg"), with: "UploadRun")
  }

  private static let login = URL(filePath: ToolProcess.path).deletingLastPathComponent()
    .appending(path: "Login")

  @Test(
    "show a run of the login sample",
    .disabled(
      if: !FileManager.default.isExecutableFile(atPath: login.path), "skipped: Login is not built"))
  func run() throws {
    let bench = try Workbench()
    let program = Process()
    program.executableURL = Self.login
    program.environment = ["ORRERY_TRACE": bench.path("run.jsonl")]
    program.standardOutput = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    let samples = Self.catalogue.appending(path: "../../../Samples/Login").standardized.path
    let conform = bench.run(
      "trace", "conform", "run.jsonl", "--source", samples, "--format", "svg", "--output", "Run",
      "--module", "Login")
    #expect(conform.status == 0, "\(conform.messages)")
    try compare(bench.read("Run/Login.LoginFeature.svg"), with: "LoginRun")
  }
}
