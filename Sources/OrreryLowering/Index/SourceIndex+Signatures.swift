import SwiftSyntax

/// What the signatures of functions of one name have in common: a call that is not walked does what
/// all of them do, where it can mean one of them.
package struct SharedSignatures {
  /// The functions that never return, by name.
  package private(set) var endless: [String: [FunctionInfo]] = [:]
  /// The functions that run the code they are handed before they return, by name.
  package private(set) var immediate: [String: [FunctionInfo]] = [:]
  /// The functions that may keep all the code they are handed, by name.
  package private(set) var keeping: [String: [FunctionInfo]] = [:]
  /// The functions that wait and are lent code, by name.
  package private(set) var waiting: [String: [FunctionInfo]] = [:]

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
  package var neverReturns: Bool { returnType?.as(IdentifierTypeSyntax.self)?.name.text == "Never" }

  /// Whether it never returns and does nothing else: one that loops or waits may work for ever, and one
  /// that throws may have changed something before.
  package var endsAtOnce: Bool {
    guard neverReturns, !isAsync, !isThrowing else { return false }
    return body?.tokens(viewMode: .sourceAccurate).allSatisfy {
      ![.keyword(.while), .keyword(.for), .keyword(.repeat)].contains($0.tokenKind)
    } ?? true
  }

  package var isAsync: Bool { effects?.asyncSpecifier != nil }
  package var isThrowing: Bool { effects?.throwsClause != nil }

  private var effects: FunctionEffectSpecifiersSyntax? {
    node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
  }

  /// Whether it is handed code that it runs before it returns.
  package var runsCode: Bool { parameters.contains { $0.type.isCode && $0.type.isLent } }
}
