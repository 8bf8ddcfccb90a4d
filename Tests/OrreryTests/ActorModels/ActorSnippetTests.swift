import Foundation
import Testing

@Suite("The snippets of the document on actor models", .serialized)
struct ActorSnippetTests {
  @Test(
    "compile word for word, or are refused for the stated reason", arguments: Snippet.actorModels)
  func verdict(snippet: Snippet) async throws {
    try await snippet.expectVerdict()
  }

  @Test("compile where only what is misspelt or left out is mended")
  func mended() async throws {
    for snippet in Snippet.mendedActorModels {
      #expect(try await Compiler.errors(in: snippet.files) == [], "\(snippet)")
    }
  }

  @Test("are all in the table of the documentation, in order")
  func table() throws {
    #expect(Snippet.actorModels.map(\.number) == Array(1...6))
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Orrery/Orrery.docc/ActorModels.md")
      .standardizedFileURL
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }
    #expect(
      rows.joined(separator: "\n")
        == Snippet.actorModels.map(\.row).joined(separator: "\n"),
      "To fix, put these rows into \(page.path).")
  }
}
