import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension MutatingStyle {
  /// The initializers of an object that hand out closures: those may change the state later.
  func initializers(of info: TypeInfo) -> [Handler] {
    guard [.class, .actor].contains(info.kind) else { return [] }
    return info.initializers.filter { ClosureFinder.finds(in: $0.node) }.compactMap { function in
      guard let body = function.body else { return nil }
      let names = function.parameters.map {
        Naming.identifier(($0.secondName ?? $0.firstName).text)
      }
      var handler = Handler(
        body: body.statements, parameters: names.map { ($0, .other) }, events: .method("init"),
        origin: .input, result: .nothing, file: function.file, owner: info,
        location: function.file.location(of: function.node), function: function)
      handler.isInitializer = true
      return handler
    }
  }
}

/// Whether code holds a closure.
private final class ClosureFinder: SyntaxVisitor {
  private var found = false

  static func finds(in node: some SyntaxProtocol) -> Bool {
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}
