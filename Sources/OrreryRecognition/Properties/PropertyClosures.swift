import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// Closures that the properties of an object start with: others call them once it is made.
extension MutatingStyle {
  /// The handlers of what properties start with: each closure that comes to the state is an event,
  /// and so is what another start hands out to be called later.
  ///
  /// - Parameter events: The methods that are events: what only they call is walked there.
  func properties(
    of info: TypeInfo, access: StateAccess, beside events: [FunctionInfo]
  ) -> [Handler] {
    guard info.isObject, !access.isShared else { return [] }
    return Self.starts(of: info).flatMap { stored, start -> [Handler] in
      let property = stored.property
      let kept = Self.keptClosures(in: start, named: property.name)
      if kept.isEmpty {
        return start.laterClosures.prefix(1).map {
          var made = handler($0, named: property.name, in: info, stored.file)
          (made.start, made.isInitializer) = (start, true)
          return made
        }
      }
      if property.isPrivate, isOnlyCalled(property.name, in: info, by: events) { return [] }
      return kept.filter {
        comesToWrite(index.later($0.closure, in: start, of: info, stored.file), in: info, access)
      }
      .map { handler($0.closure, named: $0.name, in: info, stored.file) }
    }
  }

  fileprivate static func starts(of info: TypeInfo) -> [(stored: StoredInfo, start: ExprSyntax)] {
    info.stored.compactMap { stored in
      guard !stored.property.isStatic, let start = stored.property.initializer,
        !start.outerClosures.isEmpty
      else { return nil }
      return (stored, start)
    }
  }

  /// The closure that a property starts as, or those that stand in the list that it starts as, each
  /// named after the property with its place in the list.
  fileprivate static func keptClosures(
    in start: ExprSyntax, named name: String
  ) -> [(closure: ClosureExprSyntax, name: String)] {
    if let closure = start.as(ClosureExprSyntax.self) { return [(closure, name)] }
    var values: [(place: String, value: ExprSyntax)] = []
    if let list = start.as(ArrayExprSyntax.self)?.elements {
      values = list.enumerated().map { ("\($0)", $1.expression) }
    } else if case .elements(let list)? = start.as(DictionaryExprSyntax.self)?.content {
      values = list.map { ($0.key.folded, $0.value) }
    }
    return values.compactMap { place, value in
      value.as(ClosureExprSyntax.self).map { ($0, "\(name)[\(place)]") }
    }
  }

  /// Whether a closure changes the state, itself or through what it calls; one that only calls an
  /// event is none.
  private func comesToWrite(
    _ closure: LaterClosure, in info: TypeInfo, _ access: StateAccess
  ) -> Bool {
    guard closure.node.forwarding == nil else { return false }
    let found = Mentions(of: access, in: closure.code)
    if found.touches { return true }
    return Reach(of: info, to: access, in: index).writes(byCalling: found.calls)
  }

  /// Whether events call what a property holds, and no method hands it to anybody.
  private func isOnlyCalled(
    _ name: String, in info: TypeInfo, by events: [FunctionInfo]
  ) -> Bool {
    events.contains { index.code(of: $0).names.contains(name) }
      && !info.functions.contains { index.code(of: $0).values.contains(name) }
  }

  private func handler(
    _ closure: ClosureExprSyntax, named name: String, in info: TypeInfo, _ file: SourceFile
  ) -> Handler {
    Handler(
      closure.statements, parameters: closure.parameterNames.map { ($0, .other) },
      events: .method(name), of: info, in: file, at: closure)
  }
}

extension SourceIndex {
  /// The closures that properties start with and that run later.
  func laterClosures(ofPropertiesOf info: TypeInfo) -> [LaterClosure] {
    MutatingStyle.starts(of: info).flatMap { stored, start in
      let kept = MutatingStyle.keptClosures(in: start, named: stored.property.name)
      let all = kept.isEmpty ? start.laterClosures : kept.map(\.closure)
      return all.map { later($0, in: start, of: info, stored.file) }
    }
  }
}
