import ArgumentParser
import OrreryRendering

/// How the tool talks.
struct ConsoleOptions: ParsableArguments {
  @Flag(name: [.customShort("q"), .long], help: "Write no notes, warnings or progress.")
  var quiet = false

  @Option(
    help: "When to use colours; auto looks for a terminal and respects NO_COLOR.")
  var color: ColorChoice = .auto
}

extension ColorChoice: ExpressibleByArgument {}

/// Which files of a tree of source are read, and as what.
struct TreeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Skip files and folders that match this pattern, such as '**/Generated'. May be repeated.",
      discussion: "Besides the exclude of .orrery.yml.", valueName: "glob"))
  var exclude: [String] = []

  @Flag(help: "Read tests and previews, too.")
  var tests = false

  @Option(
    help: ArgumentHelp(
      "The module of all files.",
      discussion: "By default Package.swift, project.yml, .xcodeproj or .orrery.yml name it.",
      valueName: "name"))
  var module: String?

  /// The patterns of the configuration and of the command line, from the configuration's folder.
  func globs(_ project: Project) -> [Glob] {
    (project.configuration.exclude + exclude).map { pattern in
      Glob(pattern.hasPrefix("/") ? PathName.relative(pattern, to: project.root) : pattern)
    }
  }
}

/// What is kept of machines for the next run.
struct CacheOptions: ParsableArguments {
  @Flag(help: "Build all machines anew, and keep nothing of them for the next run.")
  var noCache = false

  @Option(
    help: ArgumentHelp(
      "The folder in which machines are kept for the next run.",
      discussion: """
        By default ~/.cache/orrery, on a Mac ~/Library/Caches/orrery. It may be deleted. With the \
        layer lint nothing is kept.
        """,
      valueName: "folder"),
    completion: .directory)
  var cachePath: String?
}

/// What is told of machines besides what they are.
struct LayerOptions: ParsableArguments {
  @Option(
    name: .customLong("layer"),
    help: ArgumentHelp(
      "Also tell that of machines: lint, what rules find. May be repeated.",
      discussion: "By default the look.layers of .orrery.yml.", valueName: "layer"))
  var layers: [Configuration.Layer] = []

  func layers(_ project: Project) -> [Configuration.Layer] {
    layers.isEmpty ? project.configuration.look.layers : layers
  }
}

extension Configuration.Layer: ExpressibleByArgument {}

/// Which source is read.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Swift files and folders.",
      discussion: "By default the sources of .orrery.yml, else the working directory."),
    completion: .file(extensions: ["swift"]))
  var paths: [String] = []

  @OptionGroup var tree: TreeOptions

  init() {}

  init(paths: [String], tree: TreeOptions) {
    self.paths = paths
    self.tree = tree
  }
}

/// What is drawn, and where to.
struct DrawingOptions: ParsableArguments {
  @OptionGroup var layers: LayerOptions

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "What to write: \(DrawingFormat.list). May be repeated.",
      discussion: "By default the formats of .orrery.yml, else svg.",
      valueName: "format"))
  var formats: [DrawingFormat] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder of the diagrams.",
      discussion: "By default the output of .orrery.yml, else Diagrams.",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Only the machine of that id, or whose id ends in it. May be repeated.", valueName: "name"))
  var only: [String] = []

  /// Whether the command line says anything of diagrams.
  var isAsked: Bool { !formats.isEmpty || output != nil || !only.isEmpty }

  @Option(
    help: ArgumentHelp(
      "The colours of pictures: \(PictureTheme.allCases.map(\.rawValue).joined(separator: ", ")).",
      discussion: "automatic is light, but an SVG turns dark with its viewer.",
      valueName: "theme"))
  var theme: PictureTheme?

  @Flag(inversion: .prefixedNo, help: "Explain strokes and shapes in the pictures.")
  var legend: Bool?

  @Option(
    help: ArgumentHelp(
      "Link states and edges to their lines, with this prefix of file paths.",
      discussion: "Such as https://github.com/owner/name/blob/main/.",
      valueName: "prefix"))
  var links: String?

  @Option(
    help: ArgumentHelp(
      "How equal edges from many states are drawn: \(WildcardStyle.allCases.map(\.rawValue).joined(separator: ", ")).",
      discussion: "As one edge from a node for these states, as a note, or as an edge for each.",
      valueName: "style"))
  var wildcards: WildcardStyle?

  @Flag(help: "Draw each edge of each state, as --wildcards edges.")
  var flat = false

  @Option(
    help: ArgumentHelp(
      "How much detail pictures show: \(Detail.allCases.map(\.rawValue).joined(separator: ", ")).",
      discussion: "By default as much as stays readable.", valueName: "detail"))
  var detail: Detail?

  @Flag(inversion: .prefixedNo, help: "Also draw ignored and rejected events, and late answers.")
  var ignored: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many levels of nested machines are drawn inside of their parents.",
      discussion: "The others are links to their own pictures.", valueName: "levels"))
  var nested: Int?

  @Option(
    help: ArgumentHelp(
      "A machine that is never drawn inside of others. May be repeated.", valueName: "name"))
  var collapse: [String] = []

  func validate() throws {
    guard nested.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("'--nested' must not be negative.")
    }
  }

  /// - Throws: `Failure` with status 2 where an option names no machine that was found.
  func requireNames(in model: SourceModel) throws(Failure) {
    _ = try model.extract.machines.selected(by: (only + collapse).filter { !model.mayHide($0) })
  }

  /// What the options say of the pictures, and else the configuration.
  func look(_ project: Project) -> RenderOptions {
    let settings = project.configuration.look
    var options = RenderOptions()
    options.wildcards = wildcards ?? settings.wildcards ?? .node
    if flat || wildcards == nil && settings.flat == true { options.isFlat = true }
    options.detail = detail ?? settings.detail
    options.showsIgnored = ignored ?? settings.ignored ?? false
    options.nested.depth = nested ?? settings.nested ?? 0
    options.theme = theme ?? settings.theme ?? .automatic
    options.showsLegend = legend ?? settings.legend ?? false
    options.links = (links ?? settings.links).map { SourceLinks(prefix: $0) }
    return options
  }

  /// The machines that are never drawn inside of others.
  func collapsed(_ project: Project) -> [String] {
    collapse.isEmpty ? project.configuration.look.collapse : collapse
  }

  func formats(_ project: Project) -> [DrawingFormat] {
    if !formats.isEmpty { return formats }
    let configured = project.configuration.formats
    return configured.isEmpty ? [.picture(.svg)] : configured
  }

  func folder(_ project: Project) -> GalleryFolder {
    let name = output ?? project.output
    return GalleryFolder(path: project.absolute(name), name: PathName.normalized(name))
  }
}

extension PictureTheme: ExpressibleByArgument {}
extension WildcardStyle: ExpressibleByArgument {}
extension Detail: ExpressibleByArgument {}
