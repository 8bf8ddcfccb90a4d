import SwiftSyntax
import Testing

/// The folders of a module, from the one that knows no other to the one that knows all.
///
/// `""` are the files that stand in no folder.
private let layers: [(module: String, folders: [String])] = [
  ("OrreryLowering", ["", "Syntax", "Index", "Lowering"]),
  (
    "OrreryExecution",
    [
      "Library", "Values", "Paths", "Wording", "", "Conditions", "Expressions", "Writes", "Calls",
      "Closures", "Loops", "Waits",
    ]
  ),
  (
    "OrreryRecognition",
    ["Code", "Machines", "Reducers", "Features", "Tables", "Properties", "Unrecognised", ""]
  ),
  (
    "OrreryExtraction",
    [
      "Archive", "Handlers", "Assembly/Rows", "Assembly/Waits", "Assembly/Composites", "Assembly",
      "Assembly/Regions", "Audit", "",
    ]
  ),
]

@Suite("Folders keep to what they know")
struct FolderRules {
  @Test("A folder uses what it declares itself and what those below it do", arguments: layers)
  func folders(_ module: (module: String, folders: [String])) {
    let files = Repository.sources.filter { $0.module == module.module }
    #expect(Set(files.map(\.folder)) == Set(module.folders))
    for finding in FolderUses(files, from: module.folders).findings { finding.record() }
  }
}

@Suite("The rule for folders")
struct FolderRuleChecks {
  private func findings(_ files: [(path: String, text: String)]) -> [String] {
    let files = files.map { SourceFile(path: "Sources/M/" + $0.path, text: $0.text) }
    return FolderUses(files, from: ["Low", "High", ""]).findings.map(\.description)
  }

  @Test("finds a type of a higher folder, however it is named")
  func upwards() {
    let found = findings([
      ("Low/A.swift", "let a: Tower? = nil\nlet b = Tower.high\nlet c: [Tower.Kind] = []"),
      ("High/B.swift", "struct Tower { enum Kind { case round } }"),
    ])
    #expect(
      found == [
        "Sources/M/Low/A.swift:1: Low must not know High, which declares `Tower`",
        "Sources/M/Low/A.swift:2: Low must not know High, which declares `Tower`",
        "Sources/M/Low/A.swift:3: Low must not know High, which declares `Tower`",
      ])
  }

  @Test("lets a higher folder use a lower one, and all use a name that several declare")
  func downwards() {
    let found = findings([
      ("Low/A.swift", "struct Ground {}\nprivate struct Finder {}\nlet a = Finder()"),
      ("High/B.swift", "struct Tower { let ground = Ground() }\nprivate struct Finder {}"),
      ("Top.swift", "let all = Tower()"),
    ])
    #expect(found == [])
  }
}

/// What files use of folders above their own, by the names of types; one that several folders declare
/// may be anybody's.
private struct FolderUses {
  let findings: [Finding]

  init(_ files: [SourceFile], from folders: [String]) {
    var owners: [String: Set<String>] = [:]
    for file in files {
      for name in file.types { owners[name, default: []].insert(file.folder) }
    }
    let height = Dictionary(uniqueKeysWithValues: zip(folders, folders.indices))
    findings = files.flatMap { file in
      let uses = UsedNames(viewMode: .sourceAccurate)
      uses.walk(file.tree)
      return uses.names.compactMap { name, node -> Finding? in
        guard let owner = owners[name]?.first, owners[name]?.count == 1,
          height[owner] ?? 0 > height[file.folder] ?? 0
        else { return nil }
        let place = owner.isEmpty ? "the top of the module" : owner
        return file.finding(
          "\(file.folder) must not know \(place), which declares `\(name)`", at: node)
      }
    }
  }
}

private final class UsedNames: SyntaxVisitor {
  private(set) var names: [(name: String, node: Syntax)] = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.name.text, Syntax(node)))
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.baseName.text, Syntax(node)))
    return .visitChildren
  }
}

extension SourceFile {
  /// The types that the file declares; those within others are reached by the names of these.
  fileprivate var types: [String] {
    tree.statements.compactMap { statement in
      switch statement.item.as(DeclSyntax.self)?.as(DeclSyntaxEnum.self) {
      case .structDecl(let node): node.name.text
      case .enumDecl(let node): node.name.text
      case .classDecl(let node): node.name.text
      case .protocolDecl(let node): node.name.text
      default: nil
      }
    }
  }

  /// The folder of the module that the file stands in; empty at its top.
  fileprivate var folder: String {
    path.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
  }
}
