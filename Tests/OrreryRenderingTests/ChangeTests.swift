import OrreryModel
import OrreryRendering
import Testing

@Suite("A picture of two versions")
struct ChangeTests {
  private let machine = Samples.login
  private var options: RenderOptions {
    var options = RenderOptions()
    options.changes = [0: .added, 1: .removed, 2: .changed]
    options.stateChanges = [machine.states[0].name: .added, machine.states[1].name: .removed]
    return options
  }

  @Test(
    "says by sign, colour and stroke what was added, removed and changed",
    arguments: [TextFormat.dot, .plantuml, .mermaid])
  func marks(format: TextFormat) throws {
    let diagram = try #require(Renderer(format: format, options: options).diagram(machine))
    #expect(Set(diagram.edges.compactMap(\.style.change)) == Set(PartChange.allCases))
    #expect(diagram.nodes.compactMap(\.change) == [.added, .removed])
    for (mark, meaning) in [("+", "added"), ("−", "removed"), ("Δ", "changed")] {
      #expect(diagram.legend.contains { $0.mark == mark && $0.meaning == meaning })
      #expect(diagram.edges.contains { $0.lines.first?.first?.text.hasPrefix(mark) == true })
    }
    let text = Renderer(format: format, options: options).render(machine)
    #expect(text.contains("#00785A") || text.contains("00785A"))
    #expect(text != Renderer(format: format).render(machine))
  }

  @Test("draws a change of what is not drawn otherwise")
  func refusals() throws {
    let hidden = try #require(machine.transitions.firstIndex { $0.kind == .ignore })
    var options = RenderOptions()
    options.changes[hidden] = .removed
    let diagram = try #require(Renderer(format: .dot, options: options).diagram(machine))
    #expect(diagram.edges.contains { $0.ordinals.contains(hidden) })
  }
}

@Suite("Links to the source")
struct SourceLinkTests {
  @Test("lead from a document to the line, whatever is in the path")
  func links() {
    var machine = Samples.login
    machine.location.file = "A b/(c)/<d>.swift"
    var options = RenderOptions()
    options.sourceRoot = "../.."
    let text = MarkdownSection.introduction(of: machine, options: options)
    #expect(text.contains("](../../A%20b/%28c%29/%3Cd%3E.swift#L\(machine.location.line))"))
    options.sourceRoot = "."
    #expect(
      MarkdownSection.introduction(of: machine, options: options).contains("](A%20b/%28c%29/"))
    machine.location.file = "/elsewhere/A.swift"
    #expect(!MarkdownSection.introduction(of: machine, options: options).contains("]("))
  }
}
