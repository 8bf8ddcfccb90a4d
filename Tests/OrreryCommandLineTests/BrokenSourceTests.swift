import Foundation
import Testing

@testable import OrreryCommandLine

@Suite("Source with errors")
struct BrokenSourceTests {
  private let bench: Workbench
  private let template =
    "import ___VARIABLE_productName:identifier___\nenum ___FILEBASENAME___ { case = = ; func (( }\n"

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
      "Templates/Feature.xctemplate/___FILEBASENAME___.swift": template,
    ])
  }

  private var tornLamp: String { String(Fixture.lamp.dropLast(8)) }

  private func content(of folder: String) throws -> [String: String] {
    try bench.files(in: folder).reduce(into: [:]) { $0[$1] = try bench.read("\(folder)/\($1)") }
  }

  @Test("of templates stops nothing: each is named once, and the end is 0")
  func templates() throws {
    for verb in ["draw", "check"] {
      let outcome = bench.run(verb, ".", "--format", "dot")
      #expect(outcome.status == 0, "\(verb): \(outcome.messages)")
      #expect(
        outcome.messages.hasPrefix(
          "Templates/Feature.xctemplate/___FILEBASENAME___.swift:1:31: warning: "))
      #expect(outcome.messages.split(separator: "\n").count == 2)
    }
    #expect(
      try bench.files(in: "Diagrams") == [
        "Home.DoorStateMachine.dot", "Home.LampStateMachine.dot", "README.md",
      ])
  }

  @Test("that is torn costs its machine alone: the others are drawn, and the end is 1")
  func torn() throws {
    #expect(bench.run("draw", "Sources", "--format", "dot").status == 0)
    let before = try content(of: "Diagrams")
    try bench.write(tornLamp, to: "Sources/Home/Lamp.swift")
    let check = bench.run("check", "Sources", "--format", "dot")
    #expect(check.status == 1)
    #expect(
      check.messages.contains(
        "error: Sources/Home/Lamp.swift:1: 'Home.LampStateMachine' is left out"))
    #expect(check.output == "")
    try bench.write(Fixture.door.replacing("locked", with: "barred"), to: "Sources/Home/Door.swift")
    #expect(bench.run("check", "Sources", "--format", "dot").output.contains("barred"))
    let draw = bench.run("draw", "Sources", "--format", "dot")
    #expect(draw.status == 1)
    var after = try content(of: "Diagrams")
    #expect(after["Home.DoorStateMachine.dot"]?.contains("barred") == true)
    after["Home.DoorStateMachine.dot"] = before["Home.DoorStateMachine.dot"]
    #expect(after == before)
  }

  @Test("that hides a machine leaves its picture and its block as they are, and says so")
  func hidden() throws {
    let block =
      "<!-- orrery:begin machine=LampStateMachine format=mermaid -->\n<!-- orrery:end -->\n"
    try bench.write(block + block.replacing("Lamp", with: "Door"), to: "Home.md")
    #expect(bench.run("draw", "Sources", "--format", "dot").status == 0)
    #expect(bench.run("docs", "Home.md", "--source", "Sources").status == 0)
    let (document, drawings) = (try bench.read("Home.md"), try content(of: "Diagrams"))
    // Nothing of the machine is left to be recognised.
    try bench.write("struct LampStateMachine {{{ enum", to: "Sources/Home/Lamp.swift")
    let draw = bench.run("draw", "Sources", "--format", "dot")
    #expect(draw.status == 1)
    #expect(
      draw.messages.contains(
        "error: Diagrams/Home.LampStateMachine.dot: the machine of the file was not found; "))
    #expect(try content(of: "Diagrams") == drawings)
    let docs = bench.run("docs", "Home.md", "--source", "Sources")
    #expect(docs.status == 1)
    #expect(
      docs.messages.contains("error: Home.md:1: the machine 'LampStateMachine' was not found; "))
    #expect(try bench.read("Home.md") == document)
    let check = bench.run("check", "Sources", "--format", "dot", "--docs", "Home.md")
    #expect(check.status == 1)
    #expect(check.output == "")
  }

  @Test("has at most three messages a file and a count of the others, however long it is")
  func bounded() throws {
    let line = "enum Wrong { case a; " + String(repeating: "let = ); ", count: 3_000) + "}\n"
    try bench.write(line, to: "Sources/Home/Hostile.swift")
    let outcome = bench.run("extract", "Sources")
    #expect(outcome.status == 0)
    let lines = outcome.messages.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.last?.hasSuffix("hundreds more in this file [syntax]") == true)
  }

  @Test("of many harmless files is named for five of them, and counted for the rest")
  func many() throws {
    for number in 1...8 { try bench.write(template, to: "Templates/T\(number).swift") }
    let outcome = bench.run("draw", ".", "--format", "dot")
    #expect(outcome.status == 0)
    #expect(
      outcome.messages.contains("warning: 4 more files with errors, and no machine in them; "))
    #expect(outcome.messages.split(separator: "\n").count == 7)
  }

  @Test(
    "in another encoding is read as well as can be, so that its machine is not lost in silence",
    arguments: [String.Encoding.isoLatin1, .utf16])
  func encoding(_ encoding: String.Encoding) throws {
    let text = "// Größe\n" + Fixture.lamp
    try #require(text.data(using: encoding))
      .write(to: URL(filePath: bench.path("Sources/Home/Lamp.swift")))
    let outcome = bench.run("draw", "Sources", "--format", "dot")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("Sources/Home/Lamp.swift:1:1: error: the file is not UTF-8"))
    #expect(outcome.messages.contains("'Home.LampStateMachine' is left out"))
    #expect(try bench.files(in: "Diagrams") == ["Home.DoorStateMachine.dot"])
  }

  @Test("whose hint contradicts it costs that machine alone")
  func contradicted() throws {
    try bench.write("/// - Orrery: phase mode\n" + Fixture.lamp, to: "Sources/Home/Lamp.swift")
    let outcome = bench.run("draw", "Sources", "--format", "dot")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains(" error: "))
    #expect(try bench.files(in: "Diagrams") == ["Home.DoorStateMachine.dot"])
  }

  @Test("that tears an extension costs the machine, though all that is left of it stands elsewhere")
  func tornExtension() throws {
    #expect(bench.run("draw", "Sources", "--format", "dot").status == 0)
    let before = try content(of: "Diagrams")
    try bench.write("extension LampStateMachine {\n  fun", to: "Sources/Home/LampDimming.swift")
    let outcome = bench.run("draw", "Sources", "--format", "dot")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("Sources/Home/LampDimming.swift:2:6: error: "))
    #expect(outcome.messages.contains("'Home.LampStateMachine' is left out"))
    #expect(!outcome.messages.contains("Door"))
    #expect(try content(of: "Diagrams") == before)
  }

  @Test("costs no machine that it only uses")
  func tornUser() throws {
    try bench.write(
      "enum Kind { case one }\nstruct House {\n  var lamp = LampStateMachine()\n  func show() {\n    lamp.",
      to: "Sources/Home/House.swift")
    let outcome = bench.run("draw", "Sources", "--format", "dot")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("Sources/Home/House.swift:5:10: warning: "))
    #expect(try bench.files(in: "Diagrams").count == 3)
  }

  @Test("leaves a block alone whose machine has a namesake, and every list of machines")
  func namesake() throws {
    try bench.write(Fixture.lamp, to: "Sources/Other/Lamp.swift")
    let block =
      "<!-- orrery:begin machine=Home.LampStateMachine format=mermaid -->\n<!-- orrery:end -->\n"
    let list = "<!-- orrery:begin format=index -->\n<!-- orrery:end -->\n"
    try bench.write(block.replacing("Home.", with: ""), to: "Short.md")
    try bench.write(block + list, to: "Home.md")
    #expect(bench.run("docs", "Short.md", "--source", "Sources").status == 2)
    try bench.write(block, to: "Short.md")
    #expect(bench.run("docs", "Home.md", "Short.md", "--source", "Sources").status == 0)
    let before = try bench.read("Home.md") + bench.read("Short.md")
    try bench.write(tornLamp, to: "Sources/Home/Lamp.swift")
    #expect(bench.run("docs", "Home.md", "Short.md", "--source", "Sources").status == 1)
    #expect(try bench.read("Home.md") + bench.read("Short.md") == before)
  }

  @Test("does not make a name wrong that it may declare, and hides no slip")
  func names() throws {
    try bench.write("look: {collapse: [LampStateMachine]}\n", to: ".orrery.yml")
    try bench.write(tornLamp, to: "Sources/Home/Lamp.swift")
    let outcome = bench.run("draw", "--format", "dot")
    #expect(outcome.status == 1)
    #expect(try bench.files(in: "Diagrams") == ["Home.DoorStateMachine.dot"])
    #expect(bench.run("draw", "--format", "dot", "--only", "LampStateMachine").status == 1)
    try bench.write("machines: {DorStateMachine: {skip: true}}\n", to: ".orrery.yml")
    #expect(bench.run("draw", "--format", "dot").status == 2)
  }

  @Test("of others keeps no file of a format or a machine that is plainly gone")
  func stale() throws {
    #expect(bench.run("draw", ".", "--format", "dot", "--format", "mermaid").status == 0)
    try bench.write(Fixture.lamp.replacing("Lamp", with: "Bulb"), to: "Sources/Home/Lamp.swift")
    let outcome = bench.run("draw", ".", "--format", "dot")
    #expect(outcome.status == 0)
    #expect(
      try bench.files(in: "Diagrams") == [
        "Home.BulbStateMachine.dot", "Home.DoorStateMachine.dot", "README.md",
      ])
  }

  @Test("is no difference: its machine is not compared")
  func diff() throws {
    try bench.write(Fixture.door, to: "New/Sources/Home/Door.swift")
    try bench.write(tornLamp, to: "New/Sources/Home/Lamp.swift")
    let torn = bench.run("diff", "Sources", "New", "--fail-on", "breaking", "--module", "Home")
    #expect(torn.status == 1)
    #expect(torn.output == "no machine does anything else than before\n")
    #expect(torn.messages.contains("error: 'Home.LampStateMachine' is not compared"))
    try bench.write("enum LampStateMach {{{ case", to: "New/Sources/Home/Lamp.swift")
    let gone = bench.run("diff", "Sources", "New", "--fail-on", "breaking", "--module", "Home")
    #expect(gone.status == 3)
  }

  @Test("in a hint before something else costs no machine below it")
  func strayHint() throws {
    try bench.write(
      "/// - Orrery: nmae: Lamp\nstruct Unrelated {\n  var size = 1\n\n}\n\n" + Fixture.lamp,
      to: "Sources/Home/Lamp.swift")
    let outcome = bench.run("draw", "Sources", "--format", "dot")
    #expect(outcome.status == 1)
    #expect(!outcome.messages.contains("left out"))
    #expect(try bench.files(in: "Diagrams").count == 3)
  }

  @Test("is passed over with --exclude, on every verb that reads source")
  func excluded() throws {
    try bench.write(tornLamp, to: "Sources/Home/Lamp.swift")
    try bench.write("<!-- orrery:begin format=index -->\n<!-- orrery:end -->\n", to: "Home.md")
    for arguments in [
      ["extract", "Sources"], ["draw", "Sources", "--format", "dot"],
      ["check", "Sources", "--format", "dot"], ["docs", "Home.md", "--source", "Sources"],
      ["init", "Sources"], ["diff", "Sources", "Sources"],
    ] {
      let outcome = bench.run(arguments + ["--exclude", "**/Lamp.swift"])
      #expect(outcome.status == 0, "\(arguments): \(outcome.messages)")
      #expect(!outcome.messages.contains("Lamp"), "\(arguments)")
    }
  }
}

@Suite("What is passed over")
struct PassedOverTests {
  private func machines(_ bench: Workbench, _ arguments: String...) -> [Substring] {
    bench.run(["extract"] + arguments).output.split(separator: "\n")
      .filter { $0.contains("  mutating  ") }.map { $0.prefix { $0 != " " } }
  }

  private func tree(_ files: [String: String] = [:]) throws -> Workbench {
    try Workbench(
      [
        "App/Door.swift": Fixture.door, "AppTests/Lamp.swift": Fixture.lamp,
        "Preview Content/Dial.swift": Fixture.open,
      ].merging(files) { $1 })
  }

  @Test("are tests and previews, unless they are asked for")
  func tests() throws {
    let bench = try tree()
    #expect(machines(bench, ".") == ["DoorStateMachine"])
    #expect(machines(bench, "AppTests") == ["LampStateMachine"])
    #expect(machines(bench, ".", "--tests").count == 3)
    #expect(
      bench.run("draw", ".", "--format", "dot").messages
        .contains("tests and previews are passed over; --tests reads them"))
    try bench.write("tests: true\n", to: ".orrery.yml")
    #expect(machines(bench, ".").count == 3)
  }

  @Test("are targets of tests, wherever they lie")
  func testTargets() throws {
    let bench = try tree([
      "Package.swift": """
      let package = Package(name: "App", targets: [
        .target(name: "App", path: "App"), .testTarget(name: "Checks", path: "Checks"),
      ])
      """, "Checks/Lamp.swift": Fixture.lamp,
    ])
    #expect(machines(bench, ".") == ["App.DoorStateMachine"])
    #expect(machines(bench, "Checks") == ["Checks.LampStateMachine"])
  }

  @Test("is what git ignores, unless that is asked for")
  func ignored() throws {
    let bench = try tree([
      ".gitignore": "Built\nB*.swift\n", "Built/Lamp.swift": Fixture.lamp,
      "App/Bulb.swift": Fixture.lamp, "App/Kept/Big.swift": Fixture.open,
    ])
    for arguments in [["init", "-q"], ["add", "--force", "App/Kept/Big.swift"]] {
      let git = Process()
      git.executableURL = URL(filePath: "/usr/bin/env")
      git.arguments = ["git", "-C", bench.folder] + arguments
      try git.run()
      git.waitUntilExit()
    }
    // What is tracked is not ignored, whatever the patterns say.
    #expect(machines(bench, ".") == ["DoorStateMachine", "DialStateMachine"])
    #expect(machines(bench, "Built") == ["LampStateMachine"])
  }

  @Test("is a link to a file that is found by itself")
  func links() throws {
    let bench = try tree()
    try FileManager.default.createDirectory(
      atPath: bench.path("Shared"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("Shared/Door.swift"), withDestinationPath: "../App/Door.swift")
    #expect(machines(bench, ".") == ["DoorStateMachine"])
    #expect(machines(bench, "Shared") == ["DoorStateMachine"])
  }

  @Test("is warned of where a pattern matches nothing")
  func idle() throws {
    let bench = try tree([
      ".orrery.yml": "exclude: [\"AppTests\", \"Docs/**\", \"Gone\"]\n", "Docs/a.md": "",
    ])
    let outcome = bench.run("extract", "--exclude", "**/Nothing.swift")
    #expect(
      outcome.messages == """
        warning: .orrery.yml: no file or folder matches 'Gone'; check the pattern
        warning: --exclude: no file or folder matches '**/Nothing.swift'; check the pattern

        """)
  }
}
