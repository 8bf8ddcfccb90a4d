import Foundation
import OrreryGraphviz
import Testing

@Suite("The look of pictures in the configuration")
struct LookConfigurationTests {
  private let bench: Workbench
  private let door = "Sources/Home/Door.swift"

  init() throws {
    bench = try Workbench(["Sources/Home/Door.swift": Fixture.door])
  }

  @Test("is that of the options, which come before it")
  func look() throws {
    _ = bench.run(
      "draw", "--format", "dot", "--theme", "dark", "--legend", "--links", "../", "-o", "a")
    try bench.write(
      "formats: [dot]\nlook: {theme: dark, legend: true, links: ../}\n", to: ".orrery.yml")
    #expect(bench.run("draw", "-o", "b").status == 0)
    let picture = try bench.read("b/Home.DoorStateMachine.dot")
    #expect(try bench.read("a/Home.DoorStateMachine.dot") == picture)
    #expect(bench.run("check", "-o", "b").status == 0)
    #expect(bench.run("check", "-o", "b", "--theme", "light").status == 3)
    #expect(bench.run("check", "-o", "b", "--no-legend").status == 3)
  }

  @Test(
    "has links whose lines are no drift, and are drawn anew",
    arguments: [("dot", "dot"), ("svg", "svg"), ("plantuml", "puml")])
  func links(format: String, ending: String) throws {
    guard format != "svg" || Graphviz.isAvailable else { return }
    try bench.write("formats: [\(format)]\nlook: {links: ../}\n", to: ".orrery.yml")
    #expect(bench.run("draw").status == 0)
    let before = try bench.read("Diagrams/Home.DoorStateMachine.\(ending)")
    #expect(bench.run("draw").messages.contains("0 files written"))
    try bench.write("\n\n" + Fixture.door, to: door)
    #expect(bench.run("check").status == 0)
    #expect(bench.run("draw").messages.contains("1 file written") == (before.contains("#L")))
    if before.contains("#L") {
      #expect(try bench.read("Diagrams/Home.DoorStateMachine.\(ending)") != before)
    }
    #expect(format == "plantuml" || before.contains("Sources/Home/Door.swift#L"))
    try bench.write(Fixture.door.replacing("locked", with: "barred"), to: door)
    #expect(bench.run("check").status == 3)
  }
}
