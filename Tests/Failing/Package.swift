// swift-tools-version: 6.2

import PackageDescription

// A package as a user has it, with tests that are wrong on purpose. It names `OrreryTesting` and
// nothing of what that stands on, so that it tells whether the product alone makes a test fail.
let testing = Target.Dependency.product(name: "OrreryTesting", package: "orrery")

let package = Package(
  name: "failing",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "orrery", path: "../..", traits: [])],
  targets: [
    .target(name: "Home", dependencies: [.product(name: "Orrery", package: "orrery")]),
    .testTarget(name: "SwiftTestingTests", dependencies: ["Home", testing]),
    .testTarget(name: "XCTestTests", dependencies: ["Home", testing]),
  ]
)
