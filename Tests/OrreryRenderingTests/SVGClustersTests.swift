import Testing

@testable import OrreryRendering

@Suite("The boxes of an SVG")
struct SVGClustersTests {
  private let dot = """
    digraph G {
      subgraph cluster_outer {
        subgraph cluster_inner {
        }
      }
      subgraph cluster_last {
      }
    }
    """

  private func box(_ id: String) -> [String] {
    [
      "<g id=\"\(id)\" class=\"cluster\">", "<g id=\"a_\(id)\"><a>", "<path/>", "</a>", "</g>",
      "</g>",
    ]
  }

  @Test(
    "stand in the order of the graph's text, in whatever order they were drawn",
    arguments: [
      ["outer", "inner", "last"], ["last", "inner", "outer"], ["inner", "last", "outer"],
    ])
  func order(_ drawn: [String]) {
    let node = ["<g id=\"s0\" class=\"node\">", "</g>"]
    let lines = ["<svg>"] + drawn.flatMap(box) + node + ["</svg>"]
    #expect(
      SVGClusters.ordered(lines, by: dot)
        == ["<svg>"] + ["outer", "inner", "last"].flatMap(box) + node + ["</svg>"])
  }

  @Test("that the text does not name, and groups that do not end, stay where they are")
  func unknown() {
    let lines = box("other") + ["<g id=\"outer\" class=\"cluster\">", "<path/>"]
    #expect(SVGClusters.ordered(lines, by: dot) == lines)
  }
}
