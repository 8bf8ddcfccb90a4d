import ArgumentParser

/// What a trace can be shown as: a report, or a picture of what ran.
enum TraceFormat: Hashable, Sendable {
  case text
  case markdown
  case json
  case drawing(DrawingFormat)
}

extension TraceFormat: CaseIterable, RawRepresentable, ExpressibleByArgument {
  static let allCases: [Self] =
    [.text, .markdown, .json]
    + ["svg", "png", "pdf", "dot", "plantuml", "mermaid"].compactMap(DrawingFormat.init(rawValue:))
    .map { .drawing($0) }

  var rawValue: String {
    switch self {
    case .text: "text"
    case .markdown: "markdown"
    case .json: "json"
    case .drawing(let format): format.rawValue
    }
  }

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
