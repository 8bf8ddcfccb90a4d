import Foundation
import OrreryGraphviz
import OrreryRendering
import Testing

@testable import OrreryCommandLine

@Suite(
  "The layout of large graphs",
  .disabled(if: !Graphviz.isAvailable, "skipped: this build has no Graphviz"))
struct LayoutTests {
  private let bench: Workbench

  /// A program in the place of the tool: the engine `dot` never ends, `neato` fails, the others draw.
  private static let program = """
    #!/bin/sh
    case "$*" in
      *"--engine dot"*) exec sleep 600 ;;
      *"--engine neato"*) echo "error: no memory" >&2; exit 1 ;;
    esac
    printf '<svg>\\n%s\\n</svg>\\n' "$1" > "$4"
    """

  private static let graph =
    "digraph orrery {\n"
    + (0..<400).map {
      "  s\($0 % 40) -> s\($0 % 39) [id=\"t\($0)\", tooltip=\"an edge of many\"]\n"
    }
    .joined() + "}\n"

  init() throws {
    bench = try Workbench(["tool.sh": Self.program])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: bench.path("tool.sh"))
  }

  /// The drawing, or what was said of its failure, and the warnings.
  private func draw(
    _ engines: [GraphvizEngine], _ graph: String = Self.graph, limit: Int = .max
  ) -> (picture: String, failure: Failure?, messages: String) {
    let messages = Messages()
    let console = Console(
      output: Console.Stream { _ in }, messages: Console.Stream { messages.text += $0 },
      environment: [:])
    let layout = Layout(
      engines: engines, budget: 0.3, program: bench.path("tool.sh"), limit: limit,
      console: console)
    do {
      let bytes = try layout.bytes(of: GraphPicture(dot: graph), as: .svg, for: "a.svg")
      return (String(decoding: bytes, as: UTF8.self), nil, messages.text)
    } catch {
      return ("", error, messages.text)
    }
  }

  private final class Messages {
    var text = ""
  }

  @Test("is stopped when its budget is spent, and says what to do")
  func stopped() throws {
    let start = ContinuousClock.now
    let failure = try #require(draw([.dot]).failure)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(failure.message == "a.svg: the layout dot took longer than 0.3 s")
    #expect(failure.advice?.contains("--layout-budget") == true)
  }

  @Test("falls back on the next engine that was asked for, and says so")
  func fallback() {
    let outcome = draw([.dot, .sfdp])
    #expect(outcome.picture.contains("\nlay-out\n</svg>"), "\(outcome)")
    #expect(
      outcome.messages.contains("the layout dot took longer than 0.3 s, so that sfdp is tried"))
  }

  @Test("says what its process said")
  func failure() {
    #expect(draw([.neato]).failure?.message == "no memory")
  }

  @Test("of small ones stays in this process")
  func small() {
    #expect(draw([.dot], "digraph orrery { a -> b }").picture.contains("<title>"))
  }

  @Test("is left to other processes, however small, when much is lost in this one")
  func many() throws {
    let (before, graph) = (Graphviz.lost, "digraph orrery { subgraph cluster_a { a } a -> b }")
    _ = try Graphviz.render(dot: graph, as: .svg)
    #expect(Graphviz.lost >= before + 11)
    let outcome = draw([.sfdp], graph, limit: before + 11)
    #expect(outcome.picture.contains("\nlay-out\n</svg>"), "\(outcome)")
  }

  @Test("is drawn by the hidden verb, which help does not name")
  func verb() throws {
    try bench.write(Self.graph, to: "graph.dot")
    let outcome = bench.run("lay-out", "graph.dot", "--engine", "sfdp", "--output", "a.svg")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(try bench.read("a.svg").contains("<svg"))
    #expect(!bench.run("--help").output.contains("lay-out"))
    try bench.write("digraph {", to: "graph.dot")
    #expect(bench.run("lay-out", "graph.dot", "--output", "a.svg").status == 1)
  }
}
