import Yams

/// Reads a configuration, and refuses what it does not know.
struct ConfigurationReader {
  private let file: String

  /// - Parameter file: The path by which messages name the file.
  init(file: String) {
    self.file = file
  }

  /// - Throws: `Failure` with status 2 and the line of what is wrong.
  func read(_ text: String) throws(Failure) -> Configuration {
    var configuration = Configuration()
    guard let root = try document(text) else { return configuration }
    let section = YAMLSection(file: file, path: [])
    try section.each(root, Key.allCases) { key, node throws(Failure) in
      switch key {
      case .sources: configuration.sources = try section.strings(node, key)
      case .exclude: configuration.exclude = try section.strings(node, key)
      case .tests: configuration.tests = try section.flag(node, key)
      case .modules: configuration.modules = try modules(node, in: section.inner(key))
      case .conditions: configuration.conditions = try section.strings(node, key)
      case .output: configuration.output = try section.string(node, key)
      case .formats: configuration.formats = try section.words(node, key)
      case .look: configuration.look = try look(node, in: section.inner(key))
      case .docs: configuration.docs = try docs(node, key, in: section)
      case .coverage:
        let coverage = try CoverageSection(section.inner(key)).read(node)
        (configuration.coverage, configuration.coverageExclusions) = coverage
      case .machines: configuration.machines = try machines(node, in: section.inner(key))
      case .check: try check(node, in: section.inner(key), into: &configuration)
      case .diff: try diff(node, in: section.inner(key), into: &configuration)
      case .lint: configuration.lint = try LintSection(section.inner(key)).read(node)
      }
    }
    return configuration
  }

  private enum Key: String, CaseIterable {
    case sources, exclude, tests, modules, conditions, output, formats, look, machines, docs
    case coverage, check, diff, lint
  }

  private enum MachineKey: String, CaseIterable {
    case project, initial, name, skip
  }

  private enum LookKey: String, CaseIterable {
    case theme, legend, links, wildcards, flat, detail, ignored, engine, nested, collapse, layers
  }

  private enum DocsKey: String, CaseIterable {
    case files, pages, template
  }

  private enum CheckKey: String, CaseIterable {
    case failOn, baseline
  }

  private enum DiffKey: String, CaseIterable {
    case allow
  }

  private func machines(
    _ node: Node, in section: YAMLSection
  ) throws(Failure) -> [Configuration.MachineSettings] {
    var machines: [Configuration.MachineSettings] = []
    for (id, value) in try section.pairs(node) {
      let inner = section.inner(id.string ?? "")
      var settings = Configuration.MachineSettings(
        id: try section.string(id, "the id of a machine"), line: inner.line(of: id))
      try inner.each(value, MachineKey.allCases) { key, node throws(Failure) in
        switch key {
        case .project: settings.project = try inner.strings(node, key)
        case .initial: settings.initial = try inner.string(node, key)
        case .name: settings.name = try inner.string(node, key)
        case .skip: settings.skip = try inner.flag(node, key)
        }
      }
      machines.append(settings)
    }
    return machines
  }

  private func modules(
    _ node: Node, in section: YAMLSection
  ) throws(Failure) -> [Configuration.ModuleFolder] {
    var modules: [Configuration.ModuleFolder] = []
    for (name, folders) in try section.pairs(node) {
      let module = try section.string(name, "the name of a module")
      for folder in try section.strings(folders, "modules.\(module)") {
        modules.append(.init(module: module, folder: folder))
      }
    }
    return modules
  }

  private func look(
    _ node: Node, in section: YAMLSection
  ) throws(Failure) -> Configuration.LookSettings {
    var look = Configuration.LookSettings()
    try section.each(node, LookKey.allCases) { key, node throws(Failure) in
      switch key {
      case .theme: look.theme = try section.word(node, key)
      case .legend: look.legend = try section.flag(node, key)
      case .links: look.links = try section.string(node, key)
      case .wildcards: look.wildcards = try section.word(node, key)
      case .flat: look.flat = try section.flag(node, key)
      case .detail: look.detail = try section.word(node, key)
      case .ignored: look.ignored = try section.flag(node, key)
      case .engine: look.engines = try section.words(node, key)
      case .nested: look.nested = try section.count(node, key)
      case .collapse: look.collapse = try section.strings(node, key)
      case .layers: look.layers = try section.words(node, key)
      }
    }
    return look
  }

  /// A list of files, or a mapping that says more.
  private func docs(
    _ node: Node, _ key: Key, in section: YAMLSection
  ) throws(Failure) -> Configuration.DocsSettings {
    var docs = Configuration.DocsSettings()
    guard node.mapping != nil else {
      docs.files = try section.strings(node, key)
      return docs
    }
    let inner = section.inner(key)
    try inner.each(node, DocsKey.allCases) { key, node throws(Failure) in
      switch key {
      case .files: docs.files = try inner.strings(node, key)
      case .pages: docs.pages = try inner.string(node, key)
      case .template: docs.template = try inner.string(node, key)
      }
    }
    return docs
  }

  private func check(
    _ node: Node, in section: YAMLSection, into configuration: inout Configuration
  ) throws(Failure) {
    try section.each(node, CheckKey.allCases) { key, node throws(Failure) in
      switch key {
      case .failOn: configuration.failOn = try section.words(node, key)
      case .baseline: configuration.baseline = try section.string(node, key)
      }
    }
  }

  private func diff(
    _ node: Node, in section: YAMLSection, into configuration: inout Configuration
  ) throws(Failure) {
    try section.each(node, DiffKey.allCases) { key, node throws(Failure) in
      configuration.allow = try section.strings(node, key)
    }
  }

  private func document(_ text: String) throws(Failure) -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch {
      let (line, problem) = Self.problem(error)
      throw Failure(
        .usage, at: line.map { "\(file):\($0)" } ?? file, "the file is not YAML: \(problem)",
        advice: "see https://yaml.org for the syntax")
    }
  }

  private static func problem(_ error: any Error) -> (line: Int?, text: String) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (mark.line, problem)
    case .reader(let problem, _, _, _): (nil, problem)
    case .duplicatedKeysInMapping(let keys, let context):
      (context.mark.line, "'\(keys.sorted().joined(separator: "', '"))' stands there twice")
    default: (nil, String(describing: error))
    }
  }
}
