import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Tells which types are features of The Composable Architecture, and what they reduce.
package struct FeatureDomains {
  private let index: SourceIndex

  package init(_ index: SourceIndex) { self.index = index }

  package func isFeature(_ info: TypeInfo) -> Bool {
    let names = SourceIndex.reducerProtocols
    if info.kind == .protocol { return false }
    if info.attributes.contains(where: names.contains) { return true }
    return info.inherited.contains { names.contains(Naming.typeName($0)) }
      || !index.featureProtocols(of: info).isEmpty
  }

  /// The state and the action: what a body says that it reduces, or else the types of these names
  /// in the feature or around it.
  package func domain(of info: TypeInfo) -> (state: TypeInfo, action: TypeInfo)? {
    let written = info.computed.lazy.map(NamedType.domain).first { !$0.isEmpty } ?? []
    let named = written.first.flatMap { $0.trimmedText == "Self" ? nil : index.type($0, in: info) }
    let scope = named ?? info
    let (state, action) =
      written.count == 2
      ? (index.type(written[0], in: info), index.type(written[1], in: info))
      : (index.type(named: "State", in: scope), index.type(named: "Action", in: scope))
    return state.flatMap { state in action.map { (state, $0) } }
  }

  /// The bodies by which a feature answers its actions, in the order in which they run.
  package func reducers(of info: TypeInfo) -> [ReducerBody] {
    guard let (state, action) = domain(of: info) else { return [] }
    return Composition(of: info, state: state, action: action, in: index).handlers
      .filter { !$0.body.isEmpty }.map(ReducerBody.init)
  }
}

/// A body that is handed the state and an action of a feature, and answers with an effect.
package struct ReducerBody {
  package var statements: CodeBlockItemListSyntax
  package var file: SourceFile
  /// What it calls the state and the action.
  package var stateName: String?
  package var actionName: String?

  init(_ handler: Handler) {
    (statements, file) = (handler.body, handler.file)
    for parameter in handler.parameters {
      switch parameter.role {
      case .state: stateName = parameter.name
      case .event: actionName = parameter.name
      case .other: break
      }
    }
  }
}
