import OrreryModel

/// A comment that disables a rule and says nothing of why, or names none.
enum MalformedDisable: Rule {
  static let description = RuleDescription(
    "malformed-disable", .comments,
    "A comment that is meant to disable a rule, and has no reason or names no rule.",
    why: """
      A rule is disabled for a reason, and who reads the code later needs it more than the author \
      does now. Such a comment disables nothing.
      """,
    sources: [.statecharts("The habits of SwiftLint and swift-format")],
    wrong: [
      RuleExample(
        "No rule has that name.",
        """
        // orrery:disable:next unreachable-sate  // wrong
        enum Light { case on, off }
        """)
    ],
    right: [
      RuleExample(
        "A rule and a reason.",
        """
        struct Lamp {
          // orrery:disable:next unreachable-state old archives hold lamps that are dimmed
          enum Light { case on, off, dimmed }
          private var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off, .dimmed: light = .on
            }
          }
        }
        """)
    ])

  static func found(_ problem: String, at location: SourceLocation) -> Finding {
    finding(
      at: location, problem,
      remedy: "write `// orrery:disable:next rule-id` and the reason on the same line")
  }
}

/// A comment that disables a rule where that finds nothing.
enum UnusedDisable: Rule {
  static let description = RuleDescription(
    "unused-disable", .comments, "A comment that disables a rule where the rule finds nothing.",
    why: """
      The code has been mended, or the comment has lost its line. If it stays, it hides the next \
      finding, which nobody has looked at.
      """,
    sources: [.statecharts("The habits of SwiftLint and swift-format")],
    wrong: [
      RuleExample(
        "Each state is entered by now.",
        """
        // orrery:disable:next unreachable-state archives hold it  // wrong
        enum Light { case on, off }
        """)
    ],
    right: [
      RuleExample(
        "The rule finds something in the next line.",
        """
        struct Lamp {
          // orrery:disable:next unreachable-state archives of version 1 hold it
          enum Light { case on, off, dimmed }
          private var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off, .dimmed: light = .on
            }
          }
        }
        """)
    ])

  /// - Parameter edit: What takes the comment out, where all of its rules find nothing.
  static func found(_ rules: [String], at location: SourceLocation, edit: Fix.Edit?) -> Finding {
    finding(
      at: location,
      "the comment disables '\(rules.joined(separator: "', '"))', which finds nothing",
      remedy: "remove the comment", fix: edit.map { Fix([$0]) })
  }
}
