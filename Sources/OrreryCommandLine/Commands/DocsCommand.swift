import ArgumentParser
import Foundation
import OrreryModel
import OrreryModelFile

struct DocsCommand: CachingVerb {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Writes generated blocks and pages in Markdown and DocC files.",
    discussion: """
      A block stands between two markers, each alone on its line:

        <!-- orrery:begin machine=Shop.Search format=mermaid -->
        <!-- orrery:end -->

      The verb replaces only the text between them. It ignores markers inside code. It overwrites \
      a block that somebody edited only with --force. Formats: \(BlockFormat.list).

      With `docs.pages` in .orrery.yml, each machine gets a page in that folder, and the folder \
      gets an index. `docs.template` sets the layout of the pages.

      Example: orrery docs README.md Docs
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(
    help: ArgumentHelp(
      "Markdown files and folders.",
      discussion: "By default the docs of .orrery.yml, else those of the tree."),
    completion: .file(extensions: ["md", "markdown"]))
  var files: [String] = []

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "Swift files and folders. May be repeated. By default the sources of .orrery.yml.",
      valueName: "path"), completion: .file())
  var sources: [String] = []

  @OptionGroup var tree: TreeOptions

  @OptionGroup var layers: LayerOptions

  @Option(help: "The format of the report: messages, or JSON.")
  var format: Format = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file of the JSON report; the standard output if none.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Overwrite blocks that were edited by hand.")
  var force = false

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let model = try SourceModel.read(
      SourceOptions(paths: sources, tree: tree), layers: layers.layers(context.project),
      in: context)
    let set = try DocumentSet(files: files, in: context.project)
    let plan = try DocsPlan(set, model)
    guard !plan.entries.isEmpty || !plan.newPages.isEmpty else {
      throw Failure(
        .usage, "no generated block in \(Quantity.text(set.documents.count, "file"))",
        advice: "put two markers into one; `orrery docs --help` shows them")
    }
    let changes = try plan.changes(force: force)
    try write(changes)
    model.report(on: context.console)
    let isHidden = plan.reportHidden(on: context.console)
    report(changes, plan, on: context.console)
    if format == .json {
      try Destination(output, in: context).write(json(changes, plan).document(levels: 2))
    }
    return model.isFailed || isHidden ? .failed : .fine
  }

  private func write(_ changes: DocsPlan.Changes) throws(Failure) {
    var writer = FileWriter()
    for file in changes.files { try writer.add(file.bytes, at: file.path) }
    try writer.commit()
    for page in changes.removed {
      do {
        try FileManager.default.removeItem(atPath: page.path)
      } catch {
        throw Failure(
          at: page.name, "the page of a machine that is gone cannot be removed (\(error.reason))",
          advice: "remove it by hand")
      }
    }
  }

  private func json(_ changes: DocsPlan.Changes, _ plan: DocsPlan) -> JSONText {
    [
      "schema": .string("orrery.docs/1"), "written": .strings(changes.files.map(\.name)),
      "removed": .strings(changes.removed.map(\.name)), "blocks": .number(changes.blocks),
      "unchanged": .number(plan.count - changes.blocks),
    ]
  }

  private func report(_ changes: DocsPlan.Changes, _ plan: DocsPlan, on console: Console) {
    for file in changes.files { console.note("wrote \(file.name)") }
    for page in changes.removed { console.note("removed \(page.name)") }
    console.note(
      """
      \(Quantity.text(changes.blocks, "block")) written in \
      \(Quantity.text(changes.files.count, "file")), \(plan.count - changes.blocks) unchanged
      """)
  }
}

extension BlockFormat {
  /// The words of the list, for help.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
