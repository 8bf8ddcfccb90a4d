import OrreryExtraction
import Testing

@Suite("Package manifests") struct PackageManifestTests {
  @Test("targets are read with their names, folders and kinds")
  func targets() {
    let targets = PackageManifest.targets(
      source: """
        let package = Package(
          name: "app",
          dependencies: [.package(url: "https://example.com/x", from: "1.0.0")],
          targets: [
            .target(name: "my-core", dependencies: [.target(name: "Other")]),
            .executableTarget(name: "tool", path: "Tool/Sources"),
          ])
        """)
    #expect(targets.map(\.name) == ["my-core", "tool"])
    #expect(targets.map(\.path) == [nil, "Tool/Sources"])
    #expect(targets.map(\.module) == ["my_core", "tool"])
    #expect(targets.map(\.kind) == ["target", "executableTarget"])
  }

  @Test("a helper function that passes its parameter on as the name is followed")
  func helpers() {
    let targets = PackageManifest.targets(
      source: #"""
        func sample(_ name: String) -> Target {
          .executableTarget(name: name, path: "Samples/\(name)")
        }
        let package = Package(name: "app", targets: [sample("Login")])
        """#)
    #expect(targets.map(\.name) == ["Login"])
    #expect(targets.map(\.path) == ["Samples/Login"])
  }

  @Test("text that is no manifest declares nothing")
  func nonsense() {
    #expect(PackageManifest.targets(source: "let x = [.target(name: 1)] }}").isEmpty)
  }
}
