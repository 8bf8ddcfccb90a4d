// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

// The recorder, stores, actor models and traced machines under the thread sanitizer:
//
//   swift build --package-path ../.. --product OrreryMacros
//   export ORRERY_STEPS=1000000 ORRERY_STRESS=1000000
//   export TSAN_OPTIONS=handle_sigbus=0 SWIFT_BACKTRACE=enable=no
//   swift test --sanitize=thread --disable-xctest
//
// The options leave a signal alone whose effect a test looks at.
//
// The sanitizer cannot see into `Synchronization.Mutex` of the toolchain, and reports a race for
// nothing but a number behind one. Here a `Mutex` over a POSIX one takes its place: the module that
// makes it the `Lock` of all finds its own before an imported one. All else is links to the real
// sources and tests. Macros are those of the package's own debug build, since swift-syntax takes minutes
// to build; what declares machines by other macros than `@Traced` is left out.
let macros: [SwiftSetting] = [
  .unsafeFlags([
    "-load-plugin-executable",
    Context.packageDirectory + "/../../.build/debug/OrreryMacros-tool#OrreryMacros",
  ])
]
let package = Package(
  name: "thread-sanitizer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(name: "OrreryTrace", swiftSettings: settings),
    .target(
      name: "OrreryTraced", dependencies: ["OrreryTrace", "COrreryThread"],
      swiftSettings: settings + macros),
    .target(name: "COrreryThread"),
    .target(
      name: "Orrery",
      dependencies: [
        "OrreryTrace", "COrreryThread",
        .product(
          name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Real/Orrery.docc"], swiftSettings: settings),
    // Of what tests use, the part that waits for many threads.
    .target(
      name: "OrreryTesting",
      dependencies: [
        "Orrery", "OrreryTrace", .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(
          name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "RecordingChild", dependencies: ["OrreryTrace"], swiftSettings: settings),
    .testTarget(
      name: "OrreryTraceTests", dependencies: ["OrreryTrace", "RecordingChild"],
      swiftSettings: settings),
    .testTarget(
      name: "OrreryTests",
      dependencies: [
        "Orrery", "OrreryTesting", "OrreryTrace",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      exclude: ["ActorModels/ActorSnippetTests.swift"], swiftSettings: settings),
    .testTarget(
      name: "OrreryTracedTests",
      dependencies: [
        "OrreryTraced", "OrreryTrace",
        .product(
          name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings + macros),
  ]
)
