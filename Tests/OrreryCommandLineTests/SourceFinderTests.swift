import Foundation
import OrreryModelFile
import Testing

@testable import OrreryCommandLine

@Suite("Finding source")
struct SourceFinderTests {
  private func names(_ bench: Workbench, _ paths: [String], exclude: [String] = []) throws
    -> [String]
  {
    try SourceFinder(
      root: bench.folder, workingDirectory: bench.folder, exclude: exclude.map(Glob.init)
    ).findings(in: paths).files.map(\.name)
  }

  @Test("walks folders, sorted, and passes over what is hidden or checked out")
  func walk() throws {
    let bench = try Workbench([
      "b/B.swift": "", "a/C.swift": "", "a/B.swift": "", "a/notes.md": "",
      ".build/X.swift": "", ".build-plain/X.swift": "", "a/.git/X.swift": "",
      "x/checkouts/y/X.swift": "", "Pods/X.swift": "", "x/Carthage/X.swift": "",
      "x/DerivedData/X.swift": "",
    ])
    #expect(try names(bench, ["."]) == ["a/B.swift", "a/C.swift", "b/B.swift"])
    #expect(try names(bench, ["b", "a/C.swift"]) == ["a/C.swift", "b/B.swift"])
  }

  @Test("reads a checkout when it is named itself")
  func checkout() throws {
    let bench = try Workbench([".build/checkouts/p/Sources/P/X.swift": ""])
    #expect(
      try names(bench, [".build/checkouts/p"]) == [".build/checkouts/p/Sources/P/X.swift"])
  }

  @Test("counts a file once, and keeps an absolute path absolute")
  func names() throws {
    let bench = try Workbench(["a/A.swift": ""])
    #expect(try names(bench, ["a", ".", "a/A.swift", bench.path("a")]) == ["a/A.swift"])
    #expect(try names(bench, [bench.path("a")]) == [bench.path("a/A.swift")])
  }

  @Test("leaves out what is excluded")
  func exclude() throws {
    let bench = try Workbench(["a/A.swift": "", "a/B+Generated.swift": "", "c/d/E.swift": ""])
    #expect(try names(bench, ["."], exclude: ["**/*+Generated.swift", "c"]) == ["a/A.swift"])
  }

  @Test("follows no link to a folder, so that no circle is walked for ever")
  func links() throws {
    let bench = try Workbench(["a/A.swift": ""])
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("a/loop"), withDestinationPath: bench.folder)
    #expect(try names(bench, ["."]) == ["a/A.swift"])
  }

  @Test(
    "is refused where there is nothing to read",
    arguments: [("nowhere", "no file or folder 'nowhere'"), ("docs", "no Swift files in 'docs'")])
  func nothing(path: String, message: String) throws {
    let bench = try Workbench(["docs/a.md": ""])
    let outcome = bench.run("extract", path)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.messages.hasPrefix("error: \(message); "))
  }

  @Test("warns where a file is not UTF-8 and no machine is in it")
  func encoding() throws {
    let bench = try Workbench()
    try Data([0x6C, 0x65, 0x74, 0xFF]).write(to: URL(filePath: bench.path("A.swift")))
    let outcome = bench.run("extract", "A.swift")
    #expect(outcome.status == 0)
    #expect(outcome.messages.hasPrefix("A.swift:1:1: warning: the file is not UTF-8; "))
  }
}

@Suite("The module of a file")
struct ModuleMapTests {
  private func module(_ path: String, in bench: Workbench) -> String {
    var modules = ModuleMap(override: nil)
    return modules.module(forPath: bench.path(path))
  }

  @Test("is the target of the nearest manifest that holds it")
  func manifest() throws {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "p", targets: [
        .target(name: "Core-Kit"),
        .target(name: "Odd", path: "Elsewhere"),
      ])
      """
    let bench = try Workbench([
      "Package.swift": manifest, "Sources/Core-Kit/A.swift": "", "Elsewhere/deep/B.swift": "",
      "Sources/Other/C.swift": "",
    ])
    #expect(module("Sources/Core-Kit/A.swift", in: bench) == "Core_Kit")
    #expect(module("Elsewhere/deep/B.swift", in: bench) == "Odd")
    #expect(module("Sources/Other/C.swift", in: bench) == "Other")
  }

  @Test("is the folder below Sources or Tests where there is no manifest, else nothing")
  func folders() throws {
    let bench = try Workbench()
    #expect(module("Sources/Shop/deep/A.swift", in: bench) == "Shop")
    #expect(module("Tests/ShopTests/A.swift", in: bench) == "ShopTests")
    #expect(module("Sources/A.swift", in: bench) == "")
    #expect(module("A.swift", in: bench) == "")
  }
}

@Suite("Patterns for paths")
struct GlobTests {
  @Test(
    "match",
    arguments: [
      ("a", "a/b.swift"), ("a/*.swift", "a/b.swift"), ("**/b.swift", "b.swift"),
      ("**/b.swift", "x/y/b.swift"), ("a/**/c", "a/c"), ("a/**/c", "a/x/y/c/d"),
      ("?.swift", "b.swift"),
      ("*a*b*", "xxaxxbxx"), ("./a/", "a/b"),
    ])
  func matches(pattern: String, path: String) {
    #expect(Glob(pattern).matches(path))
  }

  @Test(
    "do not match",
    arguments: [
      ("a", "ab/c"), ("*.swift", "a/b.swift"), ("a/*.swift", "a/b/c.swift"), ("?", "ab"),
      ("a/b", "a"),
      ("*a*b", "xxbxxa"),
    ])
  func mismatches(pattern: String, path: String) {
    #expect(!Glob(pattern).matches(path))
  }

  @Test("are matched in time that does not explode")
  func adversarial() {
    let pattern = String(repeating: "*a", count: 40) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 400)))
  }
}
