/// Where a run stands: its working directory, and the configuration that was found from there.
struct Project {
  var workingDirectory: String
  /// The configuration's folder, else the working directory: relative names start here.
  var root: String
  var configuration: Configuration
  /// The path of the configuration, where there is one.
  var file: String?

  /// Looks for a configuration in the working directory and upward.
  ///
  /// - Throws: `Failure` where one is found that cannot be read or understood.
  init(workingDirectory: String) throws(Failure) {
    self.workingDirectory = workingDirectory
    root = workingDirectory
    configuration = Configuration()
    for folder in PathName.ancestors(PathName.joined(workingDirectory, Configuration.fileName)) {
      let path = PathName.joined(folder, Configuration.fileName)
      guard Disk.kind(path) == .file else { continue }
      let name = PathName.relative(path, to: workingDirectory)
      configuration = try ConfigurationReader(file: name).read(Disk.text(path, named: name))
      (root, file) = (folder, name)
      return
    }
  }

  /// Whether paths on the command line are others than those that the configuration names.
  func isScoped(to paths: [String]) -> Bool {
    guard !configuration.sources.isEmpty, !paths.isEmpty else { return false }
    let absolute = { (path: String) in
      PathName.absolute(path, in: workingDirectory)
    }
    return Set(paths.map(absolute)) != Set(sources.map(absolute))
  }

  /// What is read where the command line names nothing, as paths from the working directory.
  var sources: [String] {
    configuration.sources.isEmpty
      ? ["."] : configuration.sources.map { fromWorkingDirectory($0) }
  }

  /// The folders that the configuration gives to modules, absolute.
  var modules: [(folder: String, name: String)] {
    configuration.modules.map { (PathName.absolute($0.folder, in: root), $0.module) }
  }

  /// The folder of the diagrams where the command line names none, from the working directory.
  var output: String { fromWorkingDirectory(configuration.output ?? Self.defaultOutput) }

  /// The folder of the diagrams where nobody names one.
  static let defaultOutput = "Diagrams"

  /// A path of the configuration, from the working directory.
  func fromWorkingDirectory(_ path: String) -> String {
    path.hasPrefix("/")
      ? path
      : PathName.relative(PathName.absolute(path, in: root), to: workingDirectory)
  }

  /// A path as the user may have given it, absolute.
  func absolute(_ path: String) -> String { PathName.absolute(path, in: workingDirectory) }
}
