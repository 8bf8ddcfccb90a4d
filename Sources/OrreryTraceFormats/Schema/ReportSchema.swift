/// The published descriptions of what the verbs about traces write as JSON.
///
/// Each is a JSON Schema (draft 2020-12). Keys that are not named in it are allowed: a later version
/// may add some.
public enum ReportSchema: String, CaseIterable, Sendable {
  case summary
  case conformance
  case coverage
  case names
  case nameCheck

  /// The schema as text.
  public var json: String {
    switch self {
    case .summary: Self.summaryJSON
    case .conformance: Self.conformanceJSON
    case .coverage: Self.coverageJSON
    case .names: Self.namesJSON
    case .nameCheck: Self.nameCheckJSON
    }
  }
}
