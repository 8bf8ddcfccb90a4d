import OrreryLowering
import OrreryModel

// What a state starts as is found by executing the initializers that others may call.
extension Site {
  /// What makes the object that keeps the state: its initializers, or else its declarations alone.
  ///
  /// Those that only the type itself calls do not count beside others.
  package var makers: [Handler] {
    guard let owner, holder != .parameter else { return [] }
    let open = owner.initializers.filter { !$0.isPrivate }
    let all = (open.isEmpty ? owner.initializers : open).filter { $0.body != nil }
    return all.isEmpty ? [Handler(making: owner)] : all.map { Handler(initializer: $0, of: owner) }
  }

  /// A machine that a type has.
  init(
    _ style: Machine.Style, of info: TypeInfo, state: TypeInfo, holder: Holder = .parameter,
    handlers: [Handler] = []
  ) {
    self.init(
      style: style, module: info.module, path: info.path, node: info.node, file: info.file,
      owner: info, state: state, holder: holder, handlers: handlers)
  }

  /// No machine itself, but a property that keeps the state of one.
  init(keeping state: TypeInfo, in property: String, of info: TypeInfo) {
    self.init(.mutating, of: info, state: state, holder: .property(property))
  }
}

extension Handler {
  init(initializer function: FunctionInfo, of owner: TypeInfo) {
    self.init(
      function, of: owner, parameters: function.parameters.map { ($0.ownName, .other) },
      events: .method("init"), result: .nothing)
    isInitializer = true
  }

  /// What makes an object of a type without an initializer of its own.
  fileprivate init(making owner: TypeInfo) {
    self.init(events: .method("init"), of: owner, in: owner.file, at: owner.node)
    isInitializer = true
  }
}
