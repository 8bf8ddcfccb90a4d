import Foundation
import Testing

/// The page shows the code that is tested here.
@Suite("The page on machines of other makes") struct RecordingOthersPageTests {
  private static let recipes: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Declared.folder.path)) ?? []
    return files.sorted().compactMap { name in
      let text = try? String(contentsOf: Declared.folder.appending(path: name), encoding: .utf8)
      return text.flatMap(marked)
    }
  }()

  /// What stands between `// recipe` and `// end`, without the white space before its lines.
  private static func marked(_ text: String) -> String? {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard let start = lines.firstIndex(of: "// recipe"), let end = lines.firstIndex(of: "// end")
    else {
      return nil
    }
    // The page leaves the recorder to be the shared one.
    return lines[(start + 1)..<end].joined(separator: "\n")
      .replacing(", recorder: recorder)\n", with: ")\n")
  }

  @Test("holds each recipe as it is compiled and run", arguments: recipes)
  func holds(recipe: String) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Orrery/Orrery.docc/RecordingOthers.md")
    let text = try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
      .replacing(", recorder: recorder)\n", with: ")\n")
    #expect(text.contains(recipe))
  }

  @Test("has recipes to hold") func some() { #expect(Self.recipes.count == 5) }
}
