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
