import OrreryExtraction
import OrreryModel

/// The machines that source files declare, as the configuration wants them.
struct SourceModel {
  var extract: Extract
  /// The sources as they were read; those that could not be are among the diagnostics.
  var texts: [SourceText]

  var fileCount: Int { texts.count }

  /// Finds, reads and extracts.
  ///
  /// A file that cannot be read is an error among the diagnostics; the rest is read.
  ///
  /// - Throws: `Failure` where a path holds no Swift.
  static func read(_ options: SourceOptions, in context: Context) throws(Failure) -> SourceModel {
    let project = context.project
    var sources = ProjectSources(options, in: project)
    try sources.refresh(on: context.console)
    let extract = Extractor(options: project.configuration.extractorOptions).extract(sources.texts)
    return SourceModel(extract, of: sources, in: project, for: options, on: context.console)
  }

  /// What the files of a commit declare, as the configuration of now wants it.
  static func read(_ tree: CommitTree, in project: Project) -> SourceModel {
    var modules = ModuleMap(fallback: nil, tree: tree.files)
    let texts = tree.sources.map { source in
      SourceText(
        module: modules.module(forPath: source.path), path: source.name, text: source.text)
    }
    let extract = Extractor(options: project.configuration.extractorOptions).extract(texts)
    return SourceModel(
      extract: project.configuration.applied(to: extract), texts: texts)
  }

  private init(extract: Extract, texts: [SourceText]) {
    (self.extract, self.texts) = (extract, texts)
  }

  /// - Parameter options: Where settings without effect are to be told of: how the files were named.
  init(
    _ extract: Extract, of sources: ProjectSources, in project: Project,
    for options: SourceOptions?, on console: Console
  ) {
    var extract = extract
    extract.diagnostics += sources.unread
    if let options {
      Self.warn(about: project, on: console)
      if options.paths.isEmpty { Self.warn(about: extract, in: project, on: console) }
    }
    self.init(extract: project.configuration.applied(to: extract), texts: sources.texts)
  }

  /// A report of nothing that nobody reads is worth a word.
  func warnWhereEmpty(on console: Console) {
    if extract.machines.isEmpty {
      console.warn("no state machine in \(Quantity.text(fileCount, "file"))")
    }
  }

  /// So is a setting that changes nothing.
  private static func warn(about project: Project, on console: Console) {
    guard let file = project.file else { return }
    for key in project.configuration.withoutEffect {
      console.warn("\(file): '\(key)' is read, but no verb of this version uses it")
    }
  }

  /// And one for a machine that is not there.
  private static func warn(about extract: Extract, in project: Project, on console: Console) {
    guard let file = project.file else { return }
    for settings in project.configuration.machines
    where !extract.machines.contains(where: { $0.isNamed(settings.id) }) {
      console.warn("\(file):\(settings.line): no machine is called '\(settings.id)'")
    }
  }
}

extension Configuration {
  var extractorOptions: Extractor.Options {
    var options = Extractor.Options()
    for machine in machines {
      if !machine.project.isEmpty { options.projections[machine.id] = machine.project }
      if let initial = machine.initial { options.initialStates[machine.id] = initial }
      if let name = machine.name { options.names[machine.id] = name }
    }
    return options
  }

  /// The extract without the machines to be skipped.
  func applied(to extract: Extract) -> Extract {
    var extract = extract
    extract.machines.removeAll { machine in
      machines.contains { $0.skip && machine.isNamed($0.id) }
    }
    return extract
  }
}
