import OrreryLowering
import SwiftSyntax

/// What `@unknown default` is left.
extension Interpreter {
  /// Whether a subject is of enums that its module declares, which have no cases beside those that are
  /// read: `@unknown` tells of what other modules may add.
  func isClosed(_ subject: Value, to clauses: [SwitchCaseSyntax], _ path: Path) -> Bool {
    let patterns = clauses.flatMap { clause -> [Pattern] in
      guard case .case(let label) = clause.label else { return [] }
      return label.caseItems.map { cache.pattern($0.pattern) }
    }
    guard patterns.allSatisfy(isFlat) else { return false }
    guard case .tuple(let elements) = subject else { return isOwn(subject, path) }
    return elements.enumerated().allSatisfy { offset, element in
      isOwn(element.value, path) || patterns.allSatisfy { $0.asksNoCase(at: offset) }
    }
  }

  private func isOwn(_ value: Value, _ path: Path) -> Bool {
    let info = index.info(value.unknown?.domain?.type ?? value.type)
    return info?.kind == .enum && info?.module == path.file.module
  }

  /// Whether a pattern asks for no more than cases: what is inside may be of other modules.
  private func isFlat(_ pattern: Pattern) -> Bool {
    switch pattern {
    case .tuple(let elements): elements.allSatisfy { isFlat($0.pattern) }
    case .enumCase(_, let values): values?.allSatisfy(\.pattern.isIrrefutable) ?? true
    case .some(let inner): isFlat(inner)
    default: true
    }
  }
}

extension Pattern {
  /// Whether it asks for no more than true or false at a place of a tuple.
  fileprivate func asksNoCase(at place: Int) -> Bool {
    guard case .tuple(let elements) = self, elements.indices.contains(place) else {
      return isIrrefutable
    }
    if case .bool = elements[place].pattern { return true }
    return elements[place].pattern.isIrrefutable
  }
}
