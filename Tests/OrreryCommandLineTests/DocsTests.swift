import Foundation
import Testing

@Suite("orrery docs")
struct DocsTests {
  private let bench: Workbench
  private let block = """
    <!-- orrery:begin machine=DoorStateMachine format=mermaid -->
    <!-- orrery:end -->

    """

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
    ])
  }

  @Test("fills a block, keeps every line around it, and does nothing the second time")
  func fills() throws {
    try bench.write("# Home\n\n\(block)\nThe end.", to: "README.md")
    let outcome = bench.run("docs")
    #expect(outcome.status == 0)
    #expect(outcome.messages == "wrote README.md\n1 block written in 1 file, 0 unchanged\n")
    let text = try bench.read("README.md")
    #expect(
      text.hasPrefix("# Home\n\n<!-- orrery:begin machine=DoorStateMachine format=mermaid hash="))
    #expect(text.contains("-->\n\n```mermaid\n---\ntitle: \"DoorStateMachine\"\n"))
    #expect(text.hasSuffix("\n<!-- orrery:end -->\n\nThe end."))
    let before = try modified("README.md")
    #expect(bench.run("docs").messages == "0 blocks written in 0 files, 1 unchanged\n")
    #expect(try modified("README.md") == before)
  }

  private func modified(_ file: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: bench.path(file))[.modificationDate] as? Date
  }

  @Test(
    "knows what a block can show",
    arguments: [
      "introduction", "states", "transitions", "events", "json", "dot", "csv", "markdown",
    ])
  func formats(format: String) throws {
    try bench.write(block.replacing("mermaid", with: format), to: "a.md")
    #expect(bench.run("docs", "a.md").status == 0)
    #expect(try bench.read("a.md").contains("locked") || format == "introduction")
    #expect(bench.run("check", "--docs", "a.md", "--fail-on", "outdated").status == 0)
  }

  @Test("never writes over what somebody wrote, unless told to")
  func edited() throws {
    try bench.write(block, to: "a.md")
    #expect(bench.run("docs").status == 0)
    let written = try bench.read("a.md")
    let edited = written.replacing("stateDiagram-v2", with: "stateDiagram-v2\n  %% mine")
    try bench.write(edited, to: "a.md")
    let outcome = bench.run("docs")
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("error: a.md:1: the block was edited by hand; "))
    #expect(try bench.read("a.md") == edited)
    #expect(bench.run("docs", "--force").status == 0)
    #expect(try bench.read("a.md") == written)
    try bench.write(block.replacing("-->\n<!", with: "-->\nmy words\n<!"), to: "a.md")
    #expect(bench.run("docs").status == 1)
  }

  @Test("keeps line ends, the byte order mark and permissions, and sees no edit in a check-out")
  func bytes() throws {
    try bench.write("\u{FEFF}Title\r\n\r\n" + block.replacing("\n", with: "\r\n"), to: "a.md")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: bench.path("a.md"))
    #expect(bench.run("docs").status == 0)
    let bytes = try Data(contentsOf: URL(filePath: bench.path("a.md")))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
    let mode = try FileManager.default.attributesOfItem(atPath: bench.path("a.md"))
    #expect(mode[.posixPermissions] as? Int == 0o640)
    try bench.write(text.replacing("\r\n", with: "\n"), to: "a.md")
    #expect(bench.run("docs").status == 0)
  }

  @Test(
    "leaves markers in code alone",
    arguments: [
      "```\nX\n```", "~~~md\nX\n~~~", "````\n```\nX\n````", "    X", "> ```\n> X\n> ```",
      "- ```\n  X\n  ```", "1. a\n\n   ```\n   X\n   ```", "<pre>\nX\n</pre>", "<!--\nX\n-->",
      "`X`", "text X text", "```\nX",
    ])
  func code(sample: String) throws {
    let inert = sample.replacing("X", with: "<!-- orrery:begin machine=Nobody -->")
    try bench.write(inert + "\n", to: "inert.md")
    try bench.write(block + "\n" + inert + "\n", to: "a.md")
    #expect(bench.run("docs").status == 0)
    #expect(try bench.read("a.md").hasSuffix("\n" + inert + "\n"))
    #expect(try bench.read("inert.md") == inert + "\n")
  }

  @Test(
    "says where a marker is wrong, and touches no file",
    arguments: [
      ("B", "a.md:1: the block of this marker is not closed"),
      ("B\nB\nE", "a.md:2: a block begins inside the one of line 1"),
      ("E", "a.md:1: this marker closes a block that nothing opens"),
      ("B\nE\n\nB\nE", "a.md:4: the same block stands at line 1 already"),
      ("\n<!-- orrery:begin machine=DoorStateMachin -->\nE", "a.md:2: no machine is called"),
      ("<!-- orrery:begin machin=Door -->\nE", "a.md:1: unknown part 'machin'; did you mean"),
      (
        "<!-- orrery:begin machine=Door format=mermaids -->\nE", "a.md:1: unknown format 'mermaids'"
      ),
      ("<!-- orrery:beginn machine=Door -->\nE", "a.md:1: unknown marker 'beginn'; did you mean"),
      ("<!-- orrery:begin\nmachine=Door -->\nE", "a.md:1: the marker does not end on its line"),
      ("<!-- orrery:begin format=dot -->\nE", "a.md:1: the marker names no machine"),
    ])
  func wrong(text: String, message: String) throws {
    let lines = text.replacing("B", with: "<!-- orrery:begin machine=DoorStateMachine -->")
      .replacing("E", with: "<!-- orrery:end -->")
    try bench.write(lines, to: "a.md")
    try bench.write(block, to: "b.md")
    let outcome = bench.run("docs")
    #expect([1, 2].contains(outcome.status))
    #expect(outcome.messages.hasPrefix("error: " + message), "\(outcome.messages)")
    #expect(try bench.read("a.md") == lines)
    #expect(try bench.read("b.md") == block)
    #expect([1, 2].contains(bench.run("check").status))
  }

  @Test("asks which of two machines of one name is meant")
  func twoOfOneName() throws {
    try bench.write(Fixture.door, to: "Sources/Garden/Door.swift")
    try bench.write(block, to: "a.md")
    let outcome = bench.run("docs")
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("a.md:1: 'DoorStateMachine' names 2 machines; "))
    #expect(outcome.messages.contains("Garden.DoorStateMachine (Sources/Garden/Door.swift:1)"))
  }

  @Test("writes a page for each machine and an index, and removes the page of one that is gone")
  func pages() throws {
    try bench.write("docs: {pages: Docs}\n", to: ".orrery.yml")
    #expect(bench.run("check").status == 3)
    #expect(bench.run("docs").status == 0)
    #expect(
      try bench.files(in: "Docs")
        == ["Home.DoorStateMachine.md", "Home.LampStateMachine.md", "README.md"])
    let page = try bench.read("Docs/Home.DoorStateMachine.md")
    #expect(page.contains("\n# DoorStateMachine\n"))
    #expect(page.contains("(../Sources/Home/Door.swift#L1)"))
    #expect(try bench.read("Docs/README.md").contains("](Home.LampStateMachine.md) | mutating |"))
    #expect(bench.run("check").status == 0)
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Lamp.swift"))
    let check = bench.run("check")
    #expect(check.status == 3)
    #expect(check.output.contains("stale Docs/Home.LampStateMachine.md:1: "))
    #expect(check.messages.hasSuffix("; `orrery docs` puts it right\n"))
    #expect(bench.run("docs").messages.contains("removed Docs/Home.LampStateMachine.md\n"))
    #expect(bench.run("check").status == 0)
  }

  @Test("touches no file where nothing differs")
  func untouched() throws {
    try bench.write("docs: {files: [README.md], pages: Docs}\n", to: ".orrery.yml")
    try bench.write(block, to: "README.md")
    #expect(bench.run("docs").status == 0)
    /// When each file was written, and whether it is still the same one.
    func stamps() throws -> [String] {
      try bench.files().map { file in
        let found = try FileManager.default.attributesOfItem(atPath: bench.path(file))
        return "\(file) \(found[.modificationDate] ?? "") \(found[.systemFileNumber] ?? "")"
      }
    }
    let before = try stamps()
    #expect(bench.run("docs").messages == "0 blocks written in 0 files, 4 unchanged\n")
    #expect(bench.run("docs", "--force").status == 0)
    #expect(try stamps() == before)
  }

  @Test("keeps a page that holds words of its own when its machine is gone")
  func ownWords() throws {
    try bench.write("docs: {pages: Docs}\n", to: ".orrery.yml")
    #expect(bench.run("docs").status == 0)
    let page = "Docs/Home.LampStateMachine.md"
    try bench.write(bench.read(page) + "\nWhat the lamp is for.\n", to: page)
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Lamp.swift"))
    let outcome = bench.run("docs")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("the machine 'Home.LampStateMachine' of the block is gone"))
    #expect(try bench.read(page).hasSuffix("What the lamp is for.\n"))
  }

  @Test("tells what it wrote as JSON")
  func json() throws {
    try bench.write("docs: {pages: Docs}\n", to: ".orrery.yml")
    let outcome = bench.run("docs", "--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let files = try bench.files(in: "Docs").map { "Docs/" + $0 }
    #expect((report["written"] as? [String])?.sorted() == files)
    #expect(report["blocks"] as? Int == 3)
    #expect(bench.run("docs", "--format", "json", "-o", "out.json").output == "")
    #expect(try bench.read("out.json").contains("\"unchanged\": 3"))
  }

  @Test("removes what a process that was killed has left, and nothing of one that lives")
  func leftovers() throws {
    try bench.write(block, to: "a.md")
    // No process has a number that large.
    try bench.write("half", to: ".a.md.orrery-2147483646-1~")
    try bench.write("half", to: ".a.md.orrery-\(getpid())-x1~")
    try bench.write("mine", to: ".a.md~")
    #expect(bench.run("docs").status == 0)
    #expect(
      try bench.files().filter { !$0.hasPrefix("Sources") }
        == [".a.md.orrery-\(getpid())-x1~", ".a.md~", "a.md"])
  }

  @Test("lays pages out by a template, and says what is wrong with one")
  func template() throws {
    try bench.write("docs: {pages: Docs, template: page.md}\n", to: ".orrery.yml")
    try bench.write("# The {{name}} ({{ id }})\n\n{{effects}}\n\n{{dot}}\n", to: "page.md")
    #expect(bench.run("docs").status == 0)
    let page = try bench.read("Docs/Home.LampStateMachine.md")
    #expect(page.contains("\n# The LampStateMachine (Home.LampStateMachine)\n\n```dot\ndigraph"))
    try bench.write("# {{name}}\n{{dott}}\n", to: "page.md")
    let outcome = bench.run("docs")
    #expect(outcome.status == 2)
    #expect(outcome.messages.hasPrefix("error: page.md:2: nothing is called '{{dott}}'; did you"))
  }

  @Test("does not take over a file of a page's name")
  func foreignPage() throws {
    try bench.write("docs: {pages: Docs}\n", to: ".orrery.yml")
    try bench.write("mine\n", to: "Docs/Home.LampStateMachine.md")
    #expect(bench.run("docs").status == 1)
    #expect(try bench.files(in: "Docs") == ["Home.LampStateMachine.md"])
  }
}
