import ArgumentParser

/// What a trace can be shown as: a report, or a picture of what ran.
enum TraceFormat: Hashable, Sendable {
  case text
  case markdown
  case json
  case drawing(DrawingFormat)
}

extension TraceFormat: CaseIterable, RawRepresentable, ExpressibleByArgument {
  private static let reports: [Self] = [.text, .markdown, .json]

  static let allCases: [Self] =
    reports
    + DrawingFormat.allCases.map { .drawing($0) }.filter { drawing in
      !reports.contains { $0.rawValue == drawing.rawValue }
    }

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

  /// The picture, where the word stands for a report as well.
  var picture: Self { DrawingFormat(rawValue: rawValue).map { .drawing($0) } ?? self }
}
