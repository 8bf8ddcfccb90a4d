import Foundation
import OrreryTrace
import SwiftParser
import SwiftSyntax
import Testing

@testable import OrreryCommandLine

/// The order of files, of types, of methods and of cases says nothing of what a machine does.
@Suite("Reordering the source")
struct ReorderingTests {
  /// How many random orders each sample is put into; `ORRERY_REORDERINGS` says another number.
  private static let count =
    ProcessInfo.processInfo.environment["ORRERY_REORDERINGS"].flatMap(Int.init) ?? 8
  private static let samples = URL(filePath: #filePath)
    .appending(path: "../../../Samples").standardized

  private func sources(of sample: String) throws -> [String] {
    let folder = Self.samples.appending(path: sample)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  /// Every file that is drawn, with a mask in place of line numbers.
  private func drawn(_ files: [String], _ sample: String) throws -> [String: [String]] {
    let bench = try Workbench()
    for (number, text) in files.enumerated() {
      try bench.write(text, to: "Sources/\(sample)/File\(number).swift")
    }
    let formats = DrawingFormat.allCases.filter { if case .picture = $0 { false } else { true } }
    let outcome = bench.run(
      ["draw", "Sources", "--output", "Out"] + formats.flatMap { ["--format", $0.rawValue] })
    #expect(outcome.status == 0, "\(sample): \(outcome.messages)")
    return try bench.files(in: "Out").reduce(into: [:]) { result, name in
      let format = formats.first { name.hasSuffix("." + $0.fileExtension) }
      let text = try bench.read("Out/\(name)")
        .replacing(#/File\d+\.swift/#, with: "File.swift")
      result[name] = Masking.lines(of: text, format)
    }
  }

  @Test(
    "changes no output, line numbers aside",
    arguments: [
      "Connection", "Counter", "Kitchen", "Login", "Parent", "Presets", "Search", "Shop", "Trip",
    ])
  func samples(_ sample: String) throws {
    let files = try sources(of: sample)
    let expected = try drawn(files, sample)
    #expect(!expected.isEmpty)
    for seed in 1...Self.count {
      var random = SeededGenerator(state: UInt64(seed))
      let shuffled = files.shuffled(using: &random).map { text in
        let shuffler = DeclarationShuffler(random)
        defer { random = shuffler.random }
        return shuffler.rewrite(Parser.parse(source: text)).description
      }
      let found = try drawn(shuffled, sample)
      guard found != expected else { continue }
      let name = expected.keys.sorted().first { found[$0] != expected[$0] } ?? "a file is gone"
      let lines = zip(found[name] ?? [], expected[name] ?? []).first { $0 != $1 }
      Issue.record("\(sample), seed \(seed), \(name): \(String(describing: lines))")
      return
    }
  }

  @Test("is one: methods and cases stand elsewhere")
  func shuffles() {
    let source = """
      enum E {
        case a, b, c, d, e
        func f() {}
        func g() {}
        struct S {}
      }

      """
    let shuffler = DeclarationShuffler(SeededGenerator(state: 1))
    let text = shuffler.rewrite(Parser.parse(source: source)).description
    #expect(text != source)
    #expect(text.sorted() == source.sorted())
    #expect(!Parser.parse(source: text).hasError)
  }
}

/// Puts types, functions and cases of enums into another order; what has an order that counts, such as
/// stored properties and statements, stays where it is.
private final class DeclarationShuffler: SyntaxRewriter {
  var random: SeededGenerator

  init(_ random: SeededGenerator) {
    self.random = random
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberBlockItemListSyntax) -> MemberBlockItemListSyntax {
    MemberBlockItemListSyntax(
      shuffled(Array(super.visit(node))) { Self.isMovable($0.decl) })
  }

  override func visit(_ node: SourceFileSyntax) -> SourceFileSyntax {
    var file = super.visit(node)
    file.statements = CodeBlockItemListSyntax(
      shuffled(Array(file.statements)) { item in
        if case .decl(let node) = item.item { Self.isMovable(node) } else { false }
      })
    return file
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> DeclSyntax {
    var node = node
    let commas = node.elements.map(\.trailingComma)
    let elements = Array(node.elements).shuffled(using: &random)
    node.elements = EnumCaseElementListSyntax(
      zip(elements, commas).map { $0.with(\.trailingComma, $1) })
    return DeclSyntax(node)
  }

  /// The elements, those that may move in each other's places.
  private func shuffled<Element>(
    _ elements: [Element], _ isMovable: (Element) -> Bool
  ) -> [Element] {
    var moved = elements.filter(isMovable).shuffled(using: &random)[...]
    return elements.map { isMovable($0) ? moved.removeFirst() : $0 }
  }

  private static func isMovable(_ node: DeclSyntax) -> Bool {
    switch node.kind {
    case .functionDecl, .enumCaseDecl, .structDecl, .enumDecl, .classDecl, .actorDecl,
      .extensionDecl, .initializerDecl:
      true
    default: false
    }
  }
}
