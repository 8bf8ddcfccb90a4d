import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The code that runs one effect: a clause of `runIOEffect`, or the method `runFetch`.
struct EffectRunner {
  /// The case of the effect.
  var effect: String
  var statements: CodeBlockItemListSyntax
  /// What the effect carries, by the names that the code gives it.
  var payload: Set<String>
  var function: FunctionInfo
  /// What comes back, as far as the code tells.
  var yields: EffectYields

  /// The name of the method that runs an effect alone.
  static func method(of effect: String) -> String {
    "run" + effect.prefix(1).uppercased() + effect.dropFirst()
  }

  static func all(
    in function: FunctionInfo, of info: TypeInfo, effects: [String], _ result: TypeInfo?
  ) -> [EffectRunner] {
    guard let body = function.body?.statements else { return [] }
    let names = Set(function.parameters.map { ($0.secondName ?? $0.firstName).text })
    func runner(
      _ effect: String, _ statements: CodeBlockItemListSyntax, _ payload: Set<String>
    ) -> EffectRunner {
      EffectRunner(
        effect: effect, statements: statements, payload: payload, function: function,
        yields: EffectYields(of: statements, in: function, info, result))
    }
    guard function.name == "runIOEffect" else {
      let own = effects.filter { method(of: $0) == function.name }
      return own.map { runner($0, body, names) }
    }
    guard let choice = choice(over: names, in: body) else {
      return effects.map { runner($0, body, []) }
    }
    let clauses = clauses(of: choice)
    let named = Set(clauses.flatMap(\.names))
    return clauses.flatMap { clause in
      (clause.isDefault ? effects.filter { !named.contains($0) } : clause.names)
        .map { runner($0, clause.statements, clause.bound) }
    }
  }

  /// The first `switch` over the effect itself.
  private static func choice(
    over names: Set<String>, in body: CodeBlockItemListSyntax
  ) -> SwitchExprSyntax? {
    body.descendants(SwitchExprSyntax.self).first { node in
      node.subject.as(DeclReferenceExprSyntax.self).map { names.contains($0.baseName.text) }
        ?? false
    }
  }

  struct Clause {
    var names: [String]
    var isDefault: Bool
    var bound: Set<String>
    var statements: CodeBlockItemListSyntax
  }

  static func clauses(of node: SwitchExprSyntax) -> [Clause] {
    node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }.map { clause in
      let items = clause.label.as(SwitchCaseLabelSyntax.self)?.caseItems.map(\.pattern) ?? []
      let names = items.compactMap { pattern in
        pattern.descendants(MemberAccessExprSyntax.self).first
          .map { Naming.identifier($0.declName.baseName.text) }
      }
      let bound = items.flatMap { $0.descendants(IdentifierPatternSyntax.self) }
        .map(\.identifier.text)
      // `case let .fetch(id)` parses its names as expressions.
      let named = items.flatMap { $0.descendants(PatternExprSyntax.self) }.map(\.trimmedText)
      return Clause(
        names: names, isDefault: names.isEmpty, bound: Set(bound + named),
        statements: clause.statements)
    }
  }
}
