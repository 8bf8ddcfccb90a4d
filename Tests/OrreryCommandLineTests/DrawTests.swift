import Foundation
import OrreryGraphviz
import OrreryModelFile
import OrreryRendering
import Testing

@testable import OrreryCommandLine

@Suite("orrery draw")
struct DrawTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
    ])
  }

  @Test(
    "writes every text format, one file a machine, and an index",
    arguments: [
      ("plantuml", "puml"), ("dot", "dot"), ("mermaid", "mmd"), ("markdown", "md"), ("csv", "csv"),
      ("text", "txt"), ("json", "json"),
    ])
  func formats(format: String, fileExtension: String) throws {
    let outcome = bench.run("draw", "--format", format, "--output", "out")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output == "")
    #expect(
      try bench.files(in: "out") == [
        "Home.DoorStateMachine.\(fileExtension)", "Home.LampStateMachine.\(fileExtension)",
        "README.md",
      ])
    #expect(try bench.read("out/Home.DoorStateMachine.\(fileExtension)").contains("locked"))
  }

  @Test("leaves the files of other machines alone where it reads less than is configured")
  func scoped() throws {
    try bench.write("sources: [Sources]\nformats: [mermaid]\n", to: ".orrery.yml")
    #expect(bench.run("draw").status == 0)
    let before = try bench.files(in: "Diagrams")
    let index = try bench.read("Diagrams/README.md")
    #expect(bench.run("draw", "Sources/Home/Lamp.swift").status == 0)
    #expect(try bench.files(in: "Diagrams") == before)
    #expect(try bench.read("Diagrams/README.md") == index)
    #expect(bench.run("check", "Sources/Home/Lamp.swift").status == 0)
  }

  @Test("writes an index with counts and links")
  func index() throws {
    _ = bench.run("draw", "--format", "mermaid", "--format", "json")
    let index = try bench.read("Diagrams/README.md")
    #expect(
      index.contains(
        "| Home.LampStateMachine | mutating | 2 | 1 | 2 | 0 | 0 | "
          + "[mermaid](Home.LampStateMachine.mmd) · [json](Home.LampStateMachine.json) |"))
  }

  @Test(
    "draws pictures, and stamps an SVG with its graph",
    .disabled(if: !Graphviz.isAvailable, "skipped: this build has no Graphviz"))
  func pictures() throws {
    let outcome = bench.run("draw", "--format", "svg", "--format", "png", "--format", "pdf")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(try bench.files(in: "Diagrams").count == 7)
    let svg = try bench.read("Diagrams/Home.DoorStateMachine.svg")
    #expect(SVGStamp.hash(in: svg)?.count == 64)
    let png = try Data(contentsOf: URL(filePath: bench.path("Diagrams/Home.DoorStateMachine.png")))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let pdf = try Data(contentsOf: URL(filePath: bench.path("Diagrams/Home.DoorStateMachine.pdf")))
    #expect(pdf.starts(with: Data("%PDF".utf8)))
  }

  @Test(
    "says what is missing where there is no Graphviz",
    .disabled(if: Graphviz.isAvailable, "skipped: this build has Graphviz"))
  func withoutGraphviz() throws {
    let outcome = bench.run("draw", "--format", "svg")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("Graphviz"))
    #expect(throws: (any Error).self) { try bench.files(in: "Diagrams") }
  }

  @Test("changes nothing the second time")
  func unchanged() throws {
    _ = bench.run("draw", "--format", "json", "--format", "dot")
    let again = bench.run("draw", "--format", "json", "--format", "dot")
    #expect(again.messages == "0 files written to Diagrams, 5 unchanged\n")
  }

  @Test("removes what it drew of machines that are gone, and nothing else")
  func stale() throws {
    _ = bench.run("draw", "--format", "dot")
    try bench.write("mine", to: "Diagrams/notes.md")
    try bench.write("mine", to: "Diagrams/Other.dot")
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Lamp.swift"))
    let outcome = bench.run("draw", "--format", "dot")
    #expect(outcome.messages.contains("removed Diagrams/Home.LampStateMachine.dot\n"))
    #expect(
      try bench.files(in: "Diagrams") == [
        "Home.DoorStateMachine.dot", "Other.dot", "README.md", "notes.md",
      ])
  }

  @Test("draws a selection, without an index")
  func only() throws {
    let outcome = bench.run("draw", "--format", "dot", "--only", "LampStateMachine")
    #expect(outcome.status == 0)
    #expect(try bench.files(in: "Diagrams") == ["Home.LampStateMachine.dot"])
    let unknown = bench.run("draw", "--only", "LompStateMachine")
    #expect(unknown.status == 2)
    #expect(
      unknown.messages == """
        error: no machine is called 'LompStateMachine'; did you mean 'LampStateMachine'?

        """)
  }

  @Test("draws the part around a state")
  func focus() throws {
    _ = bench.run("draw", "--format", "dot", "--focus", "open", "--output", "part")
    _ = bench.run("draw", "--format", "dot", "--output", "whole")
    #expect(try bench.files(in: "part") == ["Home.DoorStateMachine.dot"])
    #expect(
      try bench.read("part/Home.DoorStateMachine.dot")
        != bench.read("whole/Home.DoorStateMachine.dot"))
    #expect(bench.run("draw", "--focus", "opn").messages.contains("did you mean 'open'?"))
  }

  @Test("leaves a page alone that somebody else wrote")
  func ownership() throws {
    try bench.write("# My project\n", to: "README.md")
    let outcome = bench.run("draw", "--format", "dot", "--output", ".")
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("error: 'README.md' was not written by orrery; "))
    #expect(try bench.read("README.md") == "# My project\n")
    #expect(
      try bench.files() == ["README.md", "Sources/Home/Door.swift", "Sources/Home/Lamp.swift"])
  }

  @Test("writes nothing where the output cannot be written")
  func unwritable() throws {
    try bench.write("", to: "file")
    let outcome = bench.run("draw", "--format", "dot", "--output", "file/out")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("/file' is a file)"))
    #expect(try bench.files() == ["Sources/Home/Door.swift", "Sources/Home/Lamp.swift", "file"])
  }

  @Test("leaves no half of a set behind where one file cannot be written")
  func allOrNothing() throws {
    try FileManager.default.createDirectory(
      atPath: bench.path("out/Home.LampStateMachine.dot"), withIntermediateDirectories: true)
    let outcome = bench.run("draw", "--format", "dot", "--output", "out")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("a folder has that name"))
    #expect(try bench.files(in: "out") == [])
  }

  @Test("is refused where there is nothing to draw, or the format is unknown")
  func refused() throws {
    try bench.write("let x = 1\n", to: "other/A.swift")
    let nothing = bench.run("draw", "other")
    #expect(nothing.status == 1)
    #expect(nothing.messages.hasPrefix("error: no state machine in 1 file; "))
    let format = bench.run("draw", "--format", "gif")
    #expect(format.status == 2)
    #expect(format.messages.contains("'gif'"))
    for known in DrawingFormat.allCases {
      #expect(format.messages.contains("- \(known.rawValue)\n"))
    }
  }
}
