// swift-tools-version: 6.2

import PackageDescription

// A package as a user has it: it depends on Orrery, and uses the plugins. It asks for no trait, so
// that it also tells what works without Graphviz. `Tests/run` copies it to where it may be changed.
let package = Package(
  name: "dependent",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "orrery", path: "../..", traits: [])],
  targets: [
    .target(name: "Home", dependencies: [.product(name: "Orrery", package: "orrery")]),
    .testTarget(
      name: "HomeTests",
      dependencies: ["Home", .product(name: "OrreryTesting", package: "orrery")],
      plugins: [.plugin(name: "DeclareStateMachines", package: "orrery")]),
  ]
)
