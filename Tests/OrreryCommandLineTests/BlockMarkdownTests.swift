import Foundation
import OrreryOracles
import Testing

@testable import OrreryCommandLine

@Suite(
  "Blocks with hostile content, as a reader of Markdown has them",
  .disabled(if: Python.isMissing("markdown_it"), "skipped: no markdown-it-py"))
struct BlockMarkdownTests {
  /// Prints a line for everything in the documents that no block should have.
  private static let judge = """
    import sys
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table")

    def html(token):
        text = token.content.strip()
        if token.type == "html_inline":
            return [] if text in ("<code>", "</code>", "<br>") else [text]
        comment = text.startswith("<!-- orrery:") and text.endswith("-->")
        return [] if comment and ">" not in text[:-1] else [text]

    def complaints(token):
        if token.type in ("html_inline", "html_block"):
            return html(token)
        if token.type == "image":
            return ["an image"]
        if token.type == "link_open" and not token.attrs["href"].startswith("../Sources/A/"):
            return [token.attrs["href"]]
        return [found for child in token.children or [] for found in complaints(child)]

    for path in sys.argv[1:]:
        tokens = reader.parse(open(path, newline="").read())
        found = [line for token in tokens for line in complaints(token)]
        texts = [token.content for token in tokens if token.type == "inline" and token.level == 1]
        if texts[:1] != ["Before."] or texts[-1:] != ["Behind."]:
            found.append("the text around the block is no longer read as text")
        for line in found:
            print(path.split("/")[-1], ascii(line))
    """

  private func judge(_ documents: [String]) throws -> [Substring] {
    let bench = try Workbench()
    let names = documents.indices.map { "\($0).md" }
    for (name, document) in zip(names, documents) { try bench.write(document, to: name) }
    let outcome = try Python.run(Self.judge, names.map(bench.path))
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output.split(separator: "\n")
  }

  private func document(_ format: BlockFormat, seed: UInt64) throws -> String {
    var random = SeededGenerator(state: seed)
    let machine = HostileMachine.random(&random)
    let lines = BlockContent(machines: [machine]).lines(
      format, of: machine, at: .init(folder: "Docs"))
    let text = "Before.\n\n<!-- orrery:begin machine=M format=\(format.rawValue) -->\n"
    let empty = try BlockDocument(
      name: "a.md", bytes: Array((text + Marker.endText + "\nBehind.\n").utf8))
    let block = try #require(empty.blocks.first)
    return String(
      decoding: empty.replacing([0: block.text(lines, hash: "0123")]), as: UTF8.self)
  }

  @Test(
    "hold no element, image or address of a name's making, and end where they end",
    arguments: BlockFormat.allCases)
  func harmless(format: BlockFormat) throws {
    #expect(try judge((0..<40).map { try document(format, seed: $0) }) == [])
  }

  @Test("are judged by one who sees what is wrong")
  func judge() throws {
    let wrong = ["<script>x</script>", "a <b>c</b>", "[a](b)", "![a](b)", "```\nno end"]
    let found = try judge(wrong.map { "Before.\n\n\($0)\n\nBehind.\n" })
    #expect(Set(found.map { $0.prefix(4) }) == ["0.md", "1.md", "2.md", "3.md", "4.md"])
    #expect(try judge(["Before.\n\n`a` | *b*\n\nBehind.\n"]) == [])
  }
}
