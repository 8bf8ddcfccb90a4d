/// A name of The Composable Architecture that is deprecated or gone.
struct DeprecatedName {
  /// How the name stands in the source.
  enum Form {
    /// A type, or a view that is made of it: `IfLetStore(…)`.
    case type
    /// An attribute: `@BindingState`.
    case attribute
    /// A method with `store:` as its first label: `.sheet(store: …)`.
    case presentation
    /// A method of a reducer: `.pullback(state:action:environment:)`.
    case method(labels: [String])
  }

  var name: String
  var form: Form
  /// From which version on it is deprecated or gone, as part of a sentence.
  var state: String
  /// From which version on there is something else.
  var replaced: LibraryVersion
  /// What to do, as a sentence without its full stop.
  var remedy: String
  /// What the name itself is replaced by, where that is all there is to do.
  var rename: String?

  init(
    _ name: String, _ form: Form, _ state: String, from replaced: LibraryVersion, _ remedy: String,
    rename: String? = nil
  ) {
    (self.name, self.form, self.state) = (name, form, state)
    (self.replaced, self.remedy, self.rename) = (replaced, remedy, rename)
  }
}

extension DeprecatedName {
  /// Source: the file Deprecations.swift and the migration guides of the library, version 1.25.
  static let all = views + modifiers + states + reducers + effects

  private static let observation = "deprecated since 1.7"
  private static let one = LibraryVersion(1, 0)
  private static let seven = LibraryVersion(1, 7)
  private static let protocols = LibraryVersion(0, 41)

  private static let views = [
    Self(
      "ViewStore", .type, observation, from: seven,
      "mark the state with `@ObservableState` and read the store itself"),
    Self(
      "ViewStoreOf", .type, observation, from: seven,
      "mark the state with `@ObservableState` and hold `StoreOf` of the feature"),
    Self(
      "IfLetStore", .type, observation, from: seven,
      "write `if let store = store.scope(state: \\.child, action: \\.child)`"),
    Self(
      "ForEachStore", .type, observation, from: seven,
      "write `ForEach(store.scope(state: \\.rows, action: \\.rows))`"),
    Self(
      "SwitchStore", .type, observation, from: seven,
      "write `switch store.case` or `switch store.state`, and scope in each case"),
    Self(
      "CaseLet", .type, observation, from: seven,
      "write `if let store = store.scope(state: \\.case, action: \\.case)` in the `switch`"),
    Self(
      "NavigationStackStore", .type, observation, from: seven,
      "write `NavigationStack(path: $store.scope(state: \\.path, action: \\.path))`"),
    Self(
      "NavigationLinkStore", .type, "deprecated since 1.0", from: seven,
      "write `.navigationDestination(item: $store.scope(state: …, action: …))`"),
  ]

  private static let modifiers = [
    "alert", "confirmationDialog", "sheet", "popover", "fullScreenCover", "navigationDestination",
  ].map { name in
    let remedy =
      ["alert", "confirmationDialog"].contains(name)
      ? "write `.\(name)($store.scope(state: \\.\(name), action: \\.\(name)))`"
      : "write `.\(name)(item: $store.scope(state: \\.child, action: \\.child))`"
    return Self(name, .presentation, observation, from: seven, remedy)
  }

  private static let states = [
    Self(
      "PresentationState", .attribute, observation, from: seven,
      "mark the state with `@ObservableState` and the property with `@Presents`"),
    Self(
      "BindingState", .attribute, observation, from: seven,
      "mark the state with `@ObservableState`, and bind to `$store` and the property"),
    Self(
      "BindingViewState", .attribute, observation, from: seven,
      "mark the state with `@ObservableState`, and bind to `$store` and the property"),
  ]

  private static let reducers = [
    Self(
      "ReducerProtocol", .type, "deprecated since 1.0", from: one, "name it `Reducer`",
      rename: "Reducer"),
    Self(
      "ReducerProtocolOf", .type, "deprecated since 1.0", from: one, "name it `ReducerOf`",
      rename: "ReducerOf"),
    Self(
      "AnyReducer", .type, "gone since 1.0", from: protocols,
      "make the feature a type with `@Reducer`, and its environment `@Dependency` properties"),
    Self(
      "pullback", .method(labels: ["state", "action", "environment"]), "gone since 1.0",
      from: protocols, "compose with `Scope(state:action:)` in the body of the parent"),
  ]

  private static let effects = [
    Self(
      "EffectTask", .type, "deprecated since 1.0", from: one, "name it `Effect`", rename: "Effect"),
    Self(
      "EffectPublisher", .type, "gone since 1.0", from: one,
      "return `Effect` of the action; its errors go into an action"),
  ]
}
