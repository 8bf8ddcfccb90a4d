import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A shared value that several features change.
enum SharedWriters: SourceRule {
  static let description = RuleDescription(
    "shared-writers", .features,
    "A `@Shared` value of one key that more than one feature changes.",
    why: """
      Where one feature owns a value, its actions tell every change of it. With two writers the \
      value of one is overwritten by the other, and neither's tests show it. Opt-in: the library \
      allows several writers, and many apps have values that no single feature can own.
      """,
    isOptIn: true,
    sources: [.smithTCA("@Shared Usage Discipline"), .smithTCA("Common Anti-Patterns to Avoid")],
    wrong: [
      RuleExample(
        "Who is logged in is changed by the profile as well.",
        """
        @Reducer struct AuthenticationFeature {
          struct State { @Shared(.appStorage("auth")) var authState = AuthState() }
          enum Action { case login }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .login:
                state.$authState.withLock { $0.isLoggedIn = true }
                return .none
              }
            }
          }
        }
        @Reducer struct ProfileFeature {
          struct State {
            @Shared(.appStorage("auth")) var authState = AuthState()  // wrong
          }
          enum Action { case logoutTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .logoutTapped:
                state.$authState.withLock { $0.isLoggedIn = false }
                return .none
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "A single owner that can write, and a reader that can only read.",
        """
        @Reducer struct AuthenticationFeature {
          @Shared(.appStorage("auth")) var authState: AuthState
          struct State {}
          enum Action { case login }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .login:
                authState.isLoggedIn = true  // Can write
                return .none
              }
            }
          }
        }
        @Reducer struct ProfileFeature {
          @SharedReader(.appStorage("auth")) var authState: AuthState
          struct State { var canEditProfile = false }
          enum Action { case loadProfile }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .loadProfile:
                state.canEditProfile = authState.isLoggedIn  // Can only read
                return .none
              }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let written = SharedProperty.all(in: subject.features).compactMap { property in
      property.firstWrite().map { (property: property, place: $0) }
    }
    return Dictionary(grouping: written) { $0.property.identity }.values.flatMap { writers in
      let writers = writers.sorted { $0.property.location < $1.property.location }
      return writers.dropFirst().compactMap { writer -> Finding? in
        let (first, property) = (writers[0], writer.property)
        // Several states of one tutorial's feature are one feature.
        guard property.feature.name != first.property.feature.name else { return nil }
        return finding(
          at: property.location, machine: property.feature.id,
          "\(property.feature.name) changes `\(property.key)` in line \(writer.place.line) of "
            + "\(writer.place.fileName), and so does \(first.property.feature.name) in line "
            + "\(first.place.line) of \(first.place.fileName)",
          remedy: "let one of them own the value, and read it by `@SharedReader` in the other")
      }
    }
  }
}
