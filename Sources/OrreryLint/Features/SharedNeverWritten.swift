import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A shared value that is only read where it could be changed.
enum SharedNeverWritten: SourceRule {
  static let description = RuleDescription(
    "shared-never-written", .features,
    "A `@Shared` value with a key that its feature only reads.",
    why: """
      `@SharedReader` says that the feature does not own the value, and lets the compiler keep \
      it so. Whoever looks for the writers of a key need not look there.
      """,
    sources: [.smithTCA("Pattern 3: Shared State (@Shared & @SharedReader)")],
    wrong: [
      RuleExample(
        "The theme reads a setting that others change.",
        """
        @Reducer
        struct ThemeFeature {
          struct State {
            @Shared(.fileStorage("app-settings.json")) var appSettings = AppSettings()  // wrong
            var currentTheme = Theme.light
          }
          enum Action { case themeQuery }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .themeQuery:
                state.currentTheme = state.appSettings.darkModeEnabled ? .dark : .light
                return .none
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "A feature that writes, and one that only reads.",
        """
        @Reducer
        struct SettingsFeature {
          @Shared(.fileStorage("app-settings.json")) var appSettings: AppSettings
          struct State {}
          enum Action { case toggleDarkMode }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .toggleDarkMode:
                appSettings.darkModeEnabled.toggle()
                return .none
              }
            }
          }
        }
        @Reducer
        struct ThemeFeature {
          @SharedReader(.fileStorage("app-settings.json")) var appSettings: AppSettings
          struct State { var currentTheme = Theme.light }
          enum Action { case themeQuery }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .themeQuery:
                state.currentTheme = appSettings.darkModeEnabled ? .dark : .light
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "A view may write through a binding.",
        """
        @Reducer
        struct SoundFeature {
          struct State { @Shared(.appStorage("isMuted")) var isMuted = false }
          enum Action { case appeared }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct SoundView: View {
          let store: StoreOf<SoundFeature>
          var body: some View {
            Toggle("Mute", isOn: Binding(store.$isMuted))
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let properties = SharedProperty.all(in: subject.features).filter { !$0.isReader }
    guard !properties.isEmpty else { return [] }
    let changes = Changes(of: Set(properties.map(\.name)), in: subject)
    return properties.filter { $0.firstWrite() == nil && !changes.mayChange($0) }.map { property in
      finding(
        at: property.location, machine: property.feature.id,
        "\(property.feature.name) never changes `\(property.name)`, which it shares under "
          + "`\(property.key)`",
        remedy: "declare it as `@SharedReader(\(property.key))`")
    }
  }
}

/// Where values of some names may be changed.
private struct Changes {
  private struct Place {
    var change: Change
    /// The feature whose code it stands in.
    var feature: String?
    /// The properties of the nearest type around.
    var own: Set<String>
  }

  private var places: [String: [Place]] = [:]

  init(of names: Set<String>, in subject: LintSubject) {
    let owners = Dictionary(
      subject.features.flatMap { feature in feature.code.map { ($0.statements.id, feature.id) } }
    ) { first, _ in first }
    for file in subject.files(naming: Array(names)) {
      for change in Change.all(in: file.tree) {
        let named = change.path.map { name in
          ["$", "_"].contains { name.hasPrefix($0) } ? String(name.dropFirst()) : name
        }
        for name in named where names.contains(name) {
          let place = Place(
            change: change, feature: Self.owner(of: change.node, owners),
            own: Self.properties(around: change.node))
          places[name, default: []].append(place)
        }
      }
    }
  }

  /// Whether some code may change a property of a feature: all does that names it, but for what
  /// surely means another property of its name.
  func mayChange(_ property: SharedProperty) -> Bool {
    (places[property.name] ?? []).contains { place in
      guard let depth = place.change.place(of: property.name) else { return false }
      if let feature = place.feature, feature != property.feature.id { return depth > 1 }
      if place.feature == nil, place.own.contains(property.name), depth == 0 { return false }
      return true
    }
  }

  private static func owner(
    of node: Syntax, _ owners: [SyntaxIdentifier: String]
  ) -> String? {
    var current = node.parent
    while let parent = current {
      if let owner = owners[parent.id] { return owner }
      current = parent.parent
    }
    return nil
  }

  private static func properties(around node: Syntax) -> Set<String> {
    guard let members = node.nearest(MemberBlockSyntax.self),
      members.parent?.is(ExtensionDeclSyntax.self) == false
    else { return [] }
    // A state changes itself by its own methods.
    if members.parent?.asProtocol((any NamedDeclSyntax).self)?.name.text == "State" { return [] }
    return Set(StoredProperty.all(in: members.members).map(\.name))
  }
}
