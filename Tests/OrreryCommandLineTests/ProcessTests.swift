import Foundation
import Testing

@Suite(
  "The tool as a process", .serialized,
  .disabled(if: ToolProcess.isMissing, "skipped: `swift build` has made no tool"))
struct ProcessTests {
  private let bench: Workbench
  private let edited = Fixture.door.replacing(
    ".locked: self.state = .closed", with: ".locked: self.state = .open")

  init() throws {
    bench = try Workbench([
      ".orrery.yml": "formats: [mermaid, json]\ndocs: {pages: Docs}\n",
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
    ])
    #expect(bench.run("draw").status == 0)
    #expect(bench.run("docs").status == 0)
  }

  /// Names, bytes, times and numbers of all files and folders.
  private func tree() throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: bench.folder) + ["."]
    return Dictionary(
      uniqueKeysWithValues: try paths.map { path in
        let found = try FileManager.default.attributesOfItem(atPath: bench.path(path))
        let bytes = FileManager.default.contents(atPath: bench.path(path))?.hashValue ?? 0
        return (
          path,
          "\(found[.modificationDate] ?? "") \(found[.systemFileNumber] ?? "") \(bytes)"
        )
      })
  }

  @Test(
    "A trace is read from the standard input, through a pipe and from a file",
    arguments: [#"cat run.jsonl | "$0" "$@""#, #""$0" "$@" <run.jsonl"#])
  func standardInput(command: String) throws {
    try bench.write(Log.text([("open", "close", "closed")]) + "torn\n", to: "run.jsonl")
    for verb in ["summary", "show"] {
      let tool = try ToolProcess(
        ["trace", verb, "-", "--output", "told.txt"], in: bench.folder,
        prefix: ["/bin/sh", "-c", command])
      #expect(tool.waits(for: "warning: standard input: line 5"))
      #expect(tool.end() == 0)
      #expect(try bench.read("told.txt").contains("close"))
    }
  }

  @Test("check writes nothing, whenever it is killed")
  func killedCheck() throws {
    try bench.write(edited, to: "Sources/Home/Door.swift")
    let before = try tree()
    for step in 0..<12 {
      let check = try ToolProcess(["check"], in: bench.folder)
      Thread.sleep(forTimeInterval: Double(step) * 0.02)
      check.send(SIGKILL)
      _ = check.end()
      #expect(try tree() == before)
    }
    #expect(try ToolProcess(["check"], in: bench.folder).end() == 3)
    #expect(try tree() == before)
  }

  @Test("docs leaves whole files, whenever it is killed, and the next run nothing else")
  func killedDocs() throws {
    for step in 0..<12 {
      let source = step % 2 == 0 ? edited : Fixture.door
      try bench.write(source, to: "Sources/Home/Door.swift")
      let docs = try ToolProcess(["docs"], in: bench.folder)
      Thread.sleep(forTimeInterval: Double(step) * 0.02)
      docs.send(SIGKILL)
      _ = docs.end()
      let page = try bench.read("Docs/Home.DoorStateMachine.md")
      #expect(page.hasSuffix("<!-- orrery:end -->\n"))
    }
    // Differs from either, so that all is written once more.
    try bench.write(Fixture.door.replacing("locked", with: "barred"), to: "Sources/Home/Door.swift")
    #expect(bench.run("docs").status == 0)
    #expect(bench.run("draw").status == 0)
    #expect(bench.run("check").status == 0)
    #expect(try bench.files().filter { $0.hasSuffix("~") } == [])
  }

  @Test("check works on a copy that its user cannot write to")
  func readOnly() throws {
    let isRoot = getuid() == 0
    let dropping = "/usr/bin/setpriv"
    if isRoot, !FileManager.default.isExecutableFile(atPath: dropping) { return }
    let nobody = [dropping, "--reuid=65534", "--regid=65534", "--clear-groups"]
    for path in try FileManager.default.subpathsOfDirectory(atPath: bench.folder) + ["."] {
      let isFile = FileManager.default.contents(atPath: bench.path(path)) != nil
      try FileManager.default.setAttributes(
        [.posixPermissions: isFile ? 0o444 : 0o555], ofItemAtPath: bench.path(path))
    }
    let before = try tree()
    let check = try ToolProcess(["check"], in: bench.folder, prefix: isRoot ? nobody : [])
    #expect(check.end() == 0)
    let docs = try ToolProcess(["draw", "--format", "dot"], in: bench.folder, prefix: nobody)
    #expect(!isRoot || docs.end() == 1)
    #expect(try tree() == before)
    for path in try FileManager.default.subpathsOfDirectory(atPath: bench.folder) + ["."] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: bench.path(path))
    }
  }

  @Test("diff says so where there is no git")
  func noGit() throws {
    let diff = try ToolProcess(
      ["diff", "HEAD"], in: bench.folder, environment: ["PATH": bench.path("nowhere")])
    #expect(diff.waits(for: "error: git cannot be run ("))
    #expect(diff.said.contains("; install git, or compare folders or saved models\n"))
    #expect(diff.end() == 1)
  }

  @Test("draw --watch draws an edit, and ends with 0 on Ctrl-C", arguments: [SIGINT, SIGTERM])
  func watch(signal: Int32) throws {
    let watch = try ToolProcess(["draw", "--watch"], in: bench.folder)
    #expect(watch.waits(for: "; Ctrl-C ends it\n"))
    try bench.write(edited, to: "Sources/Home/Door.swift")
    #expect(watch.waits(for: "wrote 2 files to Diagrams ("), "\(watch.said)")
    watch.send(signal)
    #expect(watch.end() == 0)
    #expect(bench.run("check", "--docs", "Diagrams").status == 0)
    #expect(try bench.files().filter { $0.hasSuffix("~") } == [])
  }
}
