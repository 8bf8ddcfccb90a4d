import ArgumentParser
import Foundation
import Testing

@testable import OrreryCommandLine

@Suite("orrery draw --watch")
struct WatchTests {
  private let bench: Workbench
  private let messages = Messages()
  private let door = "Sources/Home/Door.swift"

  private final class Messages {
    var text = ""

    /// What was said since the last time.
    func take() -> String {
      defer { text = "" }
      return text
    }
  }

  init() throws {
    bench = try Workbench([
      ".orrery.yml": "formats: [mermaid, json]\n", "Sources/Home/Door.swift": Fixture.door,
      "Sources/Home/Lamp.swift": Fixture.lamp,
    ])
  }

  private func watch(_ arguments: String...) throws -> Watch {
    let command = try #require(
      try OrreryCommand.parseAsRoot(["draw", "--watch"] + arguments) as? DrawCommand)
    let (messages, folder) = (messages, bench.folder)
    let console = Console(
      output: Console.Stream { _ in }, messages: Console.Stream { messages.text += $0 },
      environment: [:])
    let context = Context(
      console: console, project: try Project(workingDirectory: folder), program: nil)
    return Watch(command, in: context)
  }

  /// Looks until an edit has been the same for two looks.
  private func settle(_ watch: inout Watch) -> String {
    watch.look()
    watch.look()
    return messages.take()
  }

  private func openAtOnce() throws {
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: door)
  }

  /// What a folder holds that was drawn from nothing.
  private func drawnAnew() throws -> [String: String] {
    #expect(bench.run("draw", "--output", "Fresh").status == 0)
    defer { try? FileManager.default.removeItem(atPath: bench.path("Fresh")) }
    return try drawings("Fresh")
  }

  private func drawings(_ folder: String = "Diagrams") throws -> [String: String] {
    let files = try bench.files(in: folder)
    return Dictionary(
      uniqueKeysWithValues: try files.map { ($0, try bench.read("\(folder)/\($0)")) })
  }

  @Test("draws all, then what an edit changes and nothing else")
  func edit() throws {
    var watch = try watch()
    try watch.start()
    #expect(messages.text.hasPrefix("wrote 5 files to Diagrams ("))
    #expect(messages.take().hasSuffix("watching 2 files; Ctrl-C ends it\n"))
    #expect(settle(&watch) == "")
    let lamp =
      try FileManager.default.attributesOfItem(
        atPath: bench.path("Diagrams/Home.LampStateMachine.mmd"))[.systemFileNumber] as? Int
    try openAtOnce()
    #expect(settle(&watch).hasPrefix("wrote 2 files to Diagrams ("))
    #expect(try drawings() == drawnAnew())
    let after =
      try FileManager.default.attributesOfItem(
        atPath: bench.path("Diagrams/Home.LampStateMachine.mmd"))[.systemFileNumber] as? Int
    #expect(lamp == after)
    try bench.write("\n" + bench.read("Sources/Home/Lamp.swift"), to: "Sources/Home/Lamp.swift")
    #expect(settle(&watch).hasPrefix("wrote Diagrams/Home.LampStateMachine.json ("))
    #expect(bench.run("check").status == 0)
  }

  @Test("waits while a file is being written")
  func halfWay() throws {
    var watch = try watch()
    try watch.start()
    _ = messages.take()
    for length in [10, 200, 300] {
      try bench.write(String(Fixture.door.prefix(length)), to: door)
      watch.look()
    }
    try FileManager.default.removeItem(atPath: bench.path(door))
    watch.look()
    try openAtOnce()
    watch.look()
    #expect(messages.take() == "")
    watch.look()
    #expect(messages.take().hasPrefix("wrote 2 files to Diagrams ("))
    #expect(try drawings() == drawnAnew())
  }

  @Test("follows files that come and go, and settings that change")
  func comeAndGo() throws {
    var watch = try watch()
    try watch.start()
    _ = messages.take()
    try bench.write(Fixture.open, to: "Sources/Home/Dial.swift")
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Lamp.swift"))
    #expect(settle(&watch).contains("removed Diagrams/Home.LampStateMachine.mmd\n"))
    #expect(try drawings() == drawnAnew())
    try bench.write("formats: [dot]\n", to: ".orrery.yml")
    #expect(settle(&watch).contains("removed Diagrams/Home.DoorStateMachine.json\n"))
    #expect(try drawings() == drawnAnew())
    try bench.write("fromats: [dot]\n", to: ".orrery.yml")
    #expect(settle(&watch).contains("unknown key 'fromats'; did you mean 'formats'?"))
    try bench.write("formats: [mermaid]\n", to: ".orrery.yml")
    #expect(settle(&watch).hasPrefix("removed Diagrams/"))
    #expect(try drawings() == drawnAnew())
  }

  @Test("says what is wrong, leaves the diagrams, and goes on when it is mended")
  func broken() throws {
    var watch = try watch()
    try watch.start()
    let before = try drawings()
    _ = messages.take()
    try bench.write(Fixture.door + Fixture.broken, to: door)
    let said = settle(&watch)
    #expect(said.contains("Sources/Home/Door.swift:"))
    #expect(said.contains("'Home.DoorStateMachine' is left out"))
    #expect(settle(&watch) == "")
    #expect(try drawings() == before)
    try openAtOnce()
    #expect(settle(&watch).hasPrefix("wrote 2 files to Diagrams ("))
    #expect(try drawings() == drawnAnew())
  }

  @Test("starts on a broken source, and not on a wrong command line")
  func start() throws {
    try bench.write(Fixture.broken, to: door)
    var watch = try watch()
    try watch.start()
    #expect(messages.take().contains("Sources/Home/Door.swift:1:16: warning: "))
    try bench.write(Fixture.door, to: door)
    #expect(settle(&watch).hasPrefix("wrote 3 files to Diagrams ("))
    var wrong = try self.watch("--only", "Nobody")
    #expect(throws: Failure.self) { try wrong.start() }
  }
}
