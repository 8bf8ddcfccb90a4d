import Testing

@testable import OrreryCommandLine

@Suite("The module of an app's file")
struct XcodeModuleTests {
  private func modules(_ files: [String: String], of paths: [String]) throws -> [String] {
    let bench = try Workbench(files)
    var modules = ModuleMap(override: nil)
    return paths.map { modules.module(forPath: bench.path($0)) }
  }

  private func tests(_ files: [String: String], of paths: [String]) throws -> [Bool] {
    let bench = try Workbench(files)
    var modules = ModuleMap(override: nil)
    return paths.map { modules.isTest(path: bench.path($0)) }
  }

  // MARK: XcodeGen

  private let spec = """
    name: Shop
    targets:
      ShopTests:
        type: bundle.unit-test
        sources: [Tests, Sources/Shared.swift]
      Shop-App:
        type: application
        sources:
          - Sources
          - path: Extra
            excludes: ["**/*.generated.swift"]
          - path: Copied
            buildPhase: resources
      ShopUITests:
        type: bundle.ui-testing
        sources: UITests
    """

  @Test("is the target of the XcodeGen specification that has its folder")
  func specification() throws {
    let paths = [
      "Sources/Application/A.swift", "Extra/B.swift", "Extra/x/C.generated.swift",
      "Copied/D.swift", "Tests/E.swift", "Sources/Shared.swift", "SourcesOld/F.swift",
    ]
    #expect(
      try modules(["project.yml": spec], of: paths)
        == ["Shop_App", "Shop_App", "", "", "ShopTests", "Shop_App", ""])
    #expect(try modules(["project.yaml": spec], of: ["Sources/A.swift"]) == ["Shop_App"])
  }

  @Test("is told by included specifications, whose paths start in their own folders")
  func includes() throws {
    let spec = """
      include:
        - App/target.yml
        - path: Kit/target.yml
          relativePaths: false
        - missing.yml
      """
    let files = [
      "project.yml": spec,
      "App/target.yml": "{include: ../project.yml, targets: {App: {sources: {path: Sources}}}}",
      "Kit/target.yml": "targets: {Kit: {sources: Kit/Code}}",
    ]
    let paths = ["App/Sources/A.swift", "Kit/Code/B.swift", "Kit/Kit/Code/C.swift"]
    #expect(try modules(files, of: paths) == ["App", "Kit", ""])
  }

  @Test("is told by the templates of an XcodeGen target")
  func templates() throws {
    let spec = """
      targetTemplates:
        Unit: {type: bundle.unit-test, sources: ["${target_name}/Sources"]}
      targets:
        FeatureTests: {templates: [Unit]}
      """
    let paths = ["FeatureTests/Sources/A.swift"]
    #expect(try modules(["project.yml": spec], of: paths) == ["FeatureTests"])
    #expect(try tests(["project.yml": spec], of: paths) == [true])
  }

  // MARK: Xcode projects

  /// A property list as Xcode writes it.
  private func project(_ objects: [String], targets: [String]) -> String {
    """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        /* Begin PBXProject section */
        P = {isa = PBXProject; mainGroup = M; projectDirPath = ""; targets = (
          \(targets.map { "\($0) /* \($0) */," }.joined(separator: " "))
        ); };
        \(objects.joined(separator: "\n    "))
      };
      rootObject = P /* Project object */;
    }
    """
  }

  private func target(_ id: String, _ name: String, type: String, _ rest: String) -> String {
    """
    \(id) = {isa = PBXNativeTarget; name = "\(name)"; \(rest)
      productType = "com.apple.product-type.\(type)"; };
    """
  }

  private var grouped: String {
    project(
      [
        "M = {isa = PBXGroup; children = (G, Root,); sourceTree = \"<group>\"; };",
        "G = {isa = PBXGroup; children = (V, A, B,); path = \"The App\";sourceTree = \"<group>\";};",
        "V = {isa = PBXVariantGroup; children = (C,); name = Views; sourceTree = \"<group>\"; };",
        "A = {isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; };",
        "B = {isa = PBXFileReference; path = \"../Shared/B+C.swift\"; sourceTree = \"<group>\"; };",
        "C = {isa = PBXFileReference; path = Deep/C.swift; sourceTree = \"<group>\"; };",
        "Root = {isa = PBXFileReference; path = Root.swift; sourceTree = SOURCE_ROOT; };",
        "bA = {isa = PBXBuildFile; fileRef = A /* A.swift */; };",
        "bB = {isa = PBXBuildFile; fileRef = B; };",
        "bC = {isa = PBXBuildFile; fileRef = C; };",
        "bRoot = {isa = PBXBuildFile; fileRef = Root; };",
        "S1 = {isa = PBXSourcesBuildPhase; files = (bA, bRoot,); };",
        "S2 = {isa = PBXSourcesBuildPhase; files = (bA, bB, bC,); };",
        target("T1", "App Tests", type: "bundle.unit-test", "buildPhases = (S1,);"),
        target("T2", "The App", type: "application", "buildPhases = (S2,);"),
      ], targets: ["T1", "T2"])
  }

  @Test("is the target of the Xcode project that compiles it, and not its tests'")
  func groups() throws {
    let files = ["App.xcodeproj/project.pbxproj": grouped]
    let paths = [
      "The App/A.swift", "Shared/B+C.swift", "The App/Deep/C.swift", "Root.swift", "Other.swift",
    ]
    #expect(try modules(files, of: paths) == ["The_App", "The_App", "The_App", "App_Tests", ""])
    #expect(try tests(files, of: paths) == [false, false, false, true, false])
  }

  @Test("is the target that has its folder in step with the disk, but for exceptions")
  func synchronizedFolders() throws {
    let folder = "isa = PBXFileSystemSynchronizedRootGroup; sourceTree = \"<group>\";"
    let exceptions = "isa = PBXFileSystemSynchronizedBuildFileExceptionSet;"
    let text = project(
      [
        "M = {isa = PBXGroup; children = (F1, F2,); sourceTree = \"<group>\"; };",
        "F1 = {\(folder) path = App; exceptions = (E1, E2,); };",
        "F2 = {\(folder) path = AppUITests; };",
        "E1 = {\(exceptions) membershipExceptions = (\"Ext/Only.swift\",); target = T1; };",
        "E2 = {\(exceptions) membershipExceptions = (\"Ext/Only.swift\",); target = T2; };",
        target("T1", "App", type: "application", "fileSystemSynchronizedGroups = (F1,);"),
        target("T2", "Widget", type: "app-extension", ""),
        target("T3", "UI", type: "bundle.ui-testing", "fileSystemSynchronizedGroups = (F2,);"),
      ], targets: ["T1", "T2", "T3"])
    let files = ["App.xcodeproj/project.pbxproj": text]
    let paths = ["App/Deep/A.swift", "App/Ext/Only.swift", "AppUITests/U.swift"]
    #expect(try modules(files, of: paths) == ["App", "Widget", "UI"])
    #expect(try tests(files, of: paths) == [false, false, true])
  }

  @Test("is nothing where a group of the project holds itself")
  func circle() throws {
    let text = project(
      [
        "G = {isa = PBXGroup; children = (G, A,); path = G; sourceTree = \"<group>\"; };",
        "A = {isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; };",
        "bA = {isa = PBXBuildFile; fileRef = A; };",
        "S = {isa = PBXSourcesBuildPhase; files = (bA,); };",
        target("T", "App", type: "application", "buildPhases = (S,);"),
      ], targets: ["T"])
    #expect(try modules(["A.xcodeproj/project.pbxproj": text], of: ["G/A.swift"]) == [""])
  }

  // MARK: Several manifests

  @Test("is that of the nearest manifest where an app has packages")
  func packages() throws {
    let files = [
      "App.xcodeproj/project.pbxproj": grouped, "project.yml": spec,
      "Package.swift": #"let p = Package(targets: [.target(name: "Tool", path: "Tool/Code")])"#,
      "Kit/Package.swift":
        #"let p = Package(targets: [.target(name: "Kit"), .testTarget(name: "KitTests")])"#,
      "Kit/Tests/KitTests/K.swift": "",
    ]
    let paths = [
      "Tool/Code/T.swift", "Sources/S.swift", "The App/A.swift", "Kit/Sources/Kit/K.swift",
      "Kit/Tests/KitTests/K.swift", "Kit/Sources/Other/O.swift",
    ]
    #expect(
      try modules(files, of: paths) == ["Tool", "Shop_App", "The_App", "Kit", "KitTests", ""])
    #expect(try tests(files, of: paths) == [false, false, false, false, true, false])
  }

  @Test("is no folder of the app", arguments: ["project.yml", "App.xcodeproj/project.pbxproj"])
  func folders(manifest: String) throws {
    let path = "ElementX/Sources/Application/A.swift"
    #expect(try modules([manifest: "targets: {}"], of: [path]) == [""])
    #expect(try modules(["notes.yml": "targets: {}"], of: [path]) == ["Application"])
  }

  @Test(
    "is not told by what is spoilt",
    arguments: [
      ["project.yml": "targets: {A: [\n<<<<<<< HEAD"],
      ["project.yml": "targets: {A: {sources: {excludes: 1}}, B: 2, C: {sources: [[1]]}}"],
      ["project.yml": "targets: [A]\ninclude: {path: [1]}"],
      ["A.xcodeproj/project.pbxproj": "{ objects = { A = ("],
      ["A.xcodeproj/project.pbxproj": "{objects = {P = {targets = (P, Q);};}; rootObject = P;}"],
      ["A.xcodeproj/project.pbxproj": ""], ["A.xcodeproj/other": ""],
    ])
  func spoilt(files: [String: String]) throws {
    #expect(try modules(files, of: ["Sources/A/A.swift"]) == [""])
    #expect(try tests(files, of: ["Sources/A/A.swift"]) == [false])
  }

  @Test("is a folder's where a `project.yml` is another tool's")
  func otherTool() throws {
    let files = ["project.yml": "version: 2\njobs: []"]
    #expect(try modules(files, of: ["Sources/Shop/A.swift"]) == ["Shop"])
  }

  // MARK: What users say

  @Test("is what the command line says, whatever else does; tests stay tests")
  func commandLine() throws {
    let bench = try Workbench(["project.yml": spec])
    var modules = ModuleMap(override: "My-Own", modules: [(bench.path("Sources"), "Other")])
    #expect(modules.module(forPath: bench.path("Sources/A.swift")) == "My_Own")
    #expect(modules.module(forPath: bench.path("A.swift")) == "My_Own")
    let isTest = modules.isTest(path: bench.path("Tests/A.swift"))
    #expect(isTest)
  }

  @Test("is what the configuration says of the deepest folder, whatever manifests say")
  func configuration() throws {
    let bench = try Workbench(["project.yml": spec])
    var modules = ModuleMap(
      override: nil,
      modules: [(bench.path("Sources"), "Outer"), (bench.path("Sources/In"), "Inner")])
    let paths = ["Sources/A.swift", "Sources/In/B.swift", "Sources/Inn/C.swift", "Extra/D.swift"]
    #expect(
      paths.map { modules.module(forPath: bench.path($0)) }
        == ["Outer", "Inner", "Outer", "Shop_App"])
  }

  // MARK: Trees

  @Test("is told by the manifests of a commit, each of which is read once")
  func commit() {
    let files = [
      "/r/App.xcodeproj/project.pbxproj": grouped, "/r/project.yml": "include: [a/b.yml]",
      "/r/a/b.yml": "targets: {B: {sources: .}}", "/r/a/B.swift": "", "/r/The App/A.swift": "",
    ]
    var reads: [String: Int] = [:]
    let tree = FileTree(files: files.keys) { path in
      reads[path, default: 0] += 1
      return files[path]
    }
    var modules = ModuleMap(override: nil, tree: tree)
    #expect(modules.module(forPath: "/r/a/B.swift") == "B")
    #expect(modules.module(forPath: "/r/The App/A.swift") == "The_App")
    let isTest = modules.isTest(path: "/r/The App/A.swift")
    #expect(!isTest)
    #expect(reads.values.allSatisfy { $0 == 1 })
    #expect(tree.isFolder("/r/a") && !tree.isFolder("/r/a/B.swift"))
    #expect(tree.names("/r") == ["App.xcodeproj", "The App", "a", "project.yml"])
  }

  @Test("depends on manifests that may be looked at again, also where there is none")
  func manifests() throws {
    let bench = try Workbench([
      "project.yml": "include: [a.yml, b.yml]", "a.yml": "", "App.xcodeproj/project.pbxproj": "",
    ])
    var modules = ModuleMap(override: nil)
    _ = modules.module(forPath: bench.path("Sources/Shop/A.swift"))
    let names = [
      "Package.swift", "project.yml", "project.yaml", "a.yml", "b.yml",
      "App.xcodeproj/project.pbxproj", "Sources/Package.swift", "Sources/Shop/project.yml",
    ]
    #expect(Set(names.map(bench.path)).isSubset(of: modules.manifests))
    #expect(Set(modules.manifests).count == modules.manifests.count)
  }
}
