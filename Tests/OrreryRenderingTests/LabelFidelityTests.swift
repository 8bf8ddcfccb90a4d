import Foundation
import OrreryGraphviz
import OrreryModel
import OrreryOracles
import Testing

@testable import OrreryRendering

/// What stands in a picture is what stands in the source, sign by sign.
@Suite("Hostile labels")
struct LabelFidelityTests {
  /// One state for each text that fits on one line.
  private static let machine: Machine = {
    var machine = Samples.empty
    var seen: Set<String> = []
    machine.states = HostileText.samples.filter {
      $0.count <= 26 && seen.insert($0.printable).inserted
    }
    .map { State($0) }
    return machine
  }()

  private static var expected: Set<String> { Set(machine.states.map(\.name.printable)) }

  /// Without what a drawing adds: hard spaces, and spaces that its writer splits or folds.
  private static func folded(_ text: String) -> String {
    text.replacingOccurrences(of: "\u{A0}", with: " ").filter { $0 != " " }
  }

  @Test(
    "are drawn as they are by Graphviz",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func graphviz() throws {
    let dot = Renderer(format: .dot).render(Self.machine)
    let svg = try Graphviz.render(dot: dot, as: .svg)
    let drawn = Set(XMLTexts.texts(of: "text", in: Data(svg)).map(Self.folded))
    #expect(Set(Self.expected.map(Self.folded)).subtracting(drawn) == [])
  }

  @Test(
    "are drawn as they are by PlantUML",
    .enabled(if: PlantUMLOracle.isEnabled, Comment(rawValue: PlantUMLOracle.reason)))
  func plantUML() throws {
    let texts = try PlantUMLOracle.texts(of: Renderer(format: .plantuml).render(Self.machine))
    let drawn = Set(texts.map(Self.folded))
    #expect(Set(Self.expected.map(Self.folded)).subtracting(drawn) == [])
  }

  @Test(
    "are read as they are by Mermaid, which draws them without complaint",
    .enabled(if: MermaidOracle.isEnabled, Comment(rawValue: MermaidOracle.reason)))
  func mermaid() throws {
    let reading = try MermaidOracle.read(
      [Renderer(format: .mermaid).render(Self.machine)], draws: true)
    #expect(reading.first?.error == nil)
    let labels = Set(reading.first?.labels.map(Self.folded) ?? [])
    #expect(Set(Self.expected.map(Self.folded)).subtracting(labels) == [])
  }
}
