import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Which plain functions are one machine.
extension ReducerStyle {
  /// A type with functions `(State, Event) -> State` or alike.
  func functionSites(_ info: TypeInfo) -> [Site] {
    let free = free(info.functions.compactMap { shape(of: $0, in: info) })
    // One that answers with the next state goes before those that are handed it to change.
    guard let main = free.first(where: { !$0.isInOut }) ?? free.first else { return [] }
    let holdsNothing = info.stored.allSatisfy(\.property.isStatic)
    let shapes = free.filter { shape in
      shape.state === main.state || shape.function.isStatic || holdsNothing
    }
    // Functions of several states in one namespace: a machine for each state.
    var groups: [[Shape]] = []
    for shape in shapes where !groups.contains(where: { $0[0].state === shape.state }) {
      groups.append(shapes.filter { $0.state === shape.state })
    }
    guard groups.count > 1 else { return [addingSenders(to: site(shapes, main, info), of: info)] }
    return groups.map { group in
      var site = site(group, group[0], info)
      site.path.append(group[0].function.name)
      (site.node, site.file) = (DeclSyntax(group[0].function.node), group[0].function.file)
      return site
    }
  }

  func globalSites() -> [Site] {
    index.globals.keys.sorted().compactMap { name in
      let free = free((index.globals[name] ?? []).compactMap { shape(of: $0, in: nil) })
      guard let main = free.first(where: { !$0.isInOut }) ?? free.first else { return nil }
      return site(free.filter { $0.state === main.state }, main, nil)
    }
  }

  struct Shape {
    var function: FunctionInfo
    var state: TypeInfo
    /// Whether the state is handed in to be changed.
    var isInOut: Bool
    /// Whether nothing says that it answers with what comes next.
    var isConversion = false
    var handlers: [Handler]
  }

  /// What is to be said of functions that answer with a value of the type that they are handed, and
  /// are no machines, with the files that they stand in.
  func conversions() -> [NoteOfFile] {
    index.writtenFunctions.compactMap { function, info in
      guard let shape = shape(of: function, in: info), shape.isConversion else { return nil }
      return function.file.noMachine(
        (info?.path ?? []) + [function.name],
        "is no machine: it answers with a '\(shape.state.name)' and does not ask which one it was",
        at: function.node)
    }
  }

  /// The functions that answer with what comes next and are no helpers of others.
  private func free(_ shapes: [Shape]) -> [Shape] {
    let shapes = shapes.filter { !$0.isConversion }
    guard shapes.count > 1 else { return shapes }
    let called = shapes.flatMap { shape in
      CallForm.calls(in: shape.function.node).filter { !$0.calls(shape.function) }
    }
    return shapes.filter { shape in !called.contains { $0.calls(shape.function) } }
  }

  private func site(_ shapes: [Shape], _ shape: Shape, _ owner: TypeInfo?) -> Site {
    var path = owner?.path ?? [shape.function.name]
    if shape.handlers.contains(where: \.selfIsEvent), path.count > 1 { path.removeLast() }
    let node = owner?.node ?? DeclSyntax(shape.function.node)
    var site = Site(
      style: .reducer, module: shape.function.file.module, path: path, node: node,
      file: owner?.file ?? shape.function.file, owner: owner, state: shape.state,
      holder: .parameter, handlers: shapes.flatMap(\.handlers))
    site.initial =
      initial(of: shape.state, owner) ?? site.handlers.lazy.compactMap(\.replacement).first
    site.isHandedOptional = site.handlers.contains(where: \.takesOptionalState)
    if shapes.contains(where: { $0.handlers.contains(where: \.selfIsEvent) }) {
      site.handlers += changes(of: shape.state, beside: owner)
    }
    return site
  }

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
