import OrreryExtraction
import OrreryModel

/// The machines that source files declare, as the configuration wants them.
struct SourceModel {
  /// Everything that was found, also in files with errors.
  var extract: Extract
  /// The sources as they were read; those that could not be are among the diagnostics.
  var texts: [SourceText]
  /// The machines that files with errors have a part in: nobody knows all that they do.
  private(set) var torn: [Machine] = []
  /// The machines whose hints say something else than their code.
  private var contradicted: [Machine] = []
  private var brokenTexts: [String] = []
  /// How many files and folders of tests were passed over.
  private var testsPassedOver = 0

  var fileCount: Int { texts.count }

  /// Finds, reads and extracts.
  ///
  /// A file that cannot be read is an error among the diagnostics; the rest is read.
  ///
  /// - Throws: `Failure` where a path holds no Swift, or the configuration names what is not there.
  static func read(
    _ options: SourceOptions, layers: [Configuration.Layer] = [], in context: Context
  ) throws(Failure) -> SourceModel {
    let project = context.project
    if layers.contains(.lint) {
      let settings = project.configuration.lint.settings
      return try LintedModel.read(options, settings, in: context).remarked
    }
    var sources = ProjectSources(options, in: project)
    try sources.refresh(on: context.console)
    let settings = project.configuration.extractorOptions
    var cache = MachineCacheFile(options, in: context)
    let extract =
      cache?.extract(sources.texts, settings)
      ?? Extractor(options: settings).extract(sources.texts)
    return try SourceModel(extract, of: sources, in: project, for: options, on: context.console)
  }

  /// What the files of a commit declare, as the configuration of now wants it.
  static func read(
    _ tree: CommitTree, in project: Project, module: String? = nil
  ) -> SourceModel {
    var modules = ModuleMap(override: module, modules: project.modules, tree: tree.files)
    let sources =
      tree.readsTests ? tree.sources : tree.sources.filter { !modules.isTest(path: $0.path) }
    let texts = sources.map { source in
      SourceText(
        module: modules.module(forPath: source.path), path: source.name, text: source.text)
    }
    let extract = Extractor(options: project.configuration.extractorOptions).extract(texts)
    return SourceModel(extract: project.configuration.applied(to: extract), texts: texts)
  }

  /// What somebody saved: it is taken as it is.
  init(saved extract: Extract) {
    (self.extract, texts) = (extract, [])
  }

  private init(extract: Extract, texts: [SourceText]) {
    var extract = extract
    // Of a file in another encoding the parser says nothing that helps.
    let encoded = Set(extract.diagnostics.filter { $0.id == "encoding" }.map(\.location.file))
    extract.diagnostics.removeAll { $0.id == "syntax" && encoded.contains($0.location.file) }
    (self.extract, self.texts) = (extract, texts)
    torn = extract.tornMachines
    contradicted = extract.contradictedMachines
    let broken = extract.brokenFiles
    brokenTexts = texts.filter { broken.contains($0.path) }.map(\.text)
    self.extract.diagnostics = extract.diagnostics(besides: torn)
  }

  /// - Parameter options: How the files were named, where settings are to be held against what was
  ///   found.
  /// - Throws: `Failure` with status 2 where the configuration names a machine, a state or a property
  ///   that is not there.
  init(
    _ extract: Extract, of sources: ProjectSources, in project: Project,
    for options: SourceOptions?, on console: Console
  ) throws(Failure) {
    var extract = extract
    extract.diagnostics += sources.unread
    if let options {
      Self.warn(about: project, on: console)
      sources.idleExcludes.warn(in: project, isWhole: options.paths.isEmpty, on: console)
    }
    self.init(extract: project.configuration.applied(to: extract), texts: sources.texts)
    if let options, options.paths.isEmpty {
      try ConfiguredNames(project).check(extract, besides: mayHide)
    }
    testsPassedOver = sources.testsPassedOver
  }

  /// Without the machines of which nobody knows all.
  var whole: Extract {
    var extract = extract
    let ids = Set((torn + contradicted).map(\.id))
    extract.machines.removeAll { ids.contains($0.id) }
    return extract
  }

  /// Whether a machine is left out that was found.
  var leavesMachinesOut: Bool { !torn.isEmpty || !contradicted.isEmpty }

  /// Whether a machine of a name may stand where it could not be read.
  ///
  /// So does one that is left out, and one that a file with errors mentions: text is all that there is
  /// of such a file.
  func mayHide(_ name: String) -> Bool {
    if (torn + contradicted).contains(where: { $0.isNamed(name) }) { return true }
    guard let last = name.split(separator: ".").last else { return false }
    return brokenTexts.contains { $0.containsBytes(of: String(last)) }
  }

  /// Whether the source has errors that no machine can be told by.
  var isFailed: Bool { !extract.errors.isEmpty }

  /// The files with errors that cost no machine.
  var harmlessFiles: [String] {
    Set(
      extract.diagnostics.filter { $0.isOfReading && $0.severity == .warning }.map(\.location.file)
    )
    .sorted()
  }

  // MARK: Telling

  /// Names each file with errors, each machine that is left out for them, and counts the warnings.
  ///
  /// - Parameter known: Files of which nothing is said.
  func report(on console: Console, besides known: [String] = []) {
    for error in extract.errors { console.say(error.line) }
    reportHarmless(on: console, besides: known)
    for machine in torn {
      console.report(
        Failure(
          at: "\(machine.location.file):\(machine.location.line)",
          "'\(machine.id)' is left out: part of it may stand in a file with errors",
          advice: "correct the file, or pass it over with --exclude"))
    }
    for machine in contradicted {
      console.report(
        Failure(
          at: "\(machine.location.file):\(machine.location.line)",
          "'\(machine.id)' is left out: a hint contradicts it", advice: "correct the hint"))
    }
    let warnings = extract.diagnostics.count { $0.severity == .warning && !$0.isOfReading }
    if warnings > 0 {
      console.note("\(Quantity.text(warnings, "warning")); `orrery extract` lists them")
    }
    if testsPassedOver > 0 {
      console.note("tests and previews are passed over; --tests reads them")
    }
  }

  /// Names each file with errors, with all that is kept of what the parser says.
  func reportErrors(on console: Console) {
    for error in extract.errors { console.say(error.line) }
    for found in extract.diagnostics where found.isOfReading && found.severity == .warning {
      console.note(found.line)
    }
  }

  /// How many harmless files with errors are named.
  private static let harmlessLimit = 5

  /// One line a file: a folder of templates has many.
  private func reportHarmless(on console: Console, besides known: [String]) {
    var told = Set(known)
    let harmless = extract.diagnostics.filter { $0.isOfReading && $0.severity == .warning }
    for found in harmless where told.insert(found.location.file).inserted {
      if told.count - known.count <= Self.harmlessLimit { console.note(found.line) }
    }
    let count = told.count - known.count - Self.harmlessLimit
    guard count > 0 else { return }
    console.warn(
      "\(Quantity.text(count, "more file")) with errors, and no machine in them; "
        + "`orrery extract` names each")
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

  /// The extract as it is read, without the machines to be skipped.
  func applied(to extract: Extract) -> Extract {
    var extract = extract.inReadingOrder
    extract.machines.removeAll { machine in
      machines.contains { $0.skip && machine.isNamed($0.id) }
    }
    return extract
  }
}
