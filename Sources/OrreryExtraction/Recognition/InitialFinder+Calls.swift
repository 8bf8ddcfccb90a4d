import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What the methods of the type do that an initializer calls.
extension InitialFinder {
  final class Known {
    struct Call: Hashable {
      var helper: SyntaxIdentifier
      var start: [String]
    }

    var ends: [Call: Found] = [:]
    var open: Set<SyntaxIdentifier> = []
    let name: String
    let mutators: Set<String>

    init(_ name: String, _ mutators: Set<String>) {
      (self.name, self.mutators) = (name, mutators)
    }
  }

  /// What holds once the property's observer has run: none does where an initializer itself assigns.
  func observed(_ value: Found) -> Found {
    let observer = type?.accessors.first {
      $0.name == known.name && !$0.isStatic
        && $0.node.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.didSet)
    }
    return makes ? value : observer.map { ends(of: $0, from: value) } ?? value
  }

  /// Whether a call is one of a method that changes the property.
  func isChange(_ node: FunctionCallExprSyntax) -> Bool {
    let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
    return known.mutators.contains(node.calleeName)
      && base.map { names.contains($0.trimmedText) } ?? false
  }

  /// What holds behind a call of a helper.
  func called(_ node: FunctionCallExprSyntax, from start: Found) -> Found {
    let start = unread(node.arguments, node.trailingClosure, of: node, from: start)
    let found = helpers(calledBy: node)
    guard let helper = found.first else { return unread(calleeOf: node, from: start) }
    guard found.count == 1, type?.overriddenBelow.contains(helper.name) != true else {
      return found.contains { writes($0, from: start) } ? opened(start) : start
    }
    let parameters = helper.parameters.map(\.ownName)
    let arguments = node.arguments.map(\.expression)
    return ends(of: helper, from: start).map { value in
      guard let value, !start.contains(where: { $0?.id == value.id }),
        let place = parameters.firstIndex(of: value.trimmedText),
        parameters.count == arguments.count
      else { return value }
      return arguments[place]
    }
  }

  /// The methods of the type that a call may mean.
  func helpers(calledBy node: FunctionCallExprSyntax) -> [FunctionInfo] {
    let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
    let isOwn = base?.isPlainSelf ?? node.calledExpression.is(DeclReferenceExprSyntax.self)
    guard isOwn, let type else { return [] }
    return type.functions.filter { $0.name == node.calleeName && !$0.isStatic }
  }

  /// Whether a helper may give the property something else than it had.
  func writes(_ helper: FunctionInfo, from start: Found) -> Bool {
    let texts = { (found: Found) in Set(found.map { ($0 ?? declared)?.trimmedText ?? "" }) }
    return texts(ends(of: helper, from: start)) != texts(start)
  }

  /// What holds where a helper ends; one that is being read changes nothing more.
  private func ends(of helper: FunctionInfo, from start: Found) -> Found {
    let call = Known.Call(helper: helper.node.id, start: start.map { $0?.trimmedText ?? "" })
    if let ends = known.ends[call] { return ends }
    guard let body = helper.body, known.open.insert(helper.node.id).inserted else {
      return start
    }
    defer { known.open.remove(helper.node.id) }
    var inner = Self(declared: declared, type: type, known: known)
    inner.names.subtract(helper.parameters.map(\.ownName))
    let ends = inner.ends(of: body, from: start)
    known.ends[call] = ends
    return ends
  }
}
