import Foundation
import Testing

@Suite("The pages of the documentation")
struct LandingPageTests {
  private static let folder = Page.folder + "/Sources/Orrery/Orrery.docc"

  private let names: Set<String>

  init() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    names = Set(files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) })
  }

  private func links(in page: String) throws -> [String] {
    try String(contentsOfFile: "\(Self.folder)/\(page).md", encoding: .utf8)
      .matches(of: /<doc:([A-Za-z]+)>/).map { String($0.1) }
  }

  @Test("are all listed once among the topics of the landing page")
  func landing() throws {
    let text = try String(contentsOfFile: "\(Self.folder)/Orrery.md", encoding: .utf8)
    let topics = text.matches(of: /(?m)^- <doc:([A-Za-z]+)>$/).map { String($0.1) }
    #expect(topics.sorted() == names.subtracting(["Orrery"]).sorted())
  }

  @Test("link to pages that exist")
  func links() throws {
    for page in names.sorted() {
      for link in try links(in: page) {
        #expect(names.contains(link), "\(page) links to \(link)")
      }
    }
  }
}
