// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")

// What recording and reading cost, beside what others cost in the same run, and what verbs of the tool
// cost beside each other where `ORRERY` names a release build of it. It prints ratios and judges
// nothing: `swift run -c release Benchmarks`. The modules under test are links to the real
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
    .target(
      name: "OrreryModel", dependencies: ["OrreryTrace", collections], swiftSettings: settings),
    .target(
      name: "OrreryTraceAnalysis", dependencies: ["OrreryTrace", "OrreryModel", collections],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "OrreryTrace", "OrreryTraceAnalysis", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
  ]
)
