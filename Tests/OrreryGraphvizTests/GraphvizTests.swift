import OrreryGraphviz
import OrreryOracles
import Testing

@Suite(
  "Graphviz",
  .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
struct GraphvizTests {
  private static let graph = "digraph orrery { a -> b [id=\"t0\", label=<x &amp; y>] }"

  @Test(
    "writes each format as what it is",
    arguments: zip(GraphvizFormat.allCases, ["<?xml", "\u{FFFD}PNG", "%PDF-"]))
  func formats(format: GraphvizFormat, magic: String) throws {
    let bytes = try Graphviz.render(dot: Self.graph, as: format)
    #expect(String(decoding: bytes.prefix(magic.count), as: UTF8.self) == magic)
  }

  @Test("gives the same bytes twice")
  func equality() throws {
    let first = try Graphviz.render(dot: Self.graph, as: .svg)
    #expect(try Graphviz.render(dot: Self.graph, as: .svg) == first)
  }

  @Test("says where a text is no graph, and draws the next one")
  func badThenGood() throws {
    #expect {
      try Graphviz.render(dot: "digraph {\n a -> ;; }", as: .svg)
    } throws: { error in
      guard case .syntax(let message) = (error as? GraphvizError)?.kind else { return false }
      return message.contains("line 2")
    }
    #expect(try !Graphviz.render(dot: Self.graph, as: .svg).isEmpty)
  }

  @Test("draws the next graph whatever was refused before, and however often")
  func refusedInARow() throws {
    let refused = [
      "digraph {", "]", "digraph {\n a -> ;; }", "digraph { a [label=<<B>x>] ;", "\"", "/*",
    ]
    for first in refused {
      for second in refused {
        for text in [first, second, first] {
          #expect(throws: GraphvizError.self) { try Graphviz.render(dot: text, as: .svg) }
        }
        #expect(try !Graphviz.render(dot: Self.graph, as: .svg).isEmpty, "\(first) \(second)")
      }
    }
  }

  @Test("refuses what is empty or ends too soon", arguments: ["", " ", "digraph {", "a\0b", "]"])
  func refusals(text: String) {
    #expect(throws: GraphvizError.self) { try Graphviz.render(dot: text, as: .svg) }
  }

  @Test("refuses markup that is not well formed")
  func markup() {
    #expect(throws: GraphvizError.self) {
      try Graphviz.render(dot: "digraph { a [label=<<b>>] }", as: .svg)
    }
  }

  @Test("draws from many threads at once")
  func concurrency() async throws {
    let expected = try Graphviz.render(dot: Self.graph, as: .svg)
    let equal = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<400 {
        group.addTask { (try? Graphviz.render(dot: Self.graph, as: .svg)) == expected }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(equal == 400)
  }

  @Test("tells its version")
  func version() {
    #expect(Graphviz.version?.first?.isNumber ?? false)
  }

  @Test("reads the ids of edges back")
  func edges() throws {
    let edges = try Graphviz.edges(dot: Self.graph)
    #expect(edges == [GraphvizEdge(tail: "a", head: "b", id: "t0")])
  }
}

@Suite("Errors of Graphviz")
struct GraphvizErrorTests {
  @Test("say what to do")
  func wording() {
    #expect(GraphvizError(.unavailable).description.contains("libgraphviz-dev"))
    #expect(GraphvizError(.unavailable).description.contains("brew"))
    #expect(GraphvizError(.format(.png, "no renderer")).description.contains("PNG: no renderer"))
  }
}
