import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A feature that does too much.
enum LargeFeature: SourceRule {
  static let description = RuleDescription(
    "large-feature", .features,
    "A feature whose reducers, actions and state have all grown beyond bounds.",
    why: """
      A reducer that handles unrelated matters is hard to read and to test, and each change of \
      it can break all the others. Children that are composed by `Scope` can be read, tested and \
      shown alone.
      """,
    sources: [
      .smithTCA("When to Extract Child Features"),
      .playbook("Anti-Patterns and Fixes: massive feature with no composition"),
    ],
    thresholds: [
      .init("lines", 300, "lines of code in the reducers of one feature"),
      .init("actions", 25, "actions of its own"),
      .init("properties", 15, "stored properties of its state"),
    ],
    wrong: [
      RuleExample(
        "An account and a player in one reducer; the thresholds are made small for the example.",
        """
        @Reducer
        struct AppFeature {  // wrong
          @ObservableState
          struct State {
            var user: User?
            var password = ""
            var isPlaying = false
            var volume = 0.5
          }
          enum Action {
            case loginTapped, logoutTapped
            case playTapped, stopTapped
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .loginTapped:
                state.user = User(password: state.password)
                return .none
              case .logoutTapped:
                state.user = nil
                return .none
              case .playTapped:
                state.isPlaying = true
                return .none
              case .stopTapped:
                state.isPlaying = false
                return .none
              }
            }
          }
        }
        """, thresholds: ["lines": 10, "actions": 3, "properties": 3])
    ],
    right: [
      RuleExample(
        "A feature of the usual size.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action { case incrementTapped, decrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .incrementTapped: state.count += 1
              case .decrementTapped: state.count -= 1
              }
              return .none
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let most = ["lines", "actions", "properties"].map { subject.threshold($0, of: Self.self) }
    return subject.features.filter(\.ownsDomain).compactMap { feature in
      let sizes = [
        feature.lineCount, feature.action?.cases.count ?? 0, feature.stateProperties.count,
      ]
      guard zip(sizes, most).allSatisfy({ $0 > $1 }) else { return nil }
      return finding(
        at: feature.info.nameLocation, machine: feature.id,
        "\(feature.name) has \(sizes[0]) lines of reducers (\(most[0]) are usual), \(sizes[1]) "
          + "actions (\(most[1])) and \(sizes[2]) properties of its state (\(most[2]))",
        remedy: "move what belongs together into a child of its own, and compose it by `Scope`")
    }
  }
}

extension Feature {
  /// The lines of code that run when an action comes.
  fileprivate var lineCount: Int {
    code.reduce(0) { sum, code in
      let lines = code.statements.tokens(viewMode: .sourceAccurate).map {
        code.file.location(of: $0).line
      }
      return sum + Set(lines).count
    }
  }
}
