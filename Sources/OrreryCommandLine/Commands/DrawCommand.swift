import ArgumentParser
import OrreryGraphviz
import OrreryModel

struct DrawCommand: CachingVerb {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Writes diagrams and tables of the machines that source files declare.",
    discussion: """
      Writes one file per machine and format, named by the machine's id, and a README.md that \
      lists them. Removes the files of machines that are gone. With --only or --focus, writes only \
      the selected files.

      With --watch, keeps running and redraws what changes while somebody edits, until Ctrl-C.

      Example: orrery draw Sources --format svg --format markdown --output Diagrams
      """)

  @OptionGroup var source: SourceOptions

  @OptionGroup var drawing: DrawingOptions

  @Option(help: ArgumentHelp("Only the part around that state.", valueName: "state"))
  var focus: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many steps around the state of --focus.", valueName: "steps"))
  var depth = 1

  @Option(
    name: .customLong("engine"),
    help: ArgumentHelp(
      "The layout engine of Graphviz: \(GraphvizEngine.allCases.map(\.rawValue).joined(separator: ", ")).",
      discussion: "If repeated, the next engine is tried when one takes too long.",
      valueName: "engine"))
  var engines: [GraphvizEngine] = []

  @Option(
    help: ArgumentHelp("How long the layout of one picture may take.", valueName: "seconds"))
  var layoutBudget = 30.0

  @Flag(help: "Keep running and redraw what changes, until Ctrl-C.")
  var watch = false

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard depth >= 0 else { throw ValidationError("'--depth' must not be negative.") }
    guard layoutBudget > 0, layoutBudget < 1e6 else {
      throw ValidationError("'--layout-budget' must be a number of seconds above zero.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    if watch {
      var watch = Watch(self, in: context)
      return try watch.run(until: Interruption())
    }
    let layers = drawing.layers.layers(context.project)
    let model = try SourceModel.read(source, layers: layers, in: context)
    try drawing.requireNames(in: model)
    var gallery = try Gallery(model.whole, options(context.project))
    let folder = drawing.folder(context.project)
    model.report(on: context.console)
    let isHidden = try folder.keep(&gallery, of: model, on: context.console)
    let stale = try folder.stale(besides: gallery)
    guard !gallery.files.isEmpty || !stale.isEmpty || model.isFailed || isHidden else {
      throw Failure(
        "no state machine in \(Quantity.text(model.fileCount, "file"))",
        advice: "`orrery extract` says what was read")
    }
    let outcome = try folder.write(gallery, layout(context), on: context.console)
    for remark in gallery.remarks { context.console.warn("\(remark)") }
    outcome.report(folder, on: context.console)
    return model.isFailed || isHidden ? .failed : .fine
  }

  /// What is drawn of the machines of a project.
  func options(_ project: Project) -> Gallery.Options {
    Gallery.Options(
      formats: drawing.formats(project), only: drawing.only, focus: focus, depth: depth,
      collapsed: drawing.collapsed(project), look: drawing.look(project),
      isScoped: project.isScoped(to: source.paths))
  }

  func layout(_ context: Context) -> Layout {
    let configured = context.project.configuration.look.engines
    let engines = engines.isEmpty ? configured : engines
    return Layout(
      engines: engines.isEmpty ? [.dot] : engines, budget: layoutBudget, program: context.program,
      console: context.console)
  }
}

extension GalleryFolder.Outcome {
  fileprivate func report(_ folder: GalleryFolder, on console: Console) {
    for file in removed { console.note("removed \(folder.name(of: file))") }
    console.note(
      """
      \(Quantity.text(written.count, "file")) written to \(folder.name), \(unchanged) unchanged
      """)
  }
}
