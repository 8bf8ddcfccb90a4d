import Foundation
import PackagePlugin

/// `swift package check-state-machines`: says whether diagrams still match the source.
@main
struct CheckStateMachines: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "OrreryTool").url
    tool.arguments = ["check"] + sources(of: context.package, unless: arguments) + arguments
    tool.currentDirectoryURL = context.package.directoryURL
    try tool.run()
    tool.waitUntilExit()
    if tool.terminationStatus != 0 {
      Diagnostics.error("orrery check ended with \(tool.terminationStatus)")
    }
  }

  /// The folders of the package's own Swift targets, tests aside, unless a configuration or the caller names some.
  private func sources(of package: Package, unless arguments: [String]) -> [String] {
    let root = package.directoryURL
    let configuration = root.appending(path: ".orrery.yml").path
    guard arguments.isEmpty || arguments[0].hasPrefix("-"),
      !FileManager.default.fileExists(atPath: configuration)
    else { return [] }
    let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    let folders = targets.filter { $0.kind != .test }.map(\.directoryURL.path)
    return folders.map { folder in
      folder.hasPrefix(root.path + "/") ? String(folder.dropFirst(root.path.count + 1)) : folder
    }
  }
}
