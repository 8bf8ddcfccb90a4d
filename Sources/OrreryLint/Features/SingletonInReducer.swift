import OrreryModel
import SwiftSyntax

/// An object of the whole program that a reducer reaches for by its global name.
enum SingletonInReducer: SourceRule {
  static let description = RuleDescription(
    "singleton-in-reducer", .features,
    "A singleton that a reducer or its effect reaches by its global name.",
    why: """
      What a reducer decides shall depend on its state, the action and its dependencies alone. A \
      singleton is shared with all tests and previews, so that one test changes what the next one \
      sees, and none can say what it answers.
      """,
    sources: [.playbook("Dependency Rules"), .playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "The reducer asks the defaults of the whole program.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0 }
          enum Action { case onAppear, incrementTapped }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .onAppear:
                state.count = UserDefaults.standard.integer(forKey: "count")  // wrong
                return .none
              case .incrementTapped:
                state.count += 1
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "An effect uses an object of the app's own that nothing can be put in place of.",
        """
        import ComposableArchitecture

        actor ThumbnailCache {
          static let shared = ThumbnailCache()
          func removeAll() {}
        }

        @Reducer
        struct Storage {
          struct State { var isCleared = false }
          enum Action { case clearTapped, cleared }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .clearTapped:
                return .run { send in
                  await ThumbnailCache.shared.removeAll()  // wrong
                  await send(.cleared)
                }
              case .cleared:
                state.isCleared = true
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "A dependency has a live value, and another one in tests.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0 }
          enum Action { case onAppear }
          @Dependency(\\.counts) var counts

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .onAppear:
                state.count = counts.last()
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "`Filter.default` is a value like any other.",
        """
        import ComposableArchitecture

        struct Filter: Equatable {
          static let `default` = Filter(name: "")
          var name: String
        }

        @Reducer
        struct List {
          struct State { var filter = Filter(name: "new") }
          enum Action { case resetTapped }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .resetTapped:
                state.filter = Filter.default
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature -> [Finding] in
      let inline = Set(ReducerWork.all(in: feature, of: subject).map(\.node.id))
      let uses = feature.nodes(MemberAccessExprSyntax.self).compactMap { found in
        Singletons.name(of: found.node, in: subject, of: feature).flatMap {
          found.node.isWithin(inline) || isListenedTo(found.node) ? nil : (name: $0, found: found)
        }
      }
      // One finding for each object and action: the same client replaces all uses.
      return Dictionary(grouping: uses) {
        Place(name: $0.name, event: feature.event(around: $0.found.node))
      }.compactMap { place, uses in
        finding(of: place, uses.map { $0.found.file.location(of: $0.found.node) }, in: feature)
      }
    }
  }

  /// `NotificationCenter.default.notifications(named:)`: a test posts what it wants to be heard.
  private static func isListenedTo(_ node: MemberAccessExprSyntax) -> Bool {
    let next = node.parent?.as(MemberAccessExprSyntax.self)
    return node.base?.nameParts?.last == "NotificationCenter"
      && ["notifications", "publisher"].contains(next?.declName.baseName.text ?? "")
  }

  /// What is reached for, and the action that it is for.
  private struct Place: Hashable {
    var name: String
    var event: Event.ID?
  }

  private static func finding(
    of place: Place, _ locations: [OrreryModel.SourceLocation], in feature: Feature
  ) -> Finding? {
    guard let first = locations.min() else { return nil }
    let more = locations.count == 1 ? "" : " \(locations.count) times"
    return finding(
      at: first, machine: feature.id, event: place.event,
      "\(feature.name) reaches for `\(place.name)`\(more), which no test can replace",
      remedy: "declare a client for it and hand it to the feature with `@Dependency`")
  }
}

extension SyntaxProtocol {
  /// Whether it is one of some nodes, or stands in one.
  func isWithin(_ nodes: Set<SyntaxIdentifier>) -> Bool {
    var current: Syntax? = Syntax(self)
    while let node = current {
      if nodes.contains(node.id) { return true }
      if node.is(CodeBlockItemSyntax.self) { return false }
      current = node.parent
    }
    return false
  }
}
