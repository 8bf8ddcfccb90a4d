import ArgumentParser
import OrreryGraphviz
import OrreryRendering

/// Everything that a machine can be drawn as: the one list from which `--format` and its help come.
enum DrawingFormat: Hashable, Sendable {
  /// Laid out by Graphviz.
  case picture(GraphvizFormat)
  case text(TextFormat)
  /// The JSON of `orrery extract`.
  case model

  var fileExtension: String {
    switch self {
    case .picture(let format): format.rawValue
    case .text(let format): format.fileExtension
    case .model: "json"
    }
  }
}

extension DrawingFormat: CaseIterable, RawRepresentable, ExpressibleByArgument {
  static let allCases: [Self] =
    GraphvizFormat.allCases.map { .picture($0) } + TextFormat.allCases.map { .text($0) } + [.model]

  var rawValue: String {
    switch self {
    case .picture(let format): format.rawValue
    case .text(let format): format.rawValue
    case .model: "json"
    }
  }

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// The words of the list, for help.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
