import Foundation
import Testing

@testable import OrreryCommandLine

@Suite("orrery init")
struct InitTests {
  @Test("writes a configuration that the tool reads, and names what it found")
  func starter() throws {
    let bench = try Workbench(["Sources/Home/Door.swift": Fixture.door])
    #expect(bench.run("init").status == 0)
    let text = try bench.read(".orrery.yml")
    #expect(text.contains("#   \"Home.DoorStateMachine\": {}  # mutating, 3 states\n"))
    let configuration = try ConfigurationReader(file: ".orrery.yml").read(text)
    #expect(configuration.sources == ["Sources"])
    #expect(bench.run("extract").status == 0)
    #expect(bench.run("init", "--force").status == 0)
    #expect(try bench.read(".orrery.yml") == text)
  }

  @Test("writes to another file or the output, and prints the schema as a format")
  func formats() throws {
    let bench = try Workbench(["Sources/Home/Door.swift": Fixture.door])
    let printed = bench.run("init", "--output", "-")
    #expect(printed.status == 0)
    #expect(try bench.files() == ["Sources/Home/Door.swift"])
    #expect(bench.run("init", "-o", "conf/starter.yml").status == 0)
    #expect(try bench.read("conf/starter.yml") == printed.output)
    #expect(bench.run("init", "-o", "conf/starter.yml").status == 2)
    #expect(bench.run("init", "--format", "schema").output == bench.run("init", "--schema").output)
  }

  @Test("excludes templates, and names what else is no Swift")
  func excludes() throws {
    let template = "enum ___FILEBASENAME___ { case ___VARIABLE_id:x___ }\n"
    let bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/___Part___.swift": template,
      "Sources/Templates/Feature.xctemplate/___FILEBASENAME___.swift": template,
      "Sources/Templates/Other.xctemplate/___FILEBASENAME___View.swift": template,
    ])
    try Data([0x6C, 0xFF]).write(to: URL(filePath: bench.path("Sources/Home/Latin.swift")))
    let outcome = bench.run("init")
    #expect(outcome.status == 0)
    #expect(
      outcome.messages == """
        Sources/Home/Latin.swift:1:1: warning: the file is not UTF-8; convert it, or leave it out with \
        `exclude` in .orrery.yml [encoding]
        Sources/Home/___Part___.swift cannot be read as Swift: excluded
        Sources/Templates cannot be read as Swift: excluded
        wrote .orrery.yml: 1 machine in 5 files

        """)
    #expect(
      try bench.read(".orrery.yml")
        .contains("\nexclude: [\"Sources/Home/___Part___.swift\", \"Sources/Templates\"]\n"))
    let extract = bench.run("extract")
    #expect(extract.status == 0)
    #expect(!extract.messages.contains("___"))
  }

  @Test("excludes no file with a machine in it: that one has to be mended")
  func torn() throws {
    let bench = try Workbench(["Sources/Home/Door.swift": Fixture.door + Fixture.broken])
    let outcome = bench.run("init")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("'Home.DoorStateMachine' is left out"))
    #expect(!(try bench.read(".orrery.yml").contains("\nexclude: ")))
  }

  @Test("writes comments that become settings without their signs")
  func comments() throws {
    let text = StarterConfiguration(sources: ["Sources"], machines: []).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // What has a key or deeper lines behind its sign is a setting; sentences begin with a capital.
    let settings = lines.map { line -> Substring in
      guard line.hasPrefix("# "), let first = line.dropFirst(2).first, !first.isUppercase else {
        return line
      }
      return line.dropFirst(2)
    }
    let configuration = try ConfigurationReader(file: "x").read(settings.joined(separator: "\n"))
    #expect(configuration.docs.pages == "Docs/Machines")
    #expect(configuration.baseline == "orrery-baseline.json")
    #expect(configuration.failOn?.count == 4)
    #expect(configuration.exclude == ["**/Generated"])
    #expect(configuration.machines.map(\.skip) == [true])
    #expect(configuration.allow.count == 1)
    #expect(configuration.look.legend == true)
  }

  @Test("prints a schema that knows exactly the keys that the reader knows")
  func schema() throws {
    let bench = try Workbench()
    let text = bench.run("init", "--schema").output
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let keys = try #require(root["properties"] as? [String: Any]).keys.sorted()
    do {
      _ = try ConfigurationReader(file: "x").read("zzzzzzzzzz: 1\n")
      Issue.record("an unknown key was accepted")
    } catch {
      let known = error.advice?.dropFirst("the keys are ".count).components(separatedBy: ", ")
      #expect(known?.sorted() == keys)
    }
  }
}
