import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// A view store that observes all of a large state.
enum OverObservation: SourceRule {
  static let description = RuleDescription(
    "over-observation", .views, "`observe: { $0 }` of a state with many properties.",
    why: """
      The view is drawn again for each change of any of them, also of those that it does not show, \
      and of all that child features hold inside the state. It is felt while typing and scrolling.
      """,
    sources: [.playbook("Anti-Patterns and Fixes"), .playbook("View Integration")],
    thresholds: [.init("properties", 8, "stored properties of an observed state")],
    wrong: [
      RuleExample(
        "Nine properties are observed, and two are shown.",
        """
        struct Game: Reducer {
          struct State: Equatable {
            var board = Board.State()
            var chat = Chat.State()
            var clock = Clock.State()
            var players: [Player] = []
            var score = 0
            var moves: [Move] = []
            var hint: Hint?
            var isPaused = false
            var title = ""
          }
          enum Action { case pauseTapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        struct HeaderView: View {
          let store: StoreOf<Game>
          var body: some View {
            WithViewStore(store, observe: { $0 }) { viewStore in  // wrong
              Text(viewStore.title)
              Text("\\(viewStore.score)")
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "A small state, and a part of a large one.",
        """
        struct CounterFeature: Reducer {
          struct State: Equatable {
            var count = 0
            var isLoading = false
          }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        struct CounterView: View {
          let store: StoreOf<CounterFeature>
          var body: some View {
            WithViewStore(store, observe: { $0 }) { viewStore in
              Text("Count: \\(viewStore.count)")
            }
          }
        }
        struct HeaderView: View {
          let store: StoreOf<Game>
          var body: some View {
            WithViewStore(store, observe: \\.title) { Text($0.state) }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let limit = subject.threshold("properties", of: self)
    return subject.storeViews.compactMap { view -> Finding? in
      view.nodes(FunctionCallExprSyntax.self).lazy.compactMap { call, file in
        found(call, file, in: view, limit)
      }.first
    }
  }

  private static func found(
    _ call: FunctionCallExprSyntax, _ file: SourceFile, in view: StoreView, _ limit: Int
  ) -> Finding? {
    guard ["WithViewStore", "ViewStore"].contains(call.calleeName), call.observesAll,
      let feature = view.feature(observedBy: call), let state = feature.state
    else { return nil }
    let count = state.stored.filter { !$0.property.isStatic }.count
    // A view that shows most of the state has nothing to leave out.
    guard count > limit, let read = view.propertiesRead(from: call), read.count * 2 <= count else {
      return nil
    }
    let list = Naming.listed(read.sorted())
    return finding(
      at: file.location(of: call), machine: feature.id,
      "`\(view.name)` observes all \(count) properties of `\(feature.name).State` and reads "
        + (read.isEmpty ? "none" : "\(read.count): \(list)"),
      remedy: "observe a struct of what the view shows, or mark the state with "
        + "`@ObservableState` and read the store")
  }
}

extension StoreView {
  /// What the view reads of a view store that a call makes; nothing where it hands it on as a whole.
  fileprivate func propertiesRead(from call: FunctionCallExprSyntax) -> Set<String>? {
    let code: Syntax
    let names: Set<String>
    if let closure = call.lastClosure, call.calleeName == "WithViewStore" {
      (code, names) = (Syntax(closure.statements), Set(closure.parameterNames))
    } else {
      let held = stores.filter(\.isViewStore).map(\.property.name)
      (code, names) = (Syntax(declaration), Set(held))
    }
    let isHandedOn = code.descendants(LabeledExprSyntax.self).contains {
      guard let path = $0.expression.dottedNames, let first = path.first else { return false }
      return names.contains(first) && (path.count == 1 || path[1] == "state")
    }
    guard !names.isEmpty, !isHandedOn else { return nil }
    let read = StoreView.reads(in: code, of: names).map { path in
      path[0] == "state" && path.count > 1 ? path[1] : path[0]
    }
    // `viewStore.binding(get: \.name, send: …)`
    let bound = code.calls(of: ["binding"]).flatMap {
      $0.descendants(KeyPathPropertyComponentSyntax.self)
    }
    .map { $0.declName.baseName.text }
    return Set((read + bound).map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 })
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is handed `observe: { $0 }`.
  fileprivate var observesAll: Bool {
    let closure = arguments.first { $0.label?.text == "observe" }?.expression
      .as(ClosureExprSyntax.self)
    return closure?.statements.count == 1 && closure?.statements.first?.trimmedText == "$0"
  }
}

extension StoreView {
  /// The feature of the store that is handed over first, where that is one of the view's own.
  fileprivate func feature(observedBy call: FunctionCallExprSyntax) -> Feature? {
    guard let path = call.arguments.first?.expression.dottedNames, path.count == 1 else {
      return nil
    }
    return stores.first { $0.property.name == path[0] }?.feature
  }
}
