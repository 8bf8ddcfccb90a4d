import OrrerySyntax
import SwiftSyntax

/// What the signatures of functions of one name have in common: a call that is not walked does what
/// all of them do, where it can mean one of them.
struct SharedSignatures {
  /// The functions that never return, by name.
  private(set) var endless: [String: [FunctionInfo]] = [:]
  /// The functions that run the code they are handed before they return, by name.
  private(set) var immediate: [String: [FunctionInfo]] = [:]
  /// The functions that may keep all the code they are handed, by name.
  private(set) var keeping: [String: [FunctionInfo]] = [:]
  /// The functions that wait and are lent code, by name.
  private(set) var waiting: [String: [FunctionInfo]] = [:]

  init(_ functions: some Sequence<FunctionInfo>) {
    var (returning, unlike): (Set<String>, Set<String>) = ([], [])
    for function in functions where !function.isAccessor {
      if function.endsAtOnce {
        endless[function.name, default: []].append(function)
      } else {
        returning.insert(function.name)
      }
      let types = function.parameters.map(\.type).filter(\.isCode)
      if function.isAsync || types.contains(where: { !$0.isLent }) {
        unlike.insert(function.name)
      } else if !types.isEmpty {
        immediate[function.name, default: []].append(function)
      }
      if function.isAsync, types.contains(where: \.isLent) {
        waiting[function.name, default: []].append(function)
      }
      if !function.isAsync, !types.isEmpty, !types.contains(where: \.isLent) {
        keeping[function.name, default: []].append(function)
      }
    }
    for name in returning { endless[name] = nil }
    for name in unlike { immediate[name] = nil }
  }
}

extension FunctionInfo {
  var neverReturns: Bool { returnType?.as(IdentifierTypeSyntax.self)?.name.text == "Never" }

  /// Whether it never returns and does nothing else: one that loops or waits may work for ever, and one
  /// that throws may have changed something before.
  var endsAtOnce: Bool {
    let effects = node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
    guard neverReturns, !isAsync, effects?.throwsClause == nil else { return false }
    return body?.tokens(viewMode: .sourceAccurate).allSatisfy {
      ![.keyword(.while), .keyword(.for), .keyword(.repeat)].contains($0.tokenKind)
    } ?? true
  }

  var isAsync: Bool {
    let signature = node.as(FunctionDeclSyntax.self)?.signature
    return signature?.effectSpecifiers?.asyncSpecifier != nil
  }

  /// Whether it is handed code that it runs before it returns.
  var runsCode: Bool { parameters.contains { $0.type.isCode && $0.type.isLent } }
}

extension TypeSyntax {
  /// Whether values of the type are closures, or may hold one.
  var isCode: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType: true
    case .attributedType(let type): type.baseType.isCode
    case .optionalType(let type): type.wrappedType.isCode
    case .tupleType(let type): type.elements.contains { $0.type.isCode }
    default: false
    }
  }

  /// Whether a parameter of the type is handed a closure that may not outlive the call.
  var isLent: Bool {
    guard let type = self.as(AttributedTypeSyntax.self) else {
      return self.is(FunctionTypeSyntax.self)
    }
    let isEscaping = type.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "escaping"
    }
    return !isEscaping && type.baseType.isLent
  }

  /// The type behind `inout`.
  var inOutBase: TypeSyntax? {
    guard let type = self.as(AttributedTypeSyntax.self),
      type.specifiers.contains(where: {
        $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
      })
    else { return nil }
    return type.baseType
  }
}
