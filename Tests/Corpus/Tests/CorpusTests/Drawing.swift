import Foundation

/// What `orrery draw` writes for both packages, in one format.
struct Drawing: Sendable {
  var format: Format
  /// The text of each machine's file, by its path inside the output folder.
  var files: [String: Data]

  /// The formats that are drawn here, with the ending of their files.
  enum Format: String, CaseIterable, Sendable {
    case plantuml
    case dot
    case mermaid
    case svg

    var fileExtension: String {
      switch self {
      case .plantuml: "puml"
      case .dot: "dot"
      case .mermaid: "mmd"
      case .svg: "svg"
      }
    }
  }

  /// One drawing a format, made once for all tests.
  static let corpus = Format.allCases.map { format in
    Result { try Drawing(format, of: Orrery.sources) }
  }

  static func corpus(_ format: Format) throws -> Drawing {
    let drawings = try corpus.map { try $0.get() }
    guard let drawing = drawings.first(where: { $0.format == format }) else {
      throw Failure(message: "\(format) is not drawn")
    }
    return drawing
  }

  init(_ format: Format, of paths: [String]) throws {
    let folder = try Orrery.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Orrery.run(
      ["draw", "--quiet", "--format", format.rawValue, "--output", folder.path] + paths)
    guard outcome.status == 0 else {
      throw Failure(message: "orrery draw ended with \(outcome.status): \(outcome.messages)")
    }
    self.format = format
    files = try Self.read(folder, ending: "." + format.fileExtension)
  }

  /// The paths of the files, sorted.
  var paths: [String] { files.keys.sorted() }

  /// The texts in the order of their paths.
  var texts: [String] {
    files.sorted { $0.key < $1.key }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  private static func read(_ folder: URL, ending: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(ending) {
      files[path] = try Data(contentsOf: folder.appending(path: path))
    }
    return files
  }
}
