import Foundation
import PackagePlugin

/// Puts the machines that the tested targets declare into the bundle of a test target, as `StateMachines.json`.
@main
struct DeclareStateMachines: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let tested = tested(by: target, in: context.package)
    guard !tested.isEmpty else {
      Diagnostics.warning(
        "target '\(target.name)' depends on no Swift target of this package, so it has no machines to cover"
      )
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "StateMachines.json")
    return [
      .buildCommand(
        displayName: "Reading the state machines for \(target.name)",
        executable: try context.tool(named: "OrreryTool").url,
        arguments: ["extract"] + tested.map(\.directoryURL.path)
          + ["--format", "json", "--output", output.path],
        inputFiles: tested.flatMap { $0.sourceFiles(withSuffix: ".swift").map(\.url) },
        outputFiles: [output])
    ]
  }

  /// The Swift targets of the package that a target is built from, other than itself.
  private func tested(by target: any Target, in package: Package) -> [SwiftSourceModuleTarget] {
    let own = Set(package.targets.map(\.id))
    return target.recursiveTargetDependencies.filter { own.contains($0.id) }
      .compactMap { $0 as? SwiftSourceModuleTarget }.filter {
        $0.kind != .test && $0.kind != .macro
      }
  }
}
