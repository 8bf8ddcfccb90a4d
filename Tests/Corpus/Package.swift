// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

// Real machines that others wrote. The dependencies are read, never built: no target names their
// products, and resolving brings the checkouts. The tests run the built `orrery` as a user would,
// so that this package builds in seconds and shares nothing with the one under test.
let package = Package(
  name: "corpus",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
  ],
  targets: [
    .target(name: "OrreryOracles", swiftSettings: settings),
    .testTarget(
      name: "CorpusTests", dependencies: ["OrreryOracles"], swiftSettings: settings),
  ]
)
