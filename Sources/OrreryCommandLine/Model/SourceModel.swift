import OrreryExtraction
import OrreryModel

/// The machines that source files declare, as the configuration wants them.
struct SourceModel {
  var extract: Extract
  /// The sources as they were read.
  var texts: [SourceText]

  var fileCount: Int { texts.count }

  /// Finds, reads and extracts.
  ///
  /// - Throws: `Failure` where a path holds no Swift or a file cannot be read.
  static func read(_ options: SourceOptions, in context: Context) throws(Failure) -> SourceModel {
    let project = context.project
    let files = try finder(project).files(
      in: options.paths.isEmpty ? project.sources : options.paths)
    let texts = try texts(of: files, fallback: options.module, on: context.console)
    let extract = extractor(project.configuration).extract(texts)
    warn(about: project, on: context.console)
    if options.paths.isEmpty { warn(about: extract, in: project, on: context.console) }
    return SourceModel(
      extract: project.configuration.applied(to: extract), texts: texts)
  }

  private static func finder(_ project: Project) -> SourceFinder {
    SourceFinder(
      root: project.root, workingDirectory: project.workingDirectory,
      exclude: project.configuration.exclude.map(Glob.init))
  }

  private static func texts(
    of files: [SourceFinder.Found], fallback: String?, on console: Console
  ) throws(Failure) -> [SourceText] {
    var modules = ModuleMap(fallback: fallback)
    var progress = Progress("reading", total: files.count, on: console)
    defer { progress.finish() }
    var texts: [SourceText] = []
    for (position, file) in files.enumerated() {
      progress.update(position)
      let text = try Disk.text(file.path, named: file.name)
      texts.append(
        SourceText(module: modules.module(forPath: file.path), path: file.name, text: text))
    }
    return texts
  }

  /// What the files of a commit declare, as the configuration of now wants it.
  static func read(_ tree: CommitTree, in project: Project) -> SourceModel {
    var modules = ModuleMap(fallback: nil, tree: tree.files)
    let texts = tree.sources.map { source in
      SourceText(
        module: modules.module(forPath: source.path), path: source.name, text: source.text)
    }
    let extract = extractor(project.configuration).extract(texts)
    return SourceModel(
      extract: project.configuration.applied(to: extract), texts: texts)
  }

  private static func extractor(_ configuration: Configuration) -> Extractor {
    Extractor(options: extractorOptions(configuration))
  }

  private static func extractorOptions(_ configuration: Configuration) -> Extractor.Options {
    var options = Extractor.Options()
    for machine in configuration.machines {
      if !machine.project.isEmpty { options.projections[machine.id] = machine.project }
      if let initial = machine.initial { options.initialStates[machine.id] = initial }
    }
    return options
  }

  /// A setting that changes nothing is worth a word.
  private static func warn(about project: Project, on console: Console) {
    guard let file = project.file else { return }
    for key in project.configuration.withoutEffect {
      console.warn("\(file): '\(key)' is read, but no verb of this version uses it")
    }
  }

  /// So is one for a machine that is not there.
  private static func warn(about extract: Extract, in project: Project, on console: Console) {
    guard let file = project.file else { return }
    for settings in project.configuration.machines
    where !extract.machines.contains(where: { $0.isNamed(settings.id) }) {
      console.warn("\(file):\(settings.line): no machine is called '\(settings.id)'")
    }
  }
}

extension Configuration {
  /// The extract with the names that are to be shown, and without the machines to be skipped.
  func applied(to extract: Extract) -> Extract {
    var extract = extract
    for settings in machines {
      let isMeant = { (machine: Machine) in machine.isNamed(settings.id) }
      if settings.skip { extract.machines.removeAll(where: isMeant) }
      guard let name = settings.name else { continue }
      for index in extract.machines.indices where isMeant(extract.machines[index]) {
        extract.machines[index].name = name
      }
    }
    return extract
  }
}
