import Testing

@Suite("Modules keep to what they know")
struct ModuleRules {
  @Test("A module imports only what its row of the table grants", arguments: Module.table)
  func imports(_ module: Module) {
    for file in Repository.sources where file.module == module.name {
      for finding in module.bannedImports(in: file) { finding.record() }
    }
  }

  @Test("A module does not mention what it must not know", arguments: Module.table)
  func mentions(_ module: Module) {
    for file in Repository.sources where file.module == module.name {
      for finding in module.bannedMentions(in: file) { finding.record() }
    }
  }

  @Test("Every folder of Sources has a row in the table, and every row a folder")
  func everyModuleHasARow() throws {
    let folders =
      try Repository.entries(of: "Sources").filter { $0 != "Plugins" }
      + Repository.entries(of: "Sources/Plugins")
    #expect(folders.sorted() == Module.table.map(\.name).sorted())
  }

  @Test("The manifest, the folders and the table name the same modules")
  func everyModuleIsATarget() throws {
    let manifest = try Repository.manifest
    #expect(manifest.modules.sorted() == Module.table.map(\.name).sorted())
  }

  @Test("A module depends in the manifest on what it imports", arguments: Module.table)
  func declaredDependencies(_ module: Module) throws {
    let declared = try Repository.manifest.dependencies[module.name] ?? []
    let ours = Set(Module.table.map(\.name))
    for file in Repository.sources where file.module == module.name {
      for use in file.imports where ours.contains(use.module) && !declared.contains(use.module) {
        let message = "add \(use.module) to the dependencies of \(module.name) in Package.swift"
        Finding(file: file.path, line: use.line, message: message).record()
      }
    }
  }

  @Test("Only what reads or writes Swift as syntax depends on swift-syntax")
  func syntax() throws {
    let declared = try Repository.manifest.dependencies
    let found = Module.table.filter { module in
      declared[module.name]?.contains { $0.hasPrefix("Swift") } ?? false
        || module.libraries.contains { $0.hasPrefix("Swift") }
    }
    #expect(
      found.map(\.name).sorted() == [
        "OrreryLint", "OrreryLowering", "OrreryMacros", "OrreryRecognition", "OrrerySyntax",
      ], "ask the lowered program, or have OrreryRecognition tell")
  }

  @Test("Modules of this package form no cycle")
  func noCycles() {
    var settled: Set<String> = []
    var open = Module.table
    while let next = open.firstIndex(where: { settled.isSuperset(of: $0.uses) }) {
      settled.insert(open.remove(at: next).name)
    }
    #expect(open.map(\.name) == [], "these modules use each other in a circle")
  }
}

@Suite("The rule for imports")
struct ImportRule {
  private let model = Module("M", uses: ["A"], because: "it is pure")

  private func banned(_ text: String) -> [String] {
    model.bannedImports(in: SourceFile(path: "Sources/M/F.swift", text: text)).map(\.description)
  }

  @Test("grants what the table lists, however it is imported")
  func grants() {
    #expect(banned("import A\npublic import A\n@testable import struct A.S\nimport Swift") == [])
  }

  @Test("finds the rest, inside conditions too, and says why it is banned")
  func finds() {
    let findings = banned("import A\n#if canImport(B)\n  internal import B.Sub\n#endif")
    #expect(findings.count == 1)
    #expect(
      findings.first?.hasPrefix("Sources/M/F.swift:3: M must not import B: it is pure") == true)
  }

  @Test("knows a mention of a banned name from a label, a case or a member of that name")
  func mentions() {
    let module = Module("M", bans: ["Date", "Process"], because: "it has no clock")
    let text = """
      enum Event { case Date }
      func run(Process: Int) -> Foundation.Date { Event.Date; return now(Process: 1) }
      let start = Date()
      let all: [Process] = []
      """
    let file = SourceFile(path: "Sources/M/F.swift", text: text)
    #expect(module.bannedMentions(in: file).map(\.line) == [3, 4])
  }
}
