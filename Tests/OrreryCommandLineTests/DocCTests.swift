import Foundation
import OrreryGraphviz
import OrreryOracles
import Testing

/// DocC's compiler, which comes with Swift.
private enum DocC {
  static let compiler = Tool("docc")
  static var isMissing: Bool { (compiler == nil || !Graphviz.isAvailable) && !Tool.isRequired }
}

/// The recipe of `Documents.md`, followed to the letter.
@Suite(
  "Blocks and pictures in a DocC catalogue",
  .disabled(if: DocC.isMissing, "skipped: no docc, or no Graphviz in this build"))
struct DocCTests {
  @Test("make an article that DocC compiles without a warning, and that a check follows")
  func article() throws {
    let compiler = try #require(DocC.compiler)
    let bench = try Workbench([
      "Sources/Home/Door.swift": "/// A door that locks.\n" + Fixture.door,
      ".orrery.yml": """
      sources: [Sources]
      docs: [Sources/Home/Home.docc]
      output: Sources/Home/Home.docc/Machines
      formats: [svg]
      """,
      "Sources/Home/Home.docc/Home.md": """
      # Home

      What is at home.

      ## Topics

      - <doc:Door>

      """,
      "Sources/Home/Home.docc/Door.md": """
      # The door

      What the door does.

      ![The states of the door, and what leads from one to the next](Home.DoorStateMachine)

      <!-- orrery:begin machine=Home.DoorStateMachine format=introduction -->
      <!-- orrery:end -->

      <!-- orrery:begin machine=Home.DoorStateMachine format=states -->
      <!-- orrery:end -->

      <!-- orrery:begin machine=Home.DoorStateMachine format=transitions -->
      <!-- orrery:end -->

      """,
    ])
    #expect(bench.run("docs").status == 0)
    #expect(bench.run("draw").status == 0)
    let said = try compiler.run(
      [
        "convert", "Sources/Home/Home.docc", "--output-path", "out", "--warnings-as-errors",
        "--fallback-display-name", "Home", "--fallback-bundle-identifier", "home",
      ], in: URL(filePath: bench.folder))
    let article = try bench.read("out/data/documentation/home/door.json")
    #expect(article.contains("A door that locks."), "\(said)")
    #expect(article.contains("\"table\""))
    #expect(article.contains("unlock"))
    #expect(try bench.files(in: "out/images").contains { $0.hasSuffix("DoorStateMachine.svg") })
    #expect(bench.run("check").status == 0)
    try bench.write(
      Fixture.door.replacing("locked", with: "barred"), to: "Sources/Home/Door.swift")
    #expect(bench.run("check").output.contains("outdated Sources/Home/Home.docc/Door.md:7: "))
  }
}
