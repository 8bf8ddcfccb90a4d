import OrreryModel

/// Holds the names in a configuration against the machines that were found.
struct ConfiguredNames {
  private let project: Project

  init(_ project: Project) {
    self.project = project
  }

  /// - Throws: `Failure` with status 2, the place of the name and the nearest one that there is.
  ///
  /// - Parameter mayHide: Whether a machine may stand in a file that could not be read.
  func check(_ extract: Extract, besides mayHide: (String) -> Bool) throws(Failure) {
    guard let file = project.file else { return }
    let machines = extract.machines
    for settings in project.configuration.machines where !mayHide(settings.id) {
      let place = "\(file):\(settings.line)"
      let named = try machines.selected(by: [settings.id], at: place)
      if let initial = settings.initial { try named.requireState(initial, at: place) }
      try require(settings.project, of: named, extract, at: place)
    }
    _ = try machines.selected(
      by: project.configuration.look.collapse.filter { !mayHide($0) }, at: "\(file), look.collapse")
    for exclusion in project.configuration.coverageExclusions where !mayHide(exclusion.machine) {
      let place = "\(file), coverage.exclude"
      let named = try machines.selected(by: [exclusion.machine], at: place)
      for state in [exclusion.from, exclusion.to].compactMap(\.self) {
        try named.requireState(state, at: place)
      }
      if let event = exclusion.event { try named.requireEvent(event, at: place) }
    }
  }

  /// What the extraction says of properties that cannot name the states of a machine.
  private func require(
    _ properties: [String], of machines: [Machine], _ extract: Extract, at place: String
  ) throws(Failure) {
    guard !properties.isEmpty else { return }
    for diagnostic in extract.diagnostics where diagnostic.id == "projection" {
      guard machines.contains(where: { $0.location == diagnostic.location }) else { continue }
      throw Failure(
        .usage, at: place, diagnostic.message,
        advice: "name properties of few values, such as a flag or an enum")
    }
  }
}

extension [Glob] {
  /// A pattern that no file or folder matches is a slip, or out of date.
  ///
  /// - Parameter isWhole: Whether everything was walked that the configuration names.
  func warn(in project: Project, isWhole: Bool, on console: Console) {
    guard !console.isQuiet else { return }
    let own = isWhole ? project.configuration.exclude.map(Glob.init) : []
    let configured = Set(project.configuration.exclude.map(Glob.init))
    for glob in self where own.contains(glob) || !configured.contains(glob) {
      guard !Disk.hasMatch(of: glob, below: project.root) else { continue }
      let place = configured.contains(glob) ? project.file ?? Configuration.fileName : "--exclude"
      console.warn("\(place): no file or folder matches '\(glob.pattern)'; check the pattern")
    }
  }
}
