/// A target of a manifest, and which files it compiles.
struct SourceTarget {
  /// A folder with all that is in it, or a single file.
  struct Place {
    /// An absolute path.
    var path: String
    /// Patterns from the place: where there are some, one of them has to match.
    var includes: [Glob] = []
    var excludes: [Glob] = []

    func holds(_ file: String) -> Bool {
      guard PathName.isWithin(file, path) else { return false }
      if includes.isEmpty, excludes.isEmpty { return true }
      let name = PathName.relative(file, to: path)
      let isIncluded = includes.isEmpty || includes.contains { $0.matches(name) }
      return isIncluded && !excludes.contains { $0.matches(name) }
    }
  }

  /// The name as declared.
  var name: String
  var isTest: Bool
  var places: [Place] = []
  /// Single files, by absolute paths.
  var files: Set<String> = []
  /// Files and folders that are left out of the places, by absolute paths.
  var omitted: [String] = []

  func holds(_ file: String) -> Bool {
    if files.contains(file) { return true }
    return places.contains { $0.holds(file) }
      && !omitted.contains { PathName.isWithin(file, $0) }
  }
}

/// The targets that one manifest declares, together with what it includes.
struct BuildManifest {
  enum Kind {
    case package, project
  }

  var kind: Kind
  /// The files that were looked for.
  var paths: [String]
  /// Whether there is a manifest; one that cannot be read has no targets.
  var isThere = true
  /// In the order in which they are declared.
  var targets: [SourceTarget] = []

  /// The target that compiles a file.
  ///
  /// In a package it is the one with the deepest folder. Targets of an app share files: tests and
  /// extensions take those of the app, which is declared first.
  func target(holding file: String) -> SourceTarget? {
    let holders = targets.filter { $0.holds(file) }
    switch kind {
    case .package:
      let depth = { (target: SourceTarget) in
        target.places.map(\.path.utf8.count).max() ?? 0
      }
      return holders.max { depth($0) < depth($1) }
    case .project: return holders.first { !$0.isTest } ?? holders.first
    }
  }
}
