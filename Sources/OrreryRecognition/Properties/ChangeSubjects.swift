import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Subjects that publish changes, and keep the state that each of them tells.
extension MutatingStyle.Kept.Form {
  var isOfChanges: Bool {
    if case .changes = self { true } else { false }
  }
}

extension MutatingStyle {
  /// The states in the structs that a wrapper of the project's own is made for: what becomes of them is
  /// its business.
  func handed(to property: StoredProperty, of info: TypeInfo) -> [String] {
    guard !property.isStatic, let key = wrapped(in: property, of: info)?.key,
      let change = index.info(key), change.kind == .struct, change !== info,
      isWrappedByOwn(property, of: info)
    else { return [] }
    return change.stored.compactMap { stored in
      stored.property.isStatic ? nil : kept(in: stored.property, of: change)?.state.key
    }
  }
}

extension TypeInfo {
  /// The property in which a method that publishes what it is handed keeps the part of that name:
  /// `func onNext(_ change: Change) { state = change.state }`.
  func partOfChanges(in index: SourceIndex) -> String? {
    for function in functions
    where StateAccess.senders.contains(function.name) && !function.isStatic {
      guard function.parameters.count == 1, let parameter = function.parameters.first,
        let body = function.body
      else { continue }
      let change = parameter.ownName
      for statement in body.statements {
        if let name = statement.item.partKept(of: change), property(name) != nil {
          return isAssignedOnce(name, in: index) ? name : nil
        }
        // What may leave before keeps some changes and not others.
        if statement.mayLeave { break }
      }
    }
    return nil
  }
}

extension TypeInfo {
  /// Whether one statement alone gives a property another value.
  private func isAssignedOnce(_ name: String, in index: SourceIndex) -> Bool {
    let access = StateAccess(name)
    return (functions.filter { $0.name != "init" } + accessors).reduce(0) {
      $0 + index.mentions(of: access, in: $1).writes
    } == 1
  }
}

extension CodeBlockItemSyntax {
  fileprivate var mayLeave: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      [.keyword(.return), .keyword(.throw), .keyword(.guard)].contains($0.tokenKind)
    }
  }
}

extension CodeBlockItemSyntax.Item {
  /// The property of `self` that a statement assigns the part of the same name of a value to.
  fileprivate func partKept(of change: String) -> String? {
    guard let elements = self.as(ExprSyntax.self)?.chain, elements.count == 3,
      elements[1].is(AssignmentExprSyntax.self),
      let part = elements[2].as(MemberAccessExprSyntax.self), part.base?.plainName == change,
      let target = elements[0].ownName, target == Naming.identifier(part.declName.baseName.text)
    else { return nil }
    return target
  }
}
