import Foundation
import Testing

@Suite("The document's snippets", .serialized)
struct SnippetTests {
  @Test("compile word for word, or are refused for the stated reason", arguments: Snippet.all)
  func verdict(snippet: Snippet) async throws {
    try await snippet.expectVerdict()
  }

  @Test("are all in the table of the documentation, in order")
  func table() throws {
    #expect(Snippet.all.map(\.number) == Array(1...Snippet.all.count))
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Orrery/Orrery.docc/Snippets.md").standardizedFileURL
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }
    #expect(
      rows.joined(separator: "\n") == Snippet.all.map(\.row).joined(separator: "\n"),
      "To fix, put these rows into \(page.path).")
  }
}

extension Snippet {
  /// Asks the compiler.
  func expectVerdict() async throws {
    let errors = try await Compiler.errors(in: files)
    switch verdict {
    case .compiles: #expect(errors == [])
    case .compilesInSwift5:
      #expect(errors != [])
      #expect(try await Compiler.errors(in: files, languageMode: 5) == [])
    case .refused(let message, _):
      #expect(
        errors.contains { $0.contains(message) }, Comment(rawValue: errors.joined(separator: "\n")))
    }
  }
}
