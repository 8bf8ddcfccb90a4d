import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Children that are known by their place.
enum ArrayOfChildState: SourceRule {
  static let description = RuleDescription(
    "array-of-child-state", .features,
    "An array of states of a feature, where `IdentifiedArrayOf` is wanted.",
    why: """
      An action that names a child by its index reaches another one, or none, once a row was \
      moved or removed while an effect ran. `forEach` finds children by their identity, and so \
      needs `IdentifiedArrayOf`.
      """,
    sources: [.playbook("Composition Patterns")],
    wrong: [
      RuleExample(
        "The index may be of another row when the response comes.",
        """
        @Reducer
        struct RowFeature {
          struct State: Identifiable { let id: Int; var isLoaded = false }
          enum Action { case loaded }
        }
        @Reducer
        struct ListFeature {
          struct State {
            var rows: [RowFeature.State] = []  // wrong
          }
          enum Action { case row(index: Int, action: RowFeature.Action) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "Rows are known by their identity.",
        """
        @Reducer
        struct RowFeature {
          struct State: Identifiable { let id: Int; var isLoaded = false }
          enum Action { case loaded }
        }
        @Reducer
        struct ListFeature {
          struct State { var rows: IdentifiedArrayOf<RowFeature.State> = [] }
          enum Action { case rows(IdentifiedActionOf<RowFeature>) }
          var body: some ReducerOf<Self> {
            EmptyReducer().forEach(\\.rows, action: \\.rows) { RowFeature() }
          }
        }
        """),
      RuleExample(
        "An array of plain values.",
        """
        @Reducer
        struct ListFeature {
          struct State { var names: [String] = [] }
          enum Action { case refresh }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let children = Set(subject.features.filter(\.ownsDomain).compactMap { $0.state?.key })
    return subject.features.filter(\.ownsDomain).flatMap { feature in
      feature.stateProperties.compactMap { stored -> Finding? in
        guard let state = feature.state, let element = element(of: stored),
          let key = subject.index.resolve(element, in: state, module: state.module),
          children.contains(key), key != state.key
        else { return nil }
        let name = element.trimmedText
        return finding(
          at: stored.file.location(of: stored.property.declaration), machine: feature.id,
          "`\(stored.property.name)` of \(feature.name) is an array of `\(name)`, whose children "
            + "are known by their place alone",
          remedy: "make it an `IdentifiedArrayOf<\(name)>` and compose the children by `forEach`")
      }
    }
  }

  private static func element(of stored: StoredInfo) -> TypeSyntax? {
    guard stored.property.wrappers.isEmpty, let type = stored.property.type else { return nil }
    if let array = type.as(ArrayTypeSyntax.self) { return array.element }
    guard let generic = type.as(IdentifierTypeSyntax.self), generic.name.text == "Array" else {
      return nil
    }
    return generic.genericArgumentClause?.arguments.types.first
  }
}
