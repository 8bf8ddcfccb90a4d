import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A shared value that loses its key when it is made.
enum SharedConstructor: SourceRule {
  static let description = RuleDescription(
    "shared-constructor", .features,
    "`Shared(value:)` for a property that is declared with a key.",
    why: """
      `Shared(value: data)` makes a reference of its own, which is not kept anywhere. For a \
      property that is declared as `@Shared(.appStorage("count"))` it replaces the one with the \
      key: the value is neither read from the storage nor saved. `Shared(wrappedValue: data, \
      .appStorage("count"))` makes one that is. (SMITH-TCA calls `Shared(value:)` wrong \
      throughout. In swift-sharing 2 it is the initializer for values without a key, and \
      `Shared(wrappedValue:)` without a key is none; so this rule looks at properties with a key \
      alone.)
      """,
    severity: .error,
    sources: [.smithTCA("Common Anti-Patterns to Avoid")],
    wrong: [
      RuleExample(
        "The count is not stored.",
        """
        @Reducer
        struct CounterFeature {
          struct State {
            @Shared(.appStorage("count")) var count = 0
            init(data: Int) {
              _count = Shared(value: data)  // wrong
            }
          }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "A value with a key, and one without.",
        """
        @Reducer
        struct CounterFeature {
          struct State {
            @Shared(.appStorage("count")) var count = 0
            @Shared var draft: String
            init(data: Int) {
              _count = Shared(wrappedValue: data, .appStorage("count"))
              _draft = Shared(value: "")
            }
          }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    SharedProperty.all(in: subject.features).flatMap { property -> [Finding] in
      let owner = property.isOfReducer ? property.feature.info : property.feature.state
      return (owner?.initializers ?? []).flatMap { function in
        (function.body?.assignments ?? []).compactMap { target, value -> Finding? in
          guard target.memberNames.last == "_" + property.name, let call = value.unkeyed else {
            return nil
          }
          return finding(
            at: function.file.location(of: target), machine: property.feature.id,
            "`\(property.name)` of \(property.feature.name) is declared with the key "
              + "`\(property.key)`, and is made without it",
            remedy: "write `Shared(wrappedValue: \(call.trimmedText), \(property.key))`")
        }
      }
    }
  }
}

extension ExprSyntax {
  /// The value that is shared without a key: `data` of `Shared(value: data)`.
  fileprivate var unkeyed: ExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self), call.calleeName == "Shared",
      call.arguments.count == 1, let argument = call.arguments.first,
      argument.label?.text == "value"
    else { return nil }
    return argument.expression
  }
}
