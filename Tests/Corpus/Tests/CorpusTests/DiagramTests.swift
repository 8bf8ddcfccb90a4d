import Foundation
import OrreryOracles
import Testing

@Suite("Diagrams of machines that others wrote")
struct DiagramTests {
  @Test("are one file a machine", arguments: Drawing.Format.allCases)
  func oneFileEach(_ format: Drawing.Format) throws {
    let machines = try ModelFile.corpus.get().machines
    #expect(try Drawing.corpus(format).files.count == machines.count)
  }

  @Test(
    "are the same bytes again, whatever the order of the arguments",
    arguments: Drawing.Format.allCases)
  func deterministic(_ format: Drawing.Format) throws {
    let again = try Drawing(format, of: Orrery.sources.reversed())
    #expect(try Drawing.corpus(format).files == again.files)
  }

  @Test(
    "are accepted by PlantUML",
    .enabled(if: PlantUMLOracle.isEnabled, Comment(rawValue: PlantUMLOracle.reason)))
  func plantUML() throws {
    let drawing = try Drawing.corpus(.plantuml)
    let errors = try PlantUMLOracle.errors(in: drawing.texts)
    #expect(errors.count == drawing.paths.count)
    for (path, error) in zip(drawing.paths, errors) { #expect(error == nil, "\(path)") }
  }

  @Test(
    "are accepted by Mermaid",
    .enabled(if: MermaidOracle.isEnabled, Comment(rawValue: MermaidOracle.reason)))
  func mermaid() throws {
    let drawing = try Drawing.corpus(.mermaid)
    let readings = try MermaidOracle.read(drawing.texts)
    #expect(readings.count == drawing.paths.count)
    for (path, reading) in zip(drawing.paths, readings) { #expect(reading.error == nil, "\(path)") }
  }

  // libgraphviz has parsed the DOT text of an SVG before it was laid out.
  @Test("are well-formed XML where they are SVG")
  func svg() throws {
    for (path, data) in try Drawing.corpus(.svg).files.sorted(by: { $0.key < $1.key }) {
      #expect(XMLCheck.error(in: data) == nil, "\(path)")
    }
  }
}
