import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A state that a view shows and that says nothing of its changes.
enum MissingObservableState: SourceRule {
  static let description = RuleDescription(
    "missing-observable-state", .features,
    "The state of a feature with a view, without `@ObservableState`.",
    why: """
      `@ObservableState` is what lets a view read `store.count` and be drawn again when just \
      that changes. A parent without it hands children to views that then do not see them \
      change. Silent where no state of the sources has the macro, as the library may be too old, \
      and where the view is of the old kind, with `WithViewStore`.
      """,
    sources: [.smithTCA("Modern TCA 1.23.0+ Rules"), .playbook("Canonical Feature Shape")],
    wrong: [
      RuleExample(
        "One of two features has moved to observation.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        @Reducer
        struct TimerFeature {
          struct State { var seconds = 0 }  // wrong
          enum Action { case ticked }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct TimerView: View {
          let store: StoreOf<TimerFeature>
        }
        """)
    ],
    right: [
      RuleExample(
        "The library is from before observation.",
        """
        struct CounterFeature: Reducer {
          struct State: Equatable { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct CounterView: View {
          let store: StoreOf<CounterFeature>
        }
        """),
      RuleExample(
        "No view shows the second feature.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        @Reducer
        struct Heartbeat {
          struct State { var isRunning = false }
          enum Action { case beat }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
        }
        """),
      RuleExample(
        "A view can only scope to what the state holds.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        @Reducer
        struct AppFeature {
          struct State { var counter = CounterFeature.State() }
          enum Action { case counter(CounterFeature.Action) }
          var body: some ReducerOf<Self> {
            Scope(state: \\.counter, action: \\.counter) { CounterFeature() }
          }
        }
        struct AppView: View {
          let store: StoreOf<AppFeature>
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    guard subject.usesObservableState else { return [] }
    let shown = StoreTypes(in: subject)
    return subject.features.compactMap { feature in
      guard feature.ownsDomain, let state = feature.state, !state.has(attribute: "ObservableState"),
        !state.conforms(to: ["ObservableState"]), state.hasContent,
        !holdsChildrenAlone(state, in: subject), let store = shown.store(of: feature)
      else { return nil }
      return finding(
        at: state.nameLocation, machine: feature.id,
        "the view with the store in line \(store.line) of \(store.fileName) shows \(feature.name), "
          + "whose state has no `@ObservableState` as other features have",
        remedy: "write `@ObservableState` before the state, and read it from the store itself")
    }
  }

  /// Whether a view can only scope to what the state holds, and shows nothing of it.
  private static func holdsChildrenAlone(_ state: TypeInfo, in subject: LintSubject) -> Bool {
    let held = state.stored.map(\.property).filter { !$0.isStatic }
    return !held.isEmpty
      && held.allSatisfy { property in
        let written = property.type ?? property.initializer?.madeType
        let key = subject.index.resolve(written, in: state, module: state.module)
        return subject.index.info(key).map { !subject.features(reducing: $0).isEmpty } ?? false
      }
  }
}

/// Where stores of features are named.
private struct StoreTypes {
  private var places: [String: OrreryModel.SourceLocation] = [:]
  /// The features whose views are of the old kind throughout: other rules speak of these.
  private var old: Set<String> = []

  private static let stores: Set = ["StoreOf", "Store", "ViewStoreOf", "ViewStore"]

  init(in subject: LintSubject) {
    for file in subject.files(naming: Array(Self.stores)) {
      let isOld = file.words.containsAny(of: Self.oldViews)
      for type in file.tree.descendants(IdentifierTypeSyntax.self)
      where Self.stores.contains(type.name.text) && Self.isStored(type) {
        guard
          var parts = type.genericArgumentClause?.arguments.types.first.flatMap(SourceIndex.parts)
        else { continue }
        if parts.last == "State", parts.count > 1 { parts.removeLast() }
        let name = parts.joined(separator: ".")
        guard let key = subject.index.resolve(name: name, in: nil, module: file.module, file: file)
        else { continue }
        if places[key] == nil { places[key] = file.location(of: type) }
        if isOld { old.insert(key) }
      }
    }
  }

  private static let oldViews = Set(
    ["WithViewStore", "ViewStore", "ViewStoreOf", "IfLetStore", "ForEachStore", "SwitchStore"].map {
      Word($0)
    })

  /// Whether a view or a view controller keeps something of the type.
  private static func isStored(_ type: IdentifierTypeSyntax) -> Bool {
    guard type.nearest(TypeAnnotationSyntax.self)?.parent?.is(PatternBindingSyntax.self) ?? false,
      let owner = type.nearest(MemberBlockSyntax.self)?.parent?
        .asProtocol((any DeclGroupSyntax).self)
    else { return false }
    let bases = owner.inheritanceClause?.inheritedTypes.map { $0.type.trimmedText } ?? []
    return bases.contains { base in
      ["View", "ViewController", "ViewModifier"].contains(where: base.hasSuffix)
    }
  }

  func store(of feature: Feature) -> OrreryModel.SourceLocation? {
    old.contains(feature.info.key) ? nil : places[feature.info.key]
  }
}

extension TypeInfo {
  /// Whether there is anything to observe.
  fileprivate var hasContent: Bool {
    kind == .enum || stored.contains { !$0.property.isStatic && !$0.property.isLet }
  }
}
