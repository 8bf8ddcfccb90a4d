import OrreryModel
import OrreryTrace
import SwiftSyntax

/// Reducers that are values made from a closure: `let reducer = Reducer<Action, State, Void> { … }`.
struct ClosureStyle {
  let index: SourceIndex

  func sites() -> [Site] {
    index.files.flatMap { file in
      file.tree.statements.compactMap { item -> Site? in
        guard case .decl(let node) = item.item, let variable = node.as(VariableDeclSyntax.self)
        else { return nil }
        return site(variable, in: file)
      }
    }
  }

  private func site(_ variable: VariableDeclSyntax, in file: SourceFile) -> Site? {
    let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    guard let name else { return nil }
    let closures = ReduceClosureFinder.find(in: variable)
    guard let first = closures.first(where: { $0.types.count >= 2 }) else { return nil }
    let resolved = first.types.map { index.info(index.resolve($0, in: nil, module: file.module)) }
    let stateIndex = first.types.firstIndex { $0.trimmedDescription.hasSuffix("State") }
    guard let stateIndex, let state = resolved[stateIndex] else { return nil }
    let event = resolved.enumerated().first { offset, type in
      offset != stateIndex && type?.kind == .enum
    }?.element
    guard let event else { return nil }
    let handlers = closures.filter { $0.types.count >= 2 }.map {
      Handler(closure: $0, event: event, owner: nil, file: file)
    }
    return Site(
      style: .reducer, module: file.module, path: [Naming.identifier(name)],
      node: DeclSyntax(variable), file: file, owner: nil, state: state, holder: .parameter,
      handlers: handlers)
  }
}

extension Handler {
  /// A `Reduce` closure: the state is handed in to be changed, the result is the effect.
  init(closure: ReduceClosure, event: TypeInfo, owner: TypeInfo?, file: SourceFile) {
    let (state, action) = (closure.stateName, closure.eventName)
    self.init(
      body: closure.node.statements,
      parameters: closure.names.filter { $0 != "_" }.map { name in
        if name == state { return (name, .state(isInOut: true)) }
        return (name, name == action ? .event : .other)
      },
      events: .cases(event), origin: .input, result: .effect, file: file, owner: owner,
      location: file.location(of: closure.node))
  }
}
