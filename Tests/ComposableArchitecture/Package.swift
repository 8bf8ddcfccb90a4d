// swift-tools-version: 6.2

import PackageDescription

// A package as a user has it, with features of The Composable Architecture that are recorded. The library
// is a stand-in, which takes the place of the real one by the name of its folder; on an Apple system the
// real one is taken where `ORRERY_REAL_LIBRARY` is set.
let isReal = Context.environment["ORRERY_REAL_LIBRARY"] != nil
let library = "swift-composable-architecture"
let adapter = Target.Dependency.product(name: "OrreryComposableArchitecture", package: "orrery")

let package = Package(
  name: "composable",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "orrery", path: "../..", traits: ["ComposableArchitecture"]),
    isReal
      ? .package(url: "https://github.com/pointfreeco/\(library)", from: "1.17.0")
      : .package(path: library),
  ],
  targets: [
    .target(
      name: "Market", dependencies: [.product(name: "ComposableArchitecture", package: library)]),
    .executableTarget(name: "Buy", dependencies: ["Market", adapter]),
  ]
)

// They look into what a store of the stand-in has done.
if !isReal {
  package.targets.append(
    .testTarget(
      name: "MarketTests",
      dependencies: ["Market", adapter, .product(name: "OrreryTrace", package: "orrery")]))
}
