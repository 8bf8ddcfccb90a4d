import OrreryModel
import SwiftSyntax

/// An action that is named after what shall be done, and not after what happened.
enum CommandActionName: SourceRule {
  static let description = RuleDescription(
    "command-action-name", .features,
    "An action that is named like a command to the reducer: `fetchData`, `setName`.",
    why: """
      An action tells what happened; what follows is the reducer's decision, and the only place to \
      read it. A view that sends commands has made the decision, and the name is wrong as soon as \
      the reducer does a second thing.
      """,
    isOptIn: true,
    sources: [.playbook("Mental Model"), .playbook("Canonical Feature Shape")],
    wrong: [
      RuleExample(
        "The view decides what is done.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var name = "" }
          enum Action {
            case increment
            case fetchData  // wrong
            case setName(String)  // wrong
          }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .increment, .fetchData:
                state.count += 1
                return .none
              case .setName(let name):
                state.name = name
                return .none
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The view tells what the user did, the effect what came back.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0 }
          enum Action {
            case incrementTapped, refreshButtonTapped, loadResponse(Int), updateFinished
            case setup(Setup.Action)
          }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .incrementTapped, .refreshButtonTapped, .updateFinished, .setup:
                return .none
              case .loadResponse(let count):
                state.count = count
                return .none
              }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature -> [Finding] in
      guard let action = feature.action, feature.declaresAction else { return [] }
      return action.cases.filter { !$0.isOfOthers }.compactMap { event in
        let words = event.name.camelCaseWords
        guard words.count > 1, commands.contains(words[0]), let last = words.last,
          !tellsOfEvent(last)
        else { return nil }
        return finding(
          at: action.file.location(of: event.element), machine: feature.id,
          event: Event.ID(.input, event.name),
          "`\(event.name)` of \(feature.name) commands what to do and does not tell what happened",
          remedy:
            "name it after what the user did or what came back, such as `refreshButtonTapped` "
            + "or `factResponse`")
      }
    }
  }

  private static let commands: Set = [
    "add", "check", "clear", "close", "create", "delete", "dismiss", "fetch", "get", "hide", "load",
    "open", "perform", "present", "refresh", "reload", "remove", "reset", "run", "save", "send",
    "set", "show", "start", "stop", "submit", "sync", "toggle", "update",
  ]

  /// `Tapped`, `Response`: words that end the name of something that happened.
  private static func tellsOfEvent(_ word: String) -> Bool {
    word.hasSuffix("ed")
      || ["response", "result", "success", "failure", "done", "tap", "sent", "began"].contains(word)
  }
}

extension String {
  /// The words of a name in camel case, in small letters: `fact`, `response` of `factResponse`.
  var camelCaseWords: [String] {
    var words: [String] = []
    for character in self where character != "_" {
      if character.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
