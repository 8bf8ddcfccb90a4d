// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// MARK: - Kinds of target

/// What every Swift target is compiled with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
]

/// A module that users may import.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A machine of the samples: a runnable program whose diagrams are committed in `Output/`.
func sample(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["Orrery", "OrreryTrace", .openCombine], path: "Samples/\(name)",
    swiftSettings: settings)
}

/// The specification of a module, or of the package as a whole.
func test(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// A program that tests for longer than a specification may.
func testProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// What several specifications share.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

// MARK: - Other people's libraries

extension Target.Dependency {
  static func swiftSyntax(_ name: String) -> Self {
    .product(name: name, package: "swift-syntax")
  }
  static func flyingFox(_ name: String) -> Self { .product(name: name, package: "FlyingFox") }
  static let argumentParser = Self.product(name: "ArgumentParser", package: "swift-argument-parser")
  static let collections = Self.product(name: "OrderedCollections", package: "swift-collections")
  static let yams = Self.product(name: "Yams", package: "Yams")
  static let subprocess = Self.product(name: "Subprocess", package: "swift-subprocess")
  static let customDump = Self.product(name: "CustomDump", package: "swift-custom-dump")
  static let logging = Self.product(name: "Logging", package: "swift-log")
  static let issueReporting = Self.product(
    name: "IssueReporting", package: "xctest-dynamic-overlay")
  /// What lets an issue fail a test: without it, one that is reported is only printed.
  static let issueReportingTestSupport = Self.product(
    name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
  static let composableArchitecture = Self.product(
    name: "ComposableArchitecture", package: "swift-composable-architecture",
    condition: .when(traits: ["ComposableArchitecture"]))
  static let openCombine = Self.product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux]))
}

// MARK: - The package

let package = Package(
  name: "orrery",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "Orrery", targets: ["Orrery"]),
    .library(name: "OrreryTrace", targets: ["OrreryTrace"]),
    .library(name: "OrreryTraced", targets: ["OrreryTraced"]),
    .library(name: "OrreryLogging", targets: ["OrreryLogging"]),
    .library(name: "OrreryComposableArchitecture", targets: ["OrreryComposableArchitecture"]),
    .library(name: "OrreryTesting", targets: ["OrreryTesting"]),
    .executable(name: "orrery", targets: ["OrreryTool"]),
    // The same program under its target's name, by which plugins find it.
    .executable(name: "OrreryTool", targets: ["OrreryTool"]),
    .plugin(name: "DrawStateMachines", targets: ["DrawStateMachines"]),
    .plugin(name: "CheckStateMachines", targets: ["CheckStateMachines"]),
    .plugin(name: "DeclareStateMachines", targets: ["DeclareStateMachines"]),
  ],
  traits: [
    .trait(name: "Graphviz", description: "SVG, PNG and PDF through libgraphviz."),
    .trait(
      name: "ComposableArchitecture",
      description: "Recording features of The Composable Architecture."),
    .default(enabledTraits: ["Graphviz"]),
  ],
  dependencies: [
    // As wide as it was built with: others in a user's package want versions of their own.
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    // Not even resolved without its trait.
    .package(url: "https://github.com/pointfreeco/swift-composable-architecture", from: "1.17.0"),
  ],
  targets: [
    // Running and recording.
    library("OrreryTrace"),
    // Apart, because it needs swift-syntax to be built, which recording by hand does not.
    library("OrreryTraced", ["OrreryTrace", "OrreryMacros", "COrreryThread"]),
    // Apart from the rest, so that only who logs with swift-log links it.
    library("OrreryLogging", ["OrreryTrace", .logging]),
    // Empty without its trait.
    library(
      "OrreryComposableArchitecture", ["OrreryTrace", .composableArchitecture, .openCombine]),
    library("Orrery", ["OrreryTrace", "OrreryMacros", "COrreryThread", .openCombine]),
    // C, because Swift has no variables of a thread's own.
    .target(name: "COrreryThread"),
    library(
      "OrreryTesting",
      [
        "Orrery", "OrreryTrace", "OrreryModel", "OrreryModelFile", "OrreryTraceAnalysis",
        "OrreryInspector", .customDump, .issueReporting, .issueReportingTestSupport, .openCombine,
      ]),

    // Reading source.
    library("OrrerySyntax", ["OrreryTrace", .swiftSyntax("SwiftSyntax")]),
    .macro(
      name: "OrreryMacros",
      dependencies: [
        "OrrerySyntax", "OrreryTrace", .swiftSyntax("SwiftSyntax"),
        .swiftSyntax("SwiftSyntaxBuilder"),
        .swiftSyntax("SwiftSyntaxMacros"), .swiftSyntax("SwiftCompilerPlugin"),
        .swiftSyntax("SwiftDiagnostics"),
      ],
      swiftSettings: settings),
    library("OrreryProgram", ["OrreryModel"]),
    library("OrreryExecution", ["OrreryModel", "OrreryProgram"]),
    library(
      "OrreryLowering",
      [
        "OrreryModel", "OrreryProgram", "OrrerySyntax", "OrreryTrace", .collections,
        .swiftSyntax("SwiftSyntax"), .swiftSyntax("SwiftParser"),
        .swiftSyntax("SwiftParserDiagnostics"), .swiftSyntax("SwiftOperators"),
      ]),
    library(
      "OrreryRecognition",
      [
        "OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "OrrerySyntax",
        "OrreryTrace", .collections, .swiftSyntax("SwiftSyntax"),
      ]),
    library(
      "OrreryExtraction",
      [
        "OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "OrreryRecognition",
        "OrrerySyntax", "OrreryTrace", .collections,
      ]),
    library(
      "OrreryLint",
      [
        "OrreryExtraction", "OrreryLowering", "OrreryModel", "OrreryRecognition", "OrrerySyntax",
        "OrreryTrace", .swiftSyntax("SwiftSyntax"),
      ]),

    // The model and its views.
    library("OrreryModel", ["OrreryTrace", .collections]),
    library("OrreryModelFile", ["OrreryModel"]),
    library("OrreryRendering", ["OrreryModel", .collections]),
    library("OrreryTraceAnalysis", ["OrreryTrace", "OrreryModel", .collections]),
    library(
      "OrreryTraceFormats",
      ["OrreryTrace", "OrreryTraceAnalysis", "OrreryModel", "OrreryModelFile", "OrreryRendering"]),

    // The page that shows a run. Its files are compiled in: the program is one file wherever it is copied.
    .target(
      name: "OrreryInspector",
      dependencies: [
        "OrreryTrace", "OrreryModel", "OrreryModelFile", "OrreryTraceAnalysis", "OrreryRendering",
      ],
      resources: [
        "page.html", "page.css", "elements.js", "run.js", "filter.js", "steps.js", "detail.js",
        "picture.js", "timeline.js", "sequence.js", "live.js", "page.js",
      ].map { .embedInCode("Page/Resources/\($0)") },
      swiftSettings: settings),

    // Apart, because it needs a server.
    library(
      "OrreryInspectorServer",
      ["OrreryInspector", "OrreryTrace", .flyingFox("FlyingFox"), .flyingFox("FlyingSocks")]),

    // Pictures.
    .systemLibrary(
      name: "CGraphviz", pkgConfig: "libgvc",
      providers: [.apt(["libgraphviz-dev"]), .brew(["graphviz"])]),
    .target(
      name: "CGraphvizShims",
      dependencies: [.target(name: "CGraphviz", condition: .when(traits: ["Graphviz"]))],
      cSettings: [.define("ORRERY_GRAPHVIZ", .when(traits: ["Graphviz"]))]),
    .target(
      name: "OrreryGraphviz",
      dependencies: [
        "OrreryTrace", "CGraphvizShims",
        .target(name: "CGraphviz", condition: .when(traits: ["Graphviz"])),
      ],
      swiftSettings: settings),

    // The command line. The tool's module is not called `orrery`: beside `Orrery` that would be one
    // folder and one module on a file system that ignores case.
    library(
      "OrreryCommandLine",
      [
        "OrreryTrace", "OrreryModel", "OrreryModelFile", "OrreryExtraction", "OrreryLint",
        "OrreryRendering", "OrreryGraphviz", "OrreryTraceAnalysis", "OrreryTraceFormats",
        "OrreryInspector", "OrreryInspectorServer", .argumentParser, .yams, .subprocess,
        .collections,
      ]),
    .executableTarget(
      name: "OrreryTool", dependencies: ["OrreryCommandLine"], swiftSettings: settings),
    .plugin(
      name: "DrawStateMachines",
      capability: .command(
        intent: .custom(
          verb: "draw-state-machines", description: "Draws the state machines of this package."),
        permissions: [
          .writeToPackageDirectory(reason: "The diagrams are written into the package.")
        ]),
      dependencies: ["OrreryTool"], path: "Sources/Plugins/DrawStateMachines"),
    .plugin(
      name: "CheckStateMachines",
      capability: .command(
        intent: .custom(
          verb: "check-state-machines",
          description: "Says whether diagrams still match the source.")),
      dependencies: ["OrreryTool"], path: "Sources/Plugins/CheckStateMachines"),
    .plugin(
      name: "DeclareStateMachines", capability: .buildTool(), dependencies: ["OrreryTool"],
      path: "Sources/Plugins/DeclareStateMachines"),

    // Machines to look at.
    sample("Connection"),
    sample("Counter"),
    sample("Kitchen"),
    sample("Login"),
    sample("Parent"),
    sample("Presets"),
    sample("Search"),
    sample("Shop"),
    sample("Trip"),

    // Specifications.
    testSupport("OrreryOracles"),
    testSupport("ThreadSanitizerLocks"),
    test("ArchitectureTests", [.swiftSyntax("SwiftSyntax"), .swiftSyntax("SwiftParser")]),
    testProgram("RecordingChild", ["OrreryTrace"]),
    test("OrreryTraceTests", ["OrreryTrace", "RecordingChild", "ThreadSanitizerLocks"]),
    test(
      "OrreryTracedTests",
      [
        "OrreryTraced", "OrreryTrace", "OrreryExtraction", "OrreryModel", "OrreryTraceAnalysis",
        .openCombine,
      ]),
    test(
      "OrreryInspectorTests", ["OrreryInspector", "OrreryInspectorServer", "OrreryTrace"]),
    test("OrreryLoggingTests", ["OrreryLogging", "OrreryTrace", .logging]),
    test(
      "RecordingOthersTests",
      [
        "Orrery", "OrreryTrace", "OrreryExtraction", "OrreryModel", "OrreryTraceAnalysis",
        .openCombine,
      ]),
    test("OrreryTraceAnalysisTests", ["OrreryTraceAnalysis", "OrreryTrace", "OrreryModel"]),
    test(
      "OrreryTests",
      [
        "Orrery", "OrreryTesting", "OrreryTrace", "OrreryExtraction", "OrreryModel",
        "OrreryTraceAnalysis", "ThreadSanitizerLocks", .issueReporting, .openCombine,
      ]),
    test(
      "OrrerySyntaxTests",
      ["OrrerySyntax", .swiftSyntax("SwiftSyntax"), .swiftSyntax("SwiftParser")]),
    test(
      "OrreryMacrosTests",
      [
        "OrreryMacros", .swiftSyntax("SwiftSyntax"), .swiftSyntax("SwiftSyntaxMacros"),
        .swiftSyntax("SwiftSyntaxBuilder"), .swiftSyntax("SwiftSyntaxMacroExpansion"),
        .swiftSyntax("SwiftSyntaxMacrosGenericTestSupport"),
      ]),
    testSupport("LoweredSources", ["OrreryLowering", .swiftSyntax("SwiftParser")]),
    test("OrreryProgramTests", ["OrreryProgram", "OrreryLowering", "LoweredSources"]),
    test(
      "OrreryLoweringTests",
      [
        "OrreryLowering", "OrreryProgram", "LoweredSources", .swiftSyntax("SwiftSyntax"),
        .swiftSyntax("SwiftParser"),
      ]),
    test(
      "OrreryExecutionTests",
      ["OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "LoweredSources"]),
    testSupport("GeneratedMachines", ["OrreryExtraction", "OrreryModel", .subprocess]),
    test(
      "OrreryExtractionTests",
      ["OrreryExecution", "OrreryExtraction", "OrreryModel", "GeneratedMachines"],
      exclude: ["Specification"]),
    test("OrreryLintTests", ["OrreryExtraction", "OrreryLint", "OrreryModel"]),
    testProgram("Fuzz", ["OrreryExtraction"]),
    testProgram("Generated", ["GeneratedMachines"]),
    test("OrreryModelTests", ["OrreryModel"]),
    test("OrreryModelFileTests", ["OrreryModelFile", "OrreryModel"]),
    test(
      "OrreryRenderingTests",
      ["OrreryRendering", "OrreryModel", "OrreryGraphviz", "OrreryOracles"],
      exclude: ["Goldens"]),
    test(
      "OrreryGraphvizTests",
      ["OrreryGraphviz", "OrreryRendering", "OrreryModel", "OrreryOracles"]),
    test(
      "OrreryCommandLineTests",
      [
        "OrreryCommandLine", "OrreryModel", "OrreryModelFile", "OrreryRendering",
        "OrreryGraphviz", "OrreryTrace", "OrreryTraceFormats", "OrreryOracles",
        .swiftSyntax("SwiftSyntax"), .swiftSyntax("SwiftParser"),
      ]),
  ]
)
