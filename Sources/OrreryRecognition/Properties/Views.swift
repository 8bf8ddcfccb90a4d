import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Structs that keep their state elsewhere, as the views of SwiftUI do: `@State var phase = Phase.idle`.
extension MutatingStyle {
  /// Whether a property of a struct stores through its wrapper, and only its own code assigns it: one
  /// whose binding is handed out, others select.
  func isShared(_ property: StoredProperty, in info: TypeInfo) -> Bool {
    guard info.kind == .struct, !property.isStatic else { return false }
    let isState = property.declaration.attributes.contains {
      let name = $0.as(AttributeSyntax.self)?.attributeName.trimmedText
      return name == "State" || name == "SwiftUI.State"
    }
    return isState && !handsOutBinding(of: property.name, info)
  }

  private func handsOutBinding(of name: String, _ info: TypeInfo) -> Bool {
    (info.functions.map { index.code(of: $0) } + info.computed.map { index.code(of: $0) })
      .contains { $0.values.contains("$\(name)") }
  }

  /// How the computed properties of a struct touch its state, the closures in them included.
  func displays(of info: TypeInfo, _ access: StateAccess) -> [Mentions] {
    info.computed.filter { !$0.isStatic }.map { index.mentions(of: access, in: $0) }
  }

  /// What a view shows: the closures that it hands out change the state later.
  func displays(of info: TypeInfo) -> [Handler] {
    let getters = info.computed.filter { !$0.isStatic && Self.handsOutClosures($0.body) }
    let functions = info.functions.filter { function in
      function.isDisplay && !function.isStatic && Self.handsOutClosures(function.node)
    }
    return getters.map { getter in
      display(getter.name, getter.body, getter.file, getter.file.location(of: getter.body), info)
    }
      + functions.compactMap { function -> Handler? in
        guard let body = function.body?.statements else { return nil }
        let place = function.file.location(of: function.node)
        var handler = display(function.name, body, function.file, place, info)
        handler.parameters = function.parameters.map {
          (Naming.identifier(($0.secondName ?? $0.firstName).text), .other)
        }
        handler.function = function
        return handler
      }
  }

  /// Whether a method of a view changes the state, or does what that says and answers nothing.
  func isEventOfView(_ index: Int, _ reach: Reach) -> Bool {
    let function = reach.functions[index]
    guard !function.isDisplay else { return false }
    if reach.comesToWrite[index] { return true }
    return function.returnType == nil && reach.mentions[index].tests > 0
  }

  /// The private methods that only closures call which a view hands out: what they do is told of these,
  /// in the states in which they are shown.
  func steps(ofDisplaysOf info: TypeInfo) -> Set<String> {
    let displays =
      info.computed.filter { !$0.isStatic }.map { index.code(of: $0) }
      + info.functions.filter { $0.isDisplay && !$0.isStatic }.map { index.code(of: $0) }
    let called = displays.reduce(into: Set<String>()) { $0.formUnion($1.laterCalls) }
    guard !called.isEmpty else { return [] }
    let others = (info.functions + info.initializers).map { index.code(of: $0) }
    // Who is handed a method by its name calls it in any state.
    let kept = (displays + others).reduce(into: Set<String>()) { $0.formUnion($1.values) }
    let open = info.functions.filter { !$0.isStep }.map(\.name)
    return displays.reduce(called.subtracting(kept).subtracting(open)) {
      $0.subtracting($1.directCalls)
    }
  }

  private func display(
    _ name: String, _ body: CodeBlockItemListSyntax, _ file: SourceFile,
    _ location: OrreryModel.SourceLocation, _ info: TypeInfo
  ) -> Handler {
    var handler = Handler(
      body: body, parameters: [], events: .method(name),
      origin: .input, result: .nothing, file: file, owner: info, location: location)
    (handler.isInitializer, handler.isDisplay) = (true, true)
    return handler
  }
}

extension FunctionInfo {
  /// Whether it gives what is shown: `some View`.
  package var isDisplay: Bool { returnType?.is(SomeOrAnyTypeSyntax.self) ?? false }
}
