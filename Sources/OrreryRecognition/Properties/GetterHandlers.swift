import OrreryLowering
import OrreryModel

// Properties whose getter changes the state: to read one is an event.
extension MutatingStyle {
  func getters(of info: TypeInfo, access: StateAccess) -> [Handler] {
    // What a view shows is read by no one who asks for an event.
    guard !access.isShared else { return [] }
    let found = info.computed.filter { getter in
      !getter.isStatic && !access.names.contains(getter.name)
        && index.mentions(of: access, in: getter).writes > 0
        && !isRead(getter.name, in: info)
    }
    return found.map { getter in
      var handler = Handler(
        body: getter.body, parameters: [], events: .method(getter.name), origin: .input,
        result: answersEffect(getter.type) ? .effect : .nothing, returnType: getter.type,
        file: getter.file, owner: info, location: getter.file.location(of: getter.body))
      if getter.type?.isAnswer == true { handler.told = .none }
      handler.isInitializer = isChangedLater(by: getter, access)
      handler.isGetter = true
      return handler
    }
  }

  /// Whether only the closures change the state that a getter makes to be called later, as those of a
  /// binding: to read it is no event.
  private func isChangedLater(by getter: ComputedInfo, _ access: StateAccess) -> Bool {
    let uses = index.uses(of: getter)
    let later = Self.laterClosures(in: getter.body).filter { !$0.isTask }.map { closure in
      Code(uses: uses, span: index.span(of: closure, in: getter.file))
    }
    let writes = later.reduce(0) { $0 + Mentions(of: access, in: $1).writes }
    return writes >= index.mentions(of: access, in: getter).writes
  }

  /// Whether methods of the type read a property: then it is part of what they do.
  private func isRead(_ name: String, in info: TypeInfo) -> Bool {
    info.functions.contains { index.code(of: $0).values.contains(name) }
  }
}
