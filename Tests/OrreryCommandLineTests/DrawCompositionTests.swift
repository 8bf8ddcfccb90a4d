import Foundation
import OrreryGraphviz
import Testing

@testable import OrreryCommandLine

@Suite("orrery draw, of machines within machines")
struct DrawCompositionTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/App/Features.swift": """
      @Reducer enum Path { case list(List), edit(Edit) }
      @Reducer enum List { case shown(Int) }
      @Reducer enum Edit { case open(Int), saved(Int) }
      """
    ])
  }

  @Test("writes a file each, that lead to one another, and the tree of features")
  func split() throws {
    let outcome = bench.run("draw", "--format", "dot", "--format", "markdown", "--format", "svg")
    try #require(outcome.status == 0 || !Graphviz.isAvailable, "\(outcome.messages)")
    guard Graphviz.isAvailable else { return }
    let files = try bench.files(in: "Diagrams")
    #expect(files.contains("features.dot") && files.contains("features.svg"))
    #expect(try bench.read("Diagrams/features.svg").contains("App.Edit.svg"))
    #expect(try bench.read("Diagrams/App.Path.svg").contains("xlink:href=\"App.List.svg\""))
    #expect(try bench.read("Diagrams/README.md").contains("](features.svg)"))
  }

  @Test("draws them inside on request, but not those that stay closed")
  func nested() throws {
    func states(_ arguments: String...) throws -> String {
      let outcome = bench.run(["draw", "--format", "mermaid"] + arguments)
      #expect(outcome.status == 0, "\(outcome.messages)")
      return try bench.read("Diagrams/App.Path.mmd")
    }
    #expect(try !states().contains("saved"))
    let whole = try states("--nested", "1")
    #expect(whole.contains("saved") && whole.contains("shown"))
    let closed = try states("--nested", "1", "--collapse", "Edit")
    #expect(!closed.contains("saved") && closed.contains("shown"))
    // The configuration says the same, so that a check needs no options.
    try bench.write("look: {nested: 1, collapse: [Edit]}\n", to: ".orrery.yml")
    #expect(try states() == closed)
    #expect(bench.run("check", "--format", "mermaid", "--output", "Diagrams").status == 0)
    #expect(
      bench.run("check", "--format", "mermaid", "--output", "Diagrams", "--nested", "0").status == 3
    )
  }

  @Test("refuses a number of levels that is none", arguments: ["-1", "many", "1.5"])
  func levels(number: String) throws {
    try bench.write("look: {nested: \(number)}\n", to: ".orrery.yml")
    let outcome = bench.run("draw", "--format", "mermaid")
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("'look.nested' must be a number of 0 or more"))
  }

  @Test("says which format leaves transitions out because its hosts show no more")
  func overLimit() throws {
    let names = (0..<40).map { "state\($0)" }
    let cases = names.indices.map { from in
      let targets = names.indices.filter { $0 != from }.map { "case \($0): state = .\(names[$0])" }
      return "case .\(names[from]): switch n { \(targets.joined(separator: "; ")); default: break }"
    }
    try bench.write(
      """
      struct MazeStateMachine {
        enum State { case \(names.joined(separator: ", ")) }
        var state: State = .state0
        mutating func go(_ n: Int) {
          switch state {
          \(cases.joined(separator: "\n    "))
          }
        }
      }
      """, to: "Sources/App/Maze.swift")
    let outcome = bench.run(
      "draw", "--format", "mermaid", "--flat", "--only", "MazeStateMachine")
    #expect(outcome.status == 0)
    #expect(
      outcome.messages.contains("its hosts limit the size of a diagram; svg and markdown show"))
  }
}
