import OrreryRendering

/// What a generated block can show: the one list from which markers and help come.
enum BlockFormat: Hashable, Sendable {
  /// A page by the template.
  case page
  /// A list of all machines.
  case index
  /// The doc comment, and where the machine is declared.
  case introduction
  case section(MarkdownSection)
  /// A text in a fence, or a document.
  case text(TextFormat)
  /// The JSON of `orrery extract`, in a fence.
  case model

  /// What a marker without a format asks for.
  static let standard = Self.text(.mermaid)
}

extension BlockFormat: CaseIterable, RawRepresentable {
  static let allCases: [Self] =
    [.page, .index, .introduction] + MarkdownSection.allCases.map { .section($0) }
    + TextFormat.allCases.map { .text($0) } + [.model]

  var rawValue: String {
    switch self {
    case .page: "page"
    case .index: "index"
    case .introduction: "introduction"
    case .section(let section): section.rawValue
    case .text(let format): format.rawValue
    case .model: "json"
    }
  }

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// The format by which `Masking` knows where line numbers stand.
  var drawing: DrawingFormat? {
    switch self {
    case .text(let format): .text(format)
    case .model: .model
    case .page, .index, .introduction, .section: nil
    }
  }
}
