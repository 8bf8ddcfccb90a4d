// swift-tools-version: 6.2

import PackageDescription

// Programs that run machines of others. `run` copies the package beside the marked sources, and builds
// it there.
let orrery = { Target.Dependency.product(name: $0, package: "orrery") }

/// Lets sources that import a module of Apple's systems find another one by that name.
func standIns(_ modules: [String: String]) -> [SwiftSetting] {
  [.unsafeFlags(modules.sorted { $0.key < $1.key }.flatMap { ["-module-alias", "\($0)=\($1)"] })]
}

let package = Package(
  name: "foreign",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "orrery", path: "../../..", traits: []),
    .package(path: "../swift-async-algorithms"),
    .package(path: "../swift-service-lifecycle"),
    .package(url: "https://github.com/apple/swift-log", from: "1.5.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "Algorithms",
      dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .executableTarget(
      name: "Services",
      dependencies: [
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(name: "Models", dependencies: [orrery("Orrery"), "OpenCombine"]),
    .executableTarget(
      name: "ViewModels", dependencies: [orrery("OrreryTraced"), "OpenCombine"],
      // The program has what they need of all but Combine.
      swiftSettings: standIns([
        "Cocoa": "Dispatch", "Combine": "OpenCombine", "LaunchAtLogin": "RegexBuilder",
        "SwiftUI": "Synchronization",
      ])),
  ],
  swiftLanguageModes: [.v5]
)
