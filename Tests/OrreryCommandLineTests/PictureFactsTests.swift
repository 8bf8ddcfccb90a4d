import Foundation
import OrreryRendering
import Testing

@testable import OrreryCommandLine

@Suite("The facts that an SVG carries")
struct PictureFactsTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      ".orrery.yml": "sources: [Sources]\noutput: Diagrams\nformats: [svg]\n",
      "Sources/Home/Door.swift": Fixture.door,
    ])
    #expect(bench.run("draw").status == 0)
  }

  @Test("let a check say what the machine does differently, where only pictures are kept")
  func sentences() throws {
    try bench.write(
      Fixture.door.replacing("case .locked: self.state = .closed", with: "case .locked: break"),
      to: "Sources/Home/Door.swift")
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("edge `locked –unlock→ closed` removed: `locked` now stays"))
    #expect(bench.run("check", "--reporter", "json").output.contains("now stays"))
  }

  @Test("are drawn anew where a picture of another machine would look the same")
  func redrawn() throws {
    let before = SVGMetadata.lines(in: try bench.read("Diagrams/Home.DoorStateMachine.svg"))
    try bench.write(
      Fixture.door.replacing("mutating func lock", with: "private mutating func lock"),
      to: "Sources/Home/Door.swift")
    #expect(bench.run("check").status == 0)
    #expect(bench.run("draw").messages.contains("1 file written"))
    let after = SVGMetadata.lines(in: try bench.read("Diagrams/Home.DoorStateMachine.svg"))
    #expect(!before.isEmpty && !after.isEmpty && before != after)
  }

  @Test("are what they were written from, whatever characters they hold")
  func escaped() {
    let lines = ["[\"a<b && c>d\", \"]]>\"]", "&lt;&amp;"]
    let svg = SVGMetadata.adding(lines, to: "<svg>\n<g/>\n</svg>\n")
    #expect(throws: Never.self) { try XMLDocumentCheck.parse(svg) }
    #expect(SVGMetadata.lines(in: svg) == lines)
    #expect(SVGMetadata.lines(in: "<svg>\n</svg>\n") == [])
  }
}
