import Foundation
import OrreryExtraction
import OrreryModel

/// What a run keeps on disk of the machines that it built, so that the next one builds only those that
/// were read from what changed.
///
/// There is a file for each project and each choice of its files. It may be deleted at any time; one that
/// is damaged, or of another version of the tool, is as none.
struct MachineCacheFile {
  private static let ending = ".machines"
  /// For how long files are kept that nobody writes, in seconds.
  private static let age = 30.0 * 24 * 60 * 60

  private let path: String
  private let version: String
  /// How many machines the last extraction built.
  private(set) var builtCount = 0

  /// - Returns: Nothing where nothing shall be kept, there is no place for it, or it is not known which
  ///   version of the tool runs.
  init?(_ options: SourceOptions, in context: Context) {
    guard let asked = context.cache, !asked.noCache, let program = context.program,
      let stamp = FileStamp(program), let folder = Self.folder(asked.cachePath, context)
    else { return nil }
    version = "\(OrreryCommand.configuration.version) \(stamp.content)"
    let (project, tree) = (context.project, options.tree)
    let paths = options.paths.map { PathName.absolute($0, in: project.workingDirectory) }
    let key = "\(project.root) \(paths) \(tree.exclude) \(tree.tests) \(tree.module ?? "")"
    path = PathName.joined(folder, key.fingerprint + Self.ending)
  }

  private static func folder(_ asked: String?, _ context: Context) -> String? {
    if let asked { return PathName.absolute(asked, in: context.project.workingDirectory) }
    let variables = context.environment
    if let caches = variables["XDG_CACHE_HOME"], caches.hasPrefix("/") {
      return PathName.joined(caches, "orrery")
    }
    guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
    #if os(macOS)
    return PathName.joined(home, "Library/Caches/orrery")
    #else
    return PathName.joined(home, ".cache/orrery")
    #endif
  }

  /// The machines of files, as a run without a cache has them.
  mutating func extract(_ texts: [SourceText], _ options: Extractor.Options) -> Extract {
    let kept = (try? Disk.bytes(path)).map { Array($0) } ?? []
    var session = ExtractionSession(options: options, restoring: kept, of: version)
    let extract = session.extract(texts)
    builtCount = session.walkedCount
    if builtCount > 0 { write(session.cacheBytes(of: version)) } else { touch() }
    return extract
  }

  /// Says that the file is in use.
  private func touch() {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
  }

  /// A run that can keep nothing is as good as any other.
  private func write(_ bytes: [UInt8]) {
    removeOld()
    var writer = FileWriter()
    try? writer.add(Data(bytes), at: path)
    try? writer.commit()
  }

  private func removeOld() {
    let folder = PathName.parent(path)
    for name in (try? Disk.names(in: folder)) ?? [] where Self.isOwn(name) {
      let file = PathName.joined(folder, name)
      let written =
        (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
      if let written, -written.timeIntervalSinceNow > Self.age {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
  }

  /// Whether it is the name of such a file.
  private static func isOwn(_ name: String) -> Bool {
    let key = name.dropLast(ending.count)
    return name.hasSuffix(ending) && key.count == "".fingerprint.count
      && key.allSatisfy { $0.isHexDigit && $0.isASCII }
  }
}
