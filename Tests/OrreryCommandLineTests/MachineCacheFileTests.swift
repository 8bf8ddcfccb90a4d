import Foundation
import OrreryExtraction
import Testing

@testable import OrreryCommandLine

@Suite("Machines that are kept for the next run")
struct MachineCacheFileTests {
  private let bench: Workbench
  /// Stands for the tool's own file.
  private let program: String

  init() throws {
    bench = try Workbench([
      ".orrery.yml": "formats: [json]\n", "Sources/Home/Door.swift": Fixture.door,
      "Sources/Home/Lamp.swift": Fixture.lamp, "orrery": "1",
    ])
    program = bench.path("orrery")
    #expect(bench.run("draw").status == 0)
  }

  private func check(_ arguments: String...) -> Workbench.Outcome {
    bench.run(["check"] + arguments, program: program)
  }

  private func keptFiles() throws -> [String] {
    try bench.files().filter { $0.hasSuffix(".machines") }
  }

  private func changeDoor() throws {
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: "Sources/Home/Door.swift")
  }

  @Test("a run answers as one does that keeps nothing, whatever is kept")
  func sameAnswer() throws {
    for (edit, status) in [({}, 0), ({}, 0), (changeDoor, 3), ({}, 3)]
      as [(() throws -> Void, Int32)]
    {
      try edit()
      let (kept, fresh) = (check("--cache-path", "Kept"), check("--no-cache"))
      #expect(kept.status == status)
      #expect(kept.output == fresh.output)
      #expect(kept.messages == fresh.messages)
      #expect(try keptFiles().count == 1)
    }
    let file = try #require(try keptFiles().first)
    for damage in ["", "no cache", try bench.read("orrery")] {
      try bench.write(damage, to: file)
      #expect(check("--cache-path", "Kept").status == 3)
    }
  }

  @Test("only machines are built that were read from what changed, by the same version of the tool")
  func builtAnew() throws {
    let command = try #require(
      try OrreryCommand.parseAsRoot(["check", "--cache-path", "Kept"]) as? CheckCommand)
    let console = Console(
      output: Console.Stream { _ in }, messages: Console.Stream { _ in }, environment: [:])
    let built = { () throws -> Int? in
      let context = Context(
        console: console, project: try Project(workingDirectory: bench.folder), program: program,
        cache: command.cacheOptions)
      var sources = ProjectSources(command.source, in: context.project)
      try sources.refresh(on: console)
      var cache = MachineCacheFile(command.source, in: context)
      _ = cache?.extract(sources.texts, .init())
      return cache?.builtCount
    }
    let all = try built()
    #expect(all ?? 0 > 1)
    #expect(try built() == 0)
    try changeDoor()
    #expect(try built() == 1)
    try bench.write("22", to: "orrery")
    #expect(try built() == all)
  }

  @Test("they stand in the user's folder of caches, and nowhere where that is not known")
  func place() throws {
    #expect(check().status == 0)
    #expect(bench.run("check", environment: ["HOME": bench.folder]).status == 0)
    let none = bench.run(
      "check", "--no-cache", environment: ["HOME": bench.folder], program: program)
    #expect(none.status == 0)
    #expect(try keptFiles() == [])
    let caches = bench.run(
      "check", environment: ["XDG_CACHE_HOME": bench.path("Caches")], program: program)
    #expect(caches.status == 0)
    #expect(try keptFiles().count == 1)
    #expect(try keptFiles().allSatisfy { $0.hasPrefix("Caches/orrery/") })
    let home = bench.run("check", environment: ["HOME": bench.path("Home")], program: program)
    #expect(home.status == 0)
    #expect(try keptFiles().count { $0.hasPrefix("Home/") } == 1)
    #expect(check("--cache-path", bench.path("Given")).status == 0)
    #expect(try keptFiles().count { $0.hasPrefix("Given/") } == 1)
  }

  @Test("a folder that cannot be written to is no failure")
  func unwritable() throws {
    let outcome = check("--cache-path", "orrery")
    #expect(outcome.status == 0)
    #expect(try keptFiles() == [])
  }

  @Test("files that nobody wrote for a month are removed")
  func old() throws {
    let (old, young) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
    let names = [old, young, "my"].map { "\($0).machines" } + ["notes.txt"]
    for name in names { try bench.write("", to: "Kept/" + name) }
    let past = Date(timeIntervalSinceNow: -40 * 24 * 60 * 60)
    for name in names where !name.hasPrefix(young) {
      try FileManager.default.setAttributes(
        [.modificationDate: past], ofItemAtPath: bench.path("Kept/" + name))
    }
    #expect(check("--cache-path", "Kept").status == 0)
    let left = try bench.files(in: "Kept")
    #expect(left.count == 4)
    #expect(left.filter(names.contains) == names.dropFirst().sorted())
  }
}
