import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What ends the effects of features without an id.
struct EffectLifetimes {
  /// The names of actions whose effects end with a view: `await store.send(.task).finish()`.
  private let awaited: Set<String>
  /// The names of features whose effects end when they are dismissed.
  private let presented: Set<String>

  /// - Complexity: Linear in the size of the features and of the files that say `finish`.
  init(_ subject: LintSubject) {
    awaited = Self.awaited(in: subject)
    presented = Self.presented(among: subject.features)
  }

  /// Whether a feature is presented, so that the library ends its effects with it.
  func isPresented(_ feature: Feature) -> Bool { presented.contains(feature.info.name) }

  /// The actions of a feature whose effects end with a view, with those that such effects send.
  func kept(of feature: Feature) -> Set<String> {
    let sent = feature.nodes(FunctionCallExprSyntax.self).filter { $0.node.calleeName == "send" }
      .compactMap { call -> (from: Set<String>, to: String)? in
        guard let name = call.node.arguments.first?.expression.implicitCase else { return nil }
        let places = feature.places(of: call.node)
        return (places.reduce(into: []) { $0.formUnion($1.clauseNames) }, name)
      }
    var kept = awaited
    while true {
      let more = sent.filter { !kept.contains($0.to) && !kept.isDisjoint(with: $0.from) }
      if more.isEmpty { return kept }
      kept.formUnion(more.map(\.to))
    }
  }

  private static func awaited(in subject: LintSubject) -> Set<String> {
    var found: Set<String> = []
    for file in subject.files(naming: ["finish"]) {
      for call in file.tree.calls(of: ["finish"]) {
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
          let send = base.as(FunctionCallExprSyntax.self), send.calleeName == "send"
        else { continue }
        for member in send.arguments.first?.descendants(MemberAccessExprSyntax.self) ?? [] {
          found.insert(Naming.identifier(member.declName.baseName.text))
        }
      }
    }
    return found
  }

  /// `.ifLet(…) { Child() }`, `.forEach(…) { Row() }`, `@Reducer enum Path { case row(Row) }`.
  private static func presented(among features: [Feature]) -> Set<String> {
    var found: Set<String> = []
    for feature in features {
      for body in feature.bodies {
        for call in body.body.calls(of: ["ifLet", "forEach", "ifCaseLet"]) {
          for closure in call.closures {
            found.formUnion(closure.descendants(FunctionCallExprSyntax.self).map(\.calleeName))
          }
        }
      }
      if feature.info.kind == .enum {
        found.formUnion(
          feature.info.cases.compactMap { $0.values.first.map { Naming.typeName($0.type) } })
      }
    }
    return found
  }
}

extension SyntaxProtocol {
  /// All cases that the patterns of the clause around it name.
  var clauseNames: Set<String> {
    guard let label = nearest(SwitchCaseSyntax.self)?.label else { return [] }
    return Set(
      label.descendants(MemberAccessExprSyntax.self).map {
        Naming.identifier($0.declName.baseName.text)
      })
  }
}
