import Foundation
import Testing

@testable import OrreryCommandLine

@Suite("The tool")
struct MainTests {
  @Test("lists only verbs that exist")
  func help() throws {
    let outcome = try Workbench().run("--help")
    #expect(outcome.status == 0)
    let verbs = outcome.output.components(separatedBy: "SUBCOMMANDS:\n").last?
      .split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first }
    #expect(
      verbs == [
        "extract", "draw", "docs", "check", "diff", "lint", "trace", "inspect", "names", "init",
        "See",
      ])
    #expect(outcome.messages == "")
  }

  @Test(
    "shows an example and the common options with every verb",
    arguments: [["extract"], ["draw"], ["check"], ["trace", "summary"], ["trace", "conform"]])
  func verbHelp(verb: [String]) throws {
    let bench = try Workbench()
    let outcome =
      verb.count == 1 ? bench.run(verb[0], "--help") : bench.run(verb[0], verb[1], "--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Example: orrery \(verb.joined(separator: " "))"))
    for option in ["--format", "--output", "--quiet", "--color"] {
      #expect(outcome.output.contains(option))
    }
  }

  @Test(
    "ends with 2 where it is used wrongly, and says how it is used",
    arguments: [
      ["fly"], ["draw", "--nope"], ["extract", "--format", "xml"],
      ["check", "--reporter", "html"],
      ["trace", "summary"], ["draw", "--depth=-1"], ["extract", "--color", "blue"],
    ])
  func usage(arguments: [String]) throws {
    let bench = try Workbench()
    var outcome = Workbench.Outcome(status: 0, output: "", messages: "")
    outcome.status = OrreryMain.run(
      arguments: arguments, output: .init { outcome.output += $0 },
      messages: .init { outcome.messages += $0 }, workingDirectory: bench.folder)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.messages.hasPrefix("error: "))
    #expect(outcome.messages.contains("sage: orrery"))
  }

  @Test("writes completions for shells", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let outcome = try Workbench().run("--generate-completion-script", shell)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("conform"))
  }

  @Test("ends with 1 where its output is lost")
  func lostOutput() throws {
    struct Full: Error {}
    let bench = try Workbench(["A.swift": Fixture.door])
    var messages = ""
    let status = OrreryMain.run(
      arguments: ["extract"], output: .init { _ in throw Full() },
      messages: .init { messages += $0 },
      workingDirectory: bench.folder)
    #expect(status == 1)
    #expect(messages.hasPrefix("error: cannot write to the standard output ("))
  }
}

@Suite("Styled text")
struct StyledTests {
  @Test("makes harmless what is interpolated, and keeps what is written")
  func harmless() {
    let name = "a\u{1B}[31m\nb\t\u{202E}c\u{9B}"
    let line: Styled = "one\n\(name)"
    #expect(line.text(colored: true) == "one\na\u{FFFD}[31m b \u{FFFD}c\u{FFFD}")
  }

  @Test("is coloured only where that is wanted")
  func colors() {
    let line: Styled = "\("error:", .red) x"
    #expect(line.text(colored: false) == "error: x")
    #expect(line.text(colored: true) == "\u{1B}[31merror:\u{1B}[0m x")
    #expect(line.width == 8)
  }
}

@Suite("Figures")
struct FigureTests {
  @Test(
    "of time have a unit that people read",
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1000, "1.0 µs"), (1_550_000, "1.5 ms"),
      (123_456_789, "123 ms"), (90_000_000_000, "90.0 s"), (.max, "18446744073 s"),
    ] as [(UInt64, String)])
  func time(nanoseconds: UInt64, text: String) {
    #expect(Figure.time(nanoseconds) == text)
  }

  @Test("of parts are rounded down, so that only all is all")
  func percent() {
    #expect(Figure.percent(999, of: 1000) == "99 %")
    #expect(Figure.percent(3, of: 3) == "100 %")
    #expect(Figure.percent(0, of: 0) == "–")
  }
}

@Suite("Paths")
struct PathNameTests {
  @Test(
    "are made absolute and normal",
    arguments: [
      ("a/./b/../c", "/w/a/c"), ("../x", "/x"), ("../../..", "/"), ("/a//b/", "/a/b"), (".", "/w"),
    ])
  func absolute(path: String, result: String) {
    #expect(PathName.absolute(path, in: "/w") == result)
  }

  @Test(
    "lead from a folder to a file",
    arguments: [
      ("/w/a/b", "/w", "a/b"), ("/w", "/w", "."), ("/x/y", "/w/v", "../../x/y"),
      ("/w2", "/w", "../w2"),
    ])
  func relative(path: String, folder: String, result: String) {
    #expect(PathName.relative(path, to: folder) == result)
  }

  @Test("have their folders above them, nearest first")
  func ancestors() {
    #expect(PathName.ancestors("/a/b/c") == ["/a/b", "/a", "/"])
    #expect(PathName.ancestors("/c") == ["/"])
  }
}
