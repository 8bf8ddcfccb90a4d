import OrreryLowering
import OrreryProgram

/// A handler in its lowered form.
package struct LoweredHandler {
  package var handler: Handler
  /// Nothing where the body is a closure or a part of a function.
  package var function: Function?
  package var body: Body

  /// The names of its parameters, in the order of their slots.
  package var names: [String] {
    function?.parameters.map(\.variable.name) ?? handler.parameters.map(\.name)
  }
}

extension Handler {
  package func lowered(in program: LoweredProgram) -> LoweredHandler? {
    let whole = program.function(of: self)
    return whole.body.map {
      LoweredHandler(handler: self, function: function == nil ? nil : whole, body: $0)
    }
  }
}

extension LoweredProgram {
  /// The code of a handler.
  package func function(of handler: Handler) -> Function {
    if let function = handler.function { return self.function(function) }
    if let start = handler.start {
      return function(giving: start, owner: handler.owner, file: handler.file)
    }
    return function(
      body: handler.body, parameters: handler.parameters.map(\.name), owner: handler.owner,
      file: handler.file, around: handler.around, isValue: handler.result != .nothing)
  }

  /// The number of the function whose body is a handler's.
  package func id(of handler: Handler) -> NodeID {
    function(ofBody: handler.body, in: handler.file)
  }

  /// The numbers of the calls by which handlers run those after them.
  package func handingOn(_ handlers: [Handler]) -> Set<NodeID> {
    Set(handlers.compactMap { handler in handler.handsOn.map { id(of: $0, in: handler.file) } })
  }

  /// The number of the closure that reacts to a change; nothing where its file is not read.
  package func id(of reaction: Site.Reaction) -> NodeID? {
    index.file(at: reaction.location.file).map { function(ofBody: reaction.body, in: $0) }
  }
}
