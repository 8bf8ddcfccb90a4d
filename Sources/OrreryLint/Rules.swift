/// The list of all rules.
enum Rules {
  /// In the order of lists and pages: by subject, then by name.
  static let all: [any Rule.Type] = source + [MalformedDisable.self, UnusedDisable.self]

  /// Those that look at the source.
  static let source: [any SourceRule.Type] = machines + effects + features + views + tests

  private static let machines: [any SourceRule.Type] = [
    UnreachableState.self
  ]
  private static let effects: [any SourceRule.Type] = []
  private static let features: [any SourceRule.Type] = []
  private static let views: [any SourceRule.Type] = []
  private static let tests: [any SourceRule.Type] = []
}
