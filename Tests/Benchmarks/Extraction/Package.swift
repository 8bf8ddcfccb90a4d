// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
]

let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")

func swiftSyntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax")
}

// What extraction costs beside parsing the same files on all cores, and lint beside extraction, in one process:
// `swift run -c release ExtractionBenchmark FOLDER…`. Apart from the other benchmarks, because it
// builds swift-syntax.
let package = Package(
  name: "extraction-benchmark",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  ],
  targets: [
    .target(name: "OrreryTrace", swiftSettings: settings),
    .target(
      name: "OrreryModel", dependencies: ["OrreryTrace", collections], swiftSettings: settings),
    .target(
      name: "OrrerySyntax", dependencies: ["OrreryTrace", swiftSyntax("SwiftSyntax")],
      swiftSettings: settings),
    .target(name: "OrreryProgram", dependencies: ["OrreryModel"], swiftSettings: settings),
    .target(
      name: "OrreryLowering",
      dependencies: [
        "OrreryModel", "OrreryProgram", "OrrerySyntax", "OrreryTrace", collections,
        swiftSyntax("SwiftSyntax"), swiftSyntax("SwiftParser"),
        swiftSyntax("SwiftParserDiagnostics"), swiftSyntax("SwiftOperators"),
      ],
      swiftSettings: settings),
    .target(
      name: "OrreryExecution", dependencies: ["OrreryModel", "OrreryProgram"],
      swiftSettings: settings),
    .target(
      name: "OrreryRecognition",
      dependencies: [
        "OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "OrrerySyntax",
        "OrreryTrace", collections, swiftSyntax("SwiftSyntax"),
      ],
      swiftSettings: settings),
    .target(
      name: "OrreryExtraction",
      dependencies: [
        "OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "OrreryRecognition",
        "OrrerySyntax", "OrreryTrace", collections,
      ],
      swiftSettings: settings),
    .target(
      name: "OrreryLint",
      dependencies: [
        "OrreryExtraction", "OrreryLowering", "OrreryModel", "OrreryRecognition", "OrrerySyntax",
        "OrreryTrace", swiftSyntax("SwiftSyntax"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "ExtractionBenchmark",
      dependencies: [
        "OrreryExtraction", "OrreryLint", "OrreryModel", swiftSyntax("SwiftSyntax"),
        swiftSyntax("SwiftParser"),
      ],
      swiftSettings: settings),
  ]
)
