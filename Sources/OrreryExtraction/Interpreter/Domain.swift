import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// The type whose values a value takes.
struct Domain: Hashable {
  /// Its key; that of what is inside of an optional.
  var type: String
  var isOptional = false
}

extension SourceIndex {
  /// The domain of what is declared with a type, where that is one of the indexed types or an
  /// optional of one.
  func domain(of type: TypeSyntax, in scope: TypeInfo?, module: String) -> Domain? {
    let whole = expanded(type, in: scope)
    guard let inside = whole.wrappedType else {
      return whole.isOptional || isParameter(type, of: scope)
        ? nil : resolve(type, in: scope, module: module).map { Domain(type: $0) }
    }
    guard !inside.isOptional, !expanded(inside, in: scope).isOptional,
      !isParameter(inside, of: scope)
    else { return nil }
    return resolve(inside, in: scope, module: module).map { Domain(type: $0, isOptional: true) }
  }

  /// Whether a type is a generic parameter of the one that it is written in, whatever else goes by
  /// that name.
  private func isParameter(_ type: TypeSyntax, of scope: TypeInfo?) -> Bool {
    scope?.genericNames.contains(type.trimmedText) ?? false
  }

  /// The domains of a case's associated values.
  func payloadDomains(of name: String, in type: String?, count: Int) -> [Domain?] {
    guard let info = info(type), let types = info.enumCase(name)?.types, types.count == count
    else { return Array(repeating: nil, count: count) }
    return types.map { domain(of: $0, in: info, module: info.module) }
  }
}

extension Interpreter {
  func domain(of type: TypeSyntax, in scope: TypeInfo?, module: String) -> Domain? {
    cache.domain(of: type, in: scope) { index.domain(of: type, in: scope, module: module) }
  }

  /// The domain of a property: as declared, or the enum of the case that it starts as.
  func domain(of property: StoredProperty, in info: TypeInfo?) -> Domain? {
    guard let info else { return nil }
    if let type = property.type { return domain(of: type, in: info, module: info.module) }
    guard let start = property.initializer,
      (start.as(FunctionCallExprSyntax.self)?.calledExpression ?? start)
        .is(MemberAccessExprSyntax.self),
      let type = type(of: property, in: info), index.info(type)?.kind == .enum
    else { return nil }
    return Domain(type: type)
  }

  func payloadDomains(of name: String, in unknown: Unknown, count: Int) -> [Domain?] {
    if let domain = unknown.domain, domain.isOptional, name == "some", count == 1 {
      return [Domain(type: domain.type)]
    }
    return index.payloadDomains(
      of: name, in: unknown.type ?? unknown.domain?.type, count: count)
  }
}

extension Value {
  /// The value as one of those of a type.
  func limited(to domain: Domain?) -> Value {
    guard let domain, case .unknown(var unknown) = self else { return self }
    unknown.domain = domain
    return .unknown(unknown)
  }
}
