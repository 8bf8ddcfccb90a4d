// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

// What two builds of `orrery` read from the same sources, row by row, with a class for every
// difference: `swift run -c release Comparator --help`. It reads the published JSON with types of its
// own, so that a change of the model cannot change both sides of a comparison unseen, and so that
// this package builds without swift-syntax.
let package = Package(
  name: "comparator",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "Comparing", swiftSettings: settings),
    .executableTarget(
      name: "Comparator",
      dependencies: [
        "Comparing", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(name: "ComparingTests", dependencies: ["Comparing"], swiftSettings: settings),
  ]
)
