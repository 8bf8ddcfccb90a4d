import OrreryExtraction
import OrreryModel

/// Draws, and draws again what changes while somebody edits.
///
/// What is wrong meanwhile is said and waited for; the diagrams stay as they were.
struct Watch {
  /// How often the disk is looked at, in seconds.
  private static let interval = 0.2

  /// What is on disk, as far as it can be told without reading.
  private struct Sight: Hashable {
    var files: [String: FileStamp?] = [:]
    /// What decides how files are read.
    var settings: [String: FileStamp?] = [:]
    var failure: Failure?
  }

  private let command: DrawCommand
  private var context: Context
  private var sources: ProjectSources
  private var session: ExtractionSession
  private var memory = GalleryMemory()
  private var last: Gallery?
  /// What the diagrams show.
  private var drawn = Sight()
  /// What the last look saw.
  private var seen = Sight()

  init(_ command: DrawCommand, in context: Context) {
    (self.command, self.context) = (command, context)
    sources = ProjectSources(command.source, in: context.project)
    session = ExtractionSession(options: context.project.configuration.extractorOptions)
  }

  /// Draws until there is a wish to end.
  ///
  /// - Throws: `Failure` where the command line or the configuration is wrong.
  mutating func run(until interruption: Interruption) throws(Failure) -> ExitStatus {
    try start()
    while interruption.waits(Self.interval) { look() }
    return .fine
  }

  /// Draws everything.
  ///
  /// - Throws: `Failure` where the command line or the configuration is wrong.
  mutating func start() throws(Failure) {
    do {
      try draw(saysSettings: true)
    } catch {
      guard error.status != .usage else { throw error }
      context.console.report(error)
    }
    drawn = sight()
    seen = drawn
    context.console.note("watching \(Quantity.text(drawn.files.count, "file")); Ctrl-C ends it")
  }

  /// Draws what changed since the last drawing and has been the same for two looks: an editor may be
  /// in the middle of writing.
  mutating func look() {
    let now = sight()
    defer { seen = now }
    guard now != drawn, now == seen else { return }
    do {
      let isSetAnew = now.settings != drawn.settings
      drawn = now
      if isSetAnew { try startAnew() }
      try draw(saysSettings: isSetAnew)
    } catch {
      context.console.report(error)
    }
    // Other settings have other files.
    drawn = sight()
  }

  private mutating func sight() -> Sight {
    var sight = Sight()
    do { sight.files = try sources.stamps() } catch { sight.failure = error }
    let start = PathName.joined(context.project.workingDirectory, Configuration.fileName)
    let configurations = PathName.ancestors(start).map {
      PathName.joined($0, Configuration.fileName)
    }
    for path in configurations + sources.manifests {
      sight.settings.updateValue(FileStamp(path), forKey: path)
    }
    return sight
  }

  private mutating func startAnew() throws(Failure) {
    context.project = try Project(workingDirectory: context.project.workingDirectory)
    self = Watch(command, in: context)
  }

  private mutating func draw(saysSettings: Bool) throws(Failure) {
    let start = ContinuousClock.now
    let (console, project) = (context.console, context.project)
    try sources.refresh(on: console)
    let model = try model(for: saysSettings ? command.source : nil)
    try command.drawing.requireNames(in: model)
    if model.extract.diagnostics.contains(where: \.isOfReading) || model.isFailed {
      model.report(on: console)
    }
    var gallery = try Gallery(model.whole, command.options(project), &memory)
    let folder = command.drawing.folder(project)
    _ = try folder.keep(&gallery, of: model, on: console)
    let outcome = try folder.write(gallery, after: last, command.layout(context), on: console)
    last = gallery
    report(outcome, folder, ContinuousClock.now - start)
  }

  /// The machines as they are now.
  ///
  /// Rules look at all sources together, so with them everything is read anew.
  private mutating func model(for options: SourceOptions?) throws(Failure) -> SourceModel {
    let project = context.project
    if command.drawing.layers.layers(project).contains(.lint) {
      return try LintedModel(
        sources, project.configuration.lint.settings, for: options, in: context
      ).remarked
    }
    return try SourceModel(
      session.extract(sources.texts), of: sources, in: project, for: options, on: context.console)
  }

  private func report(
    _ outcome: GalleryFolder.Outcome, _ folder: GalleryFolder, _ duration: Duration
  ) {
    let console = context.console
    for file in outcome.removed { console.note("removed \(folder.name(of: file))") }
    let time = duration.formatted(.units(allowed: [.seconds, .milliseconds], width: .narrow))
    switch outcome.written.count {
    case 0: console.note("\(outcome.unchanged) files unchanged (\(time))")
    case 1: console.note("wrote \(folder.name(of: outcome.written[0])) (\(time))")
    case let count: console.note("wrote \(count) files to \(folder.name) (\(time))")
    }
  }
}
