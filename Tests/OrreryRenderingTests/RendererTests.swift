import OrreryModel
import OrreryRendering
import Testing

@Suite("Rendering")
struct RendererTests {
  @Test("gives the same bytes for the same machine", arguments: TextFormat.allCases)
  func determinism(format: TextFormat) {
    for seed in 0..<20 as Range<UInt64> {
      let machine = RandomMachine.machine(seed: seed)
      var options = RandomMachine.options(seed: seed, for: machine)
      let text = Renderer(format: format, options: options).render(machine)
      // The same dictionaries, filled in another order, iterate in another order.
      options.verdicts = Dictionary(
        uniqueKeysWithValues: options.verdicts.sorted { $0.key > $1.key }.map { ($0, $1) })
      #expect(Renderer(format: format, options: options).render(machine) == text)
    }
  }

  @Test("ends every text with one newline", arguments: TextFormat.allCases)
  func newline(format: TextFormat) {
    for (_, machine) in Samples.all {
      let text = Renderer(format: format).render(machine)
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
  }

  @Test(
    "lets no control character through",
    arguments: [TextFormat.plantuml, .dot, .mermaid, .text, .markdown, .scxml, .smcat])
  func controls(format: TextFormat) {
    for seed in 0..<50 as Range<UInt64> {
      let text = Renderer(format: format).render(RandomMachine.machine(seed: seed))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }
  }

  @Test(
    "keeps line numbers out of the pictures",
    arguments: [TextFormat.plantuml, .dot, .mermaid, .scxml, .smcat])
  func moving(format: TextFormat) {
    var moved = Samples.login
    for index in moved.transitions.indices { moved.transitions[index].location.line += 7 }
    moved.location.line += 7
    #expect(
      Renderer(format: format).render(moved) == Renderer(format: format).render(Samples.login))
  }

  @Test("names every format once, each with its own file ending")
  func formats() {
    #expect(Set(TextFormat.allCases.map(\.fileExtension)).count == TextFormat.allCases.count)
    #expect(TextFormat.allCases.allSatisfy { !$0.summary.isEmpty })
  }

  @Test("writes a verdict as colour, stroke and sign")
  func verdicts() {
    var options = RenderOptions()
    options.verdicts[0] = .undeclared
    options.counts[0] = 12
    let dot = Renderer(format: .dot, options: options).render(Samples.login)
    #expect(dot.contains("✗ 12×"))
    #expect(dot.contains("penwidth=2.1"))
    #expect(dot.contains("seen, not declared"))
  }
}
