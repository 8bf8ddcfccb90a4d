import Foundation
import OrreryModel
import Testing

@testable import OrreryCommandLine

@Suite("Blocks with hostile content")
struct BlockPropertyTests {
  private static let surroundings = [
    "text\n", "\n", "\r\n", "```\n<!-- orrery:end -->\n```\n", "# Title\r\n", "> quote\n",
    "| a | b |\n",
    "    code\n", "- item\n", "é\n", "<p>\n", "\n\n\n", "trailing  \n", "<!-- a comment -->\n",
    "~~~\n<!-- orrery:begin machine=No -->\n~~~\r\n", "\t\n",
  ]

  private static func around(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      surroundings.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test(
    "change no byte outside their markers, close, and read back as they were written",
    arguments: 0..<200 as Range<UInt64>)
  func property(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let machine = HostileMachine.random(&random)
    let (before, after) = (Self.around(&random), Self.around(&random))
    let format = try #require(
      BlockFormat.allCases.filter { $0 != .index }.randomElement(using: &random))
    let end = Bool.random(using: &random) ? "\n" : "\r\n"
    let indentation = String(repeating: " ", count: Int.random(in: 0...3, using: &random))
    let head = before.isEmpty || before.hasSuffix("\n") ? before : before + "\n"
    let opening = "<!-- orrery:begin machine=M format=\(format.rawValue) -->"
    let text =
      head + indentation + opening + end + indentation + Marker.endText + "\n" + after
    let document = try BlockDocument(name: "a.md", bytes: Array(text.utf8))
    let block = try #require(document.blocks.first)
    #expect(document.blocks.count == 1)

    let lines = BlockContent(machines: [machine]).lines(
      format, of: machine, at: .init(folder: "Docs"))
    let bytes = document.replacing([0: block.text(lines, hash: "0123")])
    #expect(bytes.starts(with: Array((head + indentation + "<!-- orrery:begin ").utf8)))
    let tail = Array((indentation + Marker.endText + "\n" + after).utf8)
    #expect(bytes.suffix(tail.count).elementsEqual(tail))

    let again = try BlockDocument(name: "a.md", bytes: bytes)
    #expect(again.blocks.count == 1)
    #expect(again.blocks.first?.lines == lines)
    #expect(again.blocks.first?.isAsGenerated == true)
    #expect(again.replacing([0: block.text(lines, hash: "0123")]) == bytes)
    let facts = try #require(Facts.machine(in: lines, like: machine))
    #expect(MachineDiff(from: facts, to: machine).isEmpty)
  }

  @Test("take any bytes without a crash", arguments: 0..<300 as Range<UInt64>)
  func anything(seed: UInt64) {
    var random = SeededGenerator(state: seed &+ 1_000_000)
    let pieces =
      HostileMachine.texts + Self.surroundings + ["<!-- orrery:begin machine=A -->\n", "\n"]
    let text = (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    var bytes = Array(text.utf8)
    if seed % 3 == 0, !bytes.isEmpty { bytes[Int(seed) % bytes.count] = 0xFF }
    guard let document = try? BlockDocument(name: "a.md", bytes: bytes) else { return }
    #expect(document.replacing([:]) == bytes)
  }
}
