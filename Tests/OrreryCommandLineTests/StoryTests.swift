import Foundation
import Testing

/// A package in a git repository of its own, as its owner works on it.
@Suite("A package and its documents, from the first day on", .serialized)
struct StoryTests {
  private let bench: Workbench
  private let door = "Sources/Home/Door.swift"

  init() throws {
    bench = try Workbench([
      "Package.swift": """
      let package = Package(
        name: "Home",
        targets: [
          .target(name: "Home")
        ])

      """,
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
      "README.md": """
      # Home

      <!-- orrery:begin machine=DoorStateMachine format=mermaid -->
      <!-- orrery:end -->

      Words of our own.

      """,
    ])
    try git("init", "--quiet", "--initial-branch=main")
  }

  private func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", bench.folder, "-c", "user.name=A", "-c", "user.email=a@example.org"]
      + ["-c", "commit.gpgsign=false"] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "git \(arguments)")
  }

  private func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message)
  }

  /// Every file of the tree, git's own aside, with its bytes.
  private func tree() throws -> [String: String] {
    var tree: [String: String] = [:]
    for file in try bench.files() where !file.hasPrefix(".git/") {
      tree[file] = try bench.read(file)
    }
    return tree
  }

  @Test("goes through init, docs, an edit, check, a move, a rename, diff and a deletion")
  func story() throws {
    #expect(bench.run("init").messages == "wrote .orrery.yml: 2 machines in 2 files\n")
    #expect(bench.run("init").status == 2)
    #expect(bench.run("docs").status == 0)
    // Who keeps documents alone is not asked for diagrams; once they are drawn, they are looked at.
    #expect(bench.run("check").status == 0)
    #expect(bench.run("draw").status == 0)
    #expect(bench.run("check").messages == "4 files up to date with the source\n")
    try commit("Start")

    // Unlocking opens the door.
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: door)
    let drift = bench.run("check")
    #expect(drift.status == 3)
    #expect(
      drift.output.hasPrefix(
        """
        Home.DoorStateMachine
          target of `locked –unlock→ closed` changed from `closed` to `open`  \(door):21

        """))
    #expect(drift.output.contains("outdated README.md:3: DoorStateMachine as mermaid\n"))
    #expect(bench.run("docs").status == 0)
    #expect(bench.run("draw").status == 0)
    #expect(bench.run("check").status == 0)
    #expect(try bench.read("README.md").hasSuffix("-->\n\nWords of our own.\n"))
    try commit("Open the door at once")

    try bench.write("// Moved down.\n\n\n" + bench.read(door), to: door)
    #expect(bench.run("check").status == 0)

    try bench.write(bench.read(door).replacing("closed", with: "shut"), to: door)
    try difference()
    #expect(bench.run("check").status == 3)
    #expect(bench.run("docs").status == 0)
    #expect(bench.run("draw").status == 0)
    try commit("Say shut")

    try FileManager.default.removeItem(atPath: bench.path(door))
    let stale = bench.run("check")
    #expect(stale.status == 3)
    #expect(stale.output.contains("stale README.md:3: DoorStateMachine as mermaid\n"))
    #expect(stale.output.contains("stale Diagrams/Home.DoorStateMachine.mmd\n"))
    let docs = bench.run("docs")
    #expect(docs.status == 1)
    #expect(
      docs.messages.contains("README.md:3: the machine 'DoorStateMachine' of the block is gone"))
  }

  private func difference() throws {
    let before = try tree()
    let diff = bench.run("diff", "HEAD")
    #expect(diff.status == 0, "\(diff.messages)")
    #expect(
      diff.output == """
        Home.DoorStateMachine
          breaking state `closed` renamed to `shut`, by likeness  \(door):5

        1 breaking, 0 behaviour, 0 compatible

        """)
    #expect(bench.run("diff", "HEAD", "--fail-on", "breaking").status == 3)
    #expect(try tree() == before)
    let config = try bench.read(".orrery.yml")
    try bench.write(
      config + "diff: {allow: [\"*DoorStateMachine: state `closed` renamed*\"]}\n",
      to: ".orrery.yml")
    let allowed = bench.run("diff", "HEAD", "--fail-on", "compatible")
    #expect(allowed.status == 0, "\(allowed.output)\(allowed.messages)")
    #expect(allowed.output.contains("  allowed state `closed` renamed"))
    try bench.write(config, to: ".orrery.yml")
  }

  @Test("compares two commits, a saved model and the work tree")
  func revisions() throws {
    try commit("One")
    #expect(bench.run("extract", "--format", "json", "-o", "old.json").status == 0)
    try bench.write(
      Fixture.lamp.replacing("on: self.state = .off", with: "on: break"),
      to: "Sources/Home/Lamp.swift")
    try FileManager.default.removeItem(atPath: bench.path(door))
    try commit("Two")
    let expected = """
      Home.DoorStateMachine
        breaking machine `Home.DoorStateMachine` removed

      Home.LampStateMachine
        behaviour state `on` is now final  Sources/Home/Lamp.swift:2
        breaking edge `on –toggle→ off` removed: `on` now stays  Sources/Home/Lamp.swift:8

      2 breaking, 1 behaviour, 0 compatible

      """
    #expect(bench.run("diff", "HEAD~1", "HEAD").output == expected)
    #expect(bench.run("diff", "old.json").output == expected)
    #expect(bench.run("diff", "HEAD~1").output == expected)
    #expect(bench.run("diff", "HEAD").output == "no machine does anything else than before\n")
    let below = bench.run("diff", "HEAD~1", in: "Sources")
    #expect(below.output.contains("2 breaking"), "\(below.messages)")
  }

  @Test("says what is wrong with a revision, and does without git where there is none")
  func wrong() throws {
    try commit("One")
    let unknown = bench.run("diff", "nowhere")
    #expect(unknown.status == 2)
    #expect(
      unknown.messages == """
        error: no file, folder or git revision is called 'nowhere'; check the name; \
        `git log --oneline` lists commits

        """)
    #expect(bench.run("diff", "--", "--output=x").status == 2)
    let shallow = bench.path("shallow")
    try git("commit", "--quiet", "--allow-empty", "--message", "Two")
    try git("clone", "--quiet", "--depth", "1", "file://" + bench.folder, shallow)
    let cut = bench.run("diff", "HEAD~1", in: "shallow")
    #expect(cut.status == 2)
    #expect(cut.messages.contains("this clone is shallow"))
    let plain = try Workbench(["A.swift": Fixture.door])
    let none = plain.run("diff", "HEAD")
    #expect(none.status == 2)
    #expect(none.messages.contains("the folder is in no git repository"))
  }

  @Test("shows both versions in one picture, and sums them up for a pull request")
  func pictures() throws {
    try commit("One")
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: door)
    let dot = bench.run("diff", "HEAD", "--format", "dot").output
    #expect(dot.contains("added") && dot.contains("removed"))
    let mermaid = bench.run("diff", "HEAD", "--format", "mermaid").output
    #expect(mermaid.contains(": − unlock\n"))
    #expect(mermaid.contains(": #43; unlock\n") || mermaid.contains(": + unlock\n"))
    #expect(bench.run("diff", "HEAD", "--format", "plantuml").output.contains("dashed"))
    let summary = bench.run("diff", "HEAD", "--format", "markdown").output
    #expect(
      summary.hasPrefix(
        """
        ## State machines

        1 breaking, 0 behaviour, 0 compatible changes from HEAD to the work tree.

        ### Home.DoorStateMachine

        - **breaking** · target of `locked –unlock→ closed` changed from `closed` to `open`
        """))
    #expect(summary.contains("<details><summary>Before and after</summary>\n\n```mermaid\n"))
  }

  @Test("keeps a summary under the size that a comment may have")
  func size() throws {
    try bench.write("", to: "Sources/Home/Empty.swift")
    try commit("One")
    for number in 0..<300 {
      try bench.write(
        Fixture.machine(
          "M\(number)StateMachine", states: "a, b", initial: "a",
          handlers: [("go", [".a: self.state = .b", ".b: self.state = .a"])]),
        to: "Sources/Home/M\(number).swift")
    }
    let summary = bench.run("diff", "HEAD", "--format", "markdown").output
    #expect(summary.utf16.count <= 65_536)
    #expect(summary.contains("M299StateMachine"))
  }
}
