import Foundation
import Testing

@Suite("The repository shows what it holds")
struct PageRules {
  static let page = "Sources/Orrery/Orrery.docc/Architecture.md"

  @Test("The architecture page names every module of the manifest")
  func pageNamesModules() throws {
    let page = try Repository.text(Self.page)
    let missing = try Repository.manifest.modules.filter { !page.contains("`\($0)`") }
    #expect(missing == [], "give each its paragraph in \(Self.page): what it knows, and what never")
  }

  @Test("The architecture page can be read at one sitting")
  func pageIsShort() throws {
    let lines = try Repository.text(Self.page).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 201)
  }

  @Test("The top level holds the package and nothing else")
  func topLevel() throws {
    let allowed: Set<String> = [
      "Package.swift", "README.md", "Sources", "Tests", "Samples", "Output",
      ".ci", ".github", ".gitignore", ".pre-commit-hooks.yaml", ".swift-format", ".orrery.yml",
    ]
    let surplus = try Repository.entries().filter { !allowed.contains($0) }
    #expect(surplus == [], "move it into a module, or add it to .gitignore if it is generated")
  }

  @Test("The README shows a picture, and every file that it links to is there")
  func links() throws {
    let links = try Repository.text("README.md").components(between: "](", and: ")")
      .filter { !$0.contains("://") && !$0.hasPrefix("#") }
    #expect(links.contains { $0.hasSuffix(".svg") })
    let missing = links.filter { (try? Repository.url($0).checkResourceIsReachable()) != true }
    #expect(missing == [])
  }

  @Test("The manifest is read by the kinds of its targets")
  func manifest() {
    let text = """
      let package = Package(
        products: [.library(name: "P", targets: ["A"])],
        targets: [library("A", ["B"]), .plugin(name: "C", path: "x"), sample("D"), test("E")])
      """
    let manifest = Manifest(SourceFile(path: "Package.swift", text: text))
    #expect(manifest.modules == ["A", "C"])
    #expect(manifest.dependencies == ["A": ["B"], "C": [], "D": [], "E": []])
    #expect(manifest.samples == ["D"])
    #expect(manifest.tests == ["E"])
  }
}

extension String {
  /// The pieces of the text that stand between two marks.
  fileprivate func components(between start: String, and end: String) -> [String] {
    var rest = self[...]
    var found: [String] = []
    while let opening = rest.firstRange(of: start) {
      rest = rest[opening.upperBound...]
      guard let closing = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<closing.lowerBound]))
      rest = rest[closing.upperBound...]
    }
    return found
  }
}
