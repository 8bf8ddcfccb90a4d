// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")

// What running, recording, reading and drawing cost, beside what others cost in the same run. It prints
// ratios and judges nothing: `swift run -c release Benchmarks`, with `--long` for the longest logs. To measure
// the tool itself, `ORRERY` names a release build of it. The modules under test are links to the real
// ones, so that neither swift-syntax is built here nor swift-log there.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    .target(name: "OrreryTrace", swiftSettings: settings),
    .target(name: "COrreryThread"),
    .target(
      name: "OrreryTraced", dependencies: ["OrreryTrace", "COrreryThread"],
      exclude: ["Traced.swift"], swiftSettings: settings),
    // Without the macros' declarations, whose implementation needs swift-syntax.
    .target(
      name: "Orrery", dependencies: ["OrreryTrace", "COrreryThread"], exclude: ["Macros.swift"],
      swiftSettings: settings),
    .target(
      name: "OrreryModel", dependencies: ["OrreryTrace", collections], swiftSettings: settings),
    .target(
      name: "OrreryTraceAnalysis", dependencies: ["OrreryTrace", "OrreryModel", collections],
      swiftSettings: settings),
    .target(
      name: "OrreryRendering", dependencies: ["OrreryModel", collections], swiftSettings: settings),
    .systemLibrary(name: "CGraphviz", pkgConfig: "libgvc"),
    .target(
      name: "CGraphvizShims", dependencies: ["CGraphviz"],
      cSettings: [.define("ORRERY_GRAPHVIZ")]),
    .target(
      name: "OrreryGraphviz", dependencies: ["CGraphvizShims", "CGraphviz"],
      swiftSettings: settings + [.define("Graphviz")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Orrery", "OrreryTrace", "OrreryTraced", "OrreryTraceAnalysis", "OrreryModel",
        "OrreryRendering",
        "OrreryGraphviz",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
  ]
)
