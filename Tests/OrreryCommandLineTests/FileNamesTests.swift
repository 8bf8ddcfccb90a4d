import Testing

@testable import OrreryCommandLine

@Suite("Names of files")
struct FileNamesTests {
  private func names(_ ids: String...) -> [String] {
    let names = FileNames(ids)
    return ids.map { names.name(of: $0, .model) }
  }

  @Test("are the machines' ids where those are safe")
  func plain() {
    #expect(
      names("Shop.Search", "Shop.Search_2.Inner-Most") == [
        "Shop.Search.json", "Shop.Search_2.Inner-Most.json",
      ])
  }

  @Test(
    "never leave the folder and never hide",
    arguments: [
      "../../x", "/etc/passwd", "..", ".", "", ".hidden", "a/../b", "C:\\x", "a\u{0}b", "~", "M.🚀",
      "M.\u{1B}[2J", "M. x ", "CON<>|?*\"", String(repeating: "long", count: 200),
    ])
  func hostile(id: String) {
    let name = names(id)[0]
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains($0))
    }
    #expect(isPlain, "\(name)")
    #expect(!name.hasPrefix(".") && !name.contains("..") && name.utf8.count < 200)
  }

  @Test("differ for different machines, also where case does not count")
  func collisions() {
    let all = names("M.search", "M.Search", "M.🚀", "M.🎈", "M.a b", "M.a_b", "README", "index")
    #expect(Set(all.map { $0.lowercased() }).count == all.count)
    #expect(!all.contains { ["readme.json", "index.json"].contains($0.lowercased()) })
  }

  @Test("do not depend on the order of the machines")
  func stable() {
    #expect(names("M.search", "M.Search") == names("M.Search", "M.search").reversed())
  }
}
