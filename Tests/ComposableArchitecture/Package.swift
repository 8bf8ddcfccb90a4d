// swift-tools-version: 6.2

import PackageDescription

// A package as a user has it, with features of The Composable Architecture that are recorded. The library
// is a stand-in here, which takes the place of the real one by the name of its folder.
let package = Package(
  name: "composable",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "orrery", path: "../..", traits: ["ComposableArchitecture"]),
    .package(path: "swift-composable-architecture"),
  ],
  targets: [
    .target(
      name: "Market",
      dependencies: [
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture")
      ]),
    .executableTarget(
      name: "Buy",
      dependencies: [
        "Market", .product(name: "OrreryComposableArchitecture", package: "orrery"),
      ]),
    .testTarget(
      name: "MarketTests",
      dependencies: [
        "Market", .product(name: "OrreryComposableArchitecture", package: "orrery"),
        .product(name: "OrreryTrace", package: "orrery"),
      ]),
  ]
)
