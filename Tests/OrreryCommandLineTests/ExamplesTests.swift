import ArgumentParser
import Foundation
import OrreryOracles
import Testing

@testable import OrreryCommandLine

/// Hooks, workflows and documents run on other machines than the one that tests them: here it is seen
/// that what they run is there, and that those who read them can.
@Suite("What is there to copy")
struct ExamplesTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let workflows = [
    ".github/workflows/ci.yml", ".github/examples/state-machines.yml",
    ".github/examples/release.yml",
  ]

  private static func path(_ name: String) -> String { root.appending(path: name).path }

  /// The command lines of a text: what follows the name of the tool where a line, a key of YAML or
  /// an example begins with it.
  private func commands(in text: String) -> [[String]] {
    text.split(separator: "\n").compactMap { line in
      var line = line.drop { " -".contains($0) }
      for start in ["entry: ", "run: ", "Example: ", "$ "] where line.hasPrefix(start) {
        line = line.dropFirst(start.count)
      }
      guard line.hasPrefix("orrery ") else { return nil }
      let words = line.prefix { !"#|>".contains($0) }.split(separator: " ")
      return words.dropFirst().map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) }
    }
  }

  @Test(
    "names commands that exist",
    arguments: [
      ("README.md", 6), ("Sources/Orrery/Orrery.docc/Documents.md", 8),
      ("Sources/Orrery/Orrery.docc/Configuration.md", 2),
      ("Sources/Orrery/Orrery.docc/ContinuousIntegration.md", 5),
      ("Sources/Orrery/Orrery.docc/ReadingTraces.md", 6),
      ("Sources/Orrery/Orrery.docc/Tutorial.md", 6),
      ("Sources/Orrery/Orrery.docc/WritingFeatures.md", 2),
      ("Sources/Orrery/Orrery.docc/Testing.md", 2),
      (".github/examples/state-machines.yml", 2), (".pre-commit-hooks.yaml", 2),
    ])
  func commands(file: String, least: Int) throws {
    let commands = commands(in: try String(contentsOfFile: Self.path(file), encoding: .utf8))
    #expect(commands.count >= least)
    // The parser answers these itself.
    for command in commands
    where !["--generate-completion-script", "--version"].contains(command.first) {
      #expect(throws: Never.self, "\(file): orrery \(command.joined(separator: " "))") {
        try OrreryCommand.parseAsRoot(command)
      }
    }
  }

  @Test("names commands that exist in the help of every verb")
  func help() throws {
    func verbs(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
      [command] + command.configuration.subcommands.flatMap(verbs)
    }
    for verb in verbs(OrreryCommand.self) where verb.configuration.shouldDisplay {
      let examples = verb.configuration.discussion.components(separatedBy: "Example: ").dropFirst()
      let commands = commands(in: examples.joined(separator: "\n"))
      #expect(!commands.isEmpty, "\(verb)")
      for command in commands {
        #expect(throws: Never.self, "orrery \(command.joined(separator: " "))") {
          try OrreryCommand.parseAsRoot(command)
        }
      }
    }
  }

  @Test(
    "holds workflows as GitHub's schema has them",
    .disabled(if: Python.isMissing("check_jsonschema"), "skipped: no check-jsonschema"))
  func workflows() throws {
    let judge = """
      import subprocess, sys
      command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
      sys.exit(subprocess.call(command + ["vendor.github-workflows"] + sys.argv[1:]))
      """
    let judged = try Python.run(judge, Self.workflows.map(Self.path))
    #expect(judged.status == 0, "\(judged.output)")
    let bench = try Workbench(["wrong.yml": "on: push\njobs: {a: {steps: []}}\n"])
    #expect(try Python.run(judge, [bench.path("wrong.yml")]).status != 0)
  }

  @Test(
    "completes what is typed in a shell",
    .disabled(if: Tool("bash") == nil && !Tool.isRequired, "skipped: no bash"))
  func completion() throws {
    let bash = try #require(Tool("bash"))
    let bench = try Workbench()
    try bench.write(
      bench.run("--generate-completion-script", "bash").output, to: "completion.sh")
    func completions(_ words: String...) throws -> [String] {
      let typed = (["orrery"] + words).map { "'\($0)'" }.joined(separator: " ")
      let script = """
        source completion.sh
        COMP_WORDS=(\(typed)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        complete="$(complete -p orrery | sed -E 's/.*-F ([^ ]+).*/\\1/')"
        "$complete" orrery "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let said = try bash.run(["-c", script], in: URL(filePath: bench.folder))
      return said.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(try completions("ch") == ["check"])
    #expect(try completions("trace", "con") == ["conform"])
    #expect(try completions("check", "--reporter", "sa") == ["sarif"])
    #expect(try completions("check", "--basel").contains("--baseline"))
  }
}
