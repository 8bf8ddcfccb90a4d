import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A state that cannot be compared.
enum StateNotEquatable: SourceRule {
  static let description = RuleDescription(
    "state-not-equatable", .features, "The state of a feature that is not `Equatable`.",
    why: """
      `TestStore` compares states, and so does `onChange`. A state that cannot be compared \
      cannot be tested that way. Opt-in, because SMITH-TCA writes states without `Equatable`, \
      and a feature without tests does not need it.
      """,
    isOptIn: true,
    sources: [.playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "No test can say what is expected.",
        """
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }  // wrong
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The conformance may stand in an extension, and may be by `Hashable`.",
        """
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        extension CounterFeature.State: Hashable {}
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.compactMap { feature in
      guard feature.ownsDomain, let state = feature.state, state.kind != .extensionOnly,
        !state.isEquatable(in: subject.index)
      else { return nil }
      return finding(
        at: state.nameLocation, machine: feature.id,
        "the state of \(feature.name) does not conform to `Equatable`",
        remedy: "let it conform to `Equatable`")
    }
  }
}

extension TypeInfo {
  /// Whether it says so, or a protocol of the sources that it names may.
  fileprivate func isEquatable(in index: SourceIndex) -> Bool {
    let known: Set = [
      "Sendable", "Codable", "Decodable", "Encodable", "Identifiable",
      "CustomStringConvertible", "CustomDebugStringConvertible", "ObservableState",
    ]
    return !inherited.allSatisfy(known.contains)
  }
}
