import OrreryLowering
import OrreryTrace
import SwiftSyntax

extension ReducerStyle {
  /// What a framework calls on the type around an action when that is handed other values, and which
  /// may change the state: `workflowDidChange(from:state:)`.
  func changes(of state: TypeInfo, beside action: TypeInfo?) -> [Handler] {
    guard let action, let owner = index.type(around: action),
      owner.inherited.contains(where: { Naming.typeName($0) == "Workflow" })
    else { return [] }
    return owner.functions.filter { $0.name == "workflowDidChange" && $0.body != nil }
      .compactMap { function in
        let roles = function.parameters.map { parameter -> (String, Handler.Role) in
          let name = parameter.ownName
          let isState =
            parameter.type.inOutBase != nil
            && index.resolve(parameter.type, in: owner) == state.key
          return (name, isState ? .state(isInOut: true) : .other)
        }
        guard roles.contains(where: { $0.1 != .other }) else { return nil }
        return Handler(
          function, of: owner, parameters: roles, events: .method(function.name), result: .nothing)
      }
  }
}
