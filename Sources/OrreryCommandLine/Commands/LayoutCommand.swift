import ArgumentParser
import Foundation
import OrreryGraphviz

/// Lays out one graph and ends; `draw` starts it for large graphs, to be able to stop it.
struct LayoutCommand: Verb {
  static let name = "lay-out"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Lays out one graph of draw.",
    discussion: "Example: orrery lay-out graph.dot --format svg --output picture.svg",
    shouldDisplay: false)

  @Argument(help: "A file in the DOT language.")
  var graph: String

  @Option(name: .shortAndLong, help: "The file of the picture.")
  var output: String

  @Option(help: "What to write.")
  var format: GraphvizFormat = .svg

  @Option(help: "How to lay the graph out.")
  var engine: GraphvizEngine = .dot

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let bytes = try Disk.bytes(context.project.absolute(graph), named: graph)
    do {
      let dot = String(decoding: bytes, as: UTF8.self)
      let picture = try Graphviz.render(dot: dot, as: format, engine: engine)
      var writer = FileWriter()
      try writer.add(Data(picture), at: context.project.absolute(output))
      try writer.commit()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
    return .fine
  }
}

extension GraphvizFormat: ExpressibleByArgument {}
extension GraphvizEngine: ExpressibleByArgument {}
