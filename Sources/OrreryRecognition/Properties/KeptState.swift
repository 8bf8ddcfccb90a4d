import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// What a property keeps: a state, a wrapper with one, or a struct with one in it.
extension MutatingStyle {
  /// A state, and what it is wrapped in.
  struct Kept {
    /// `changes`: a subject that keeps a part of what it publishes, under the same name.
    enum Form: Equatable {
      case plain, subject, box
      case changes(String)
    }

    var state: TypeInfo
    var form = Form.plain
  }

  /// A property of a struct that a type keeps.
  struct Part {
    var property: StoredProperty
    var owner: TypeInfo
    var kept: Kept
    var isBoxed: Bool
  }

  func kept(in property: StoredProperty, of info: TypeInfo) -> Kept? {
    if let (key, form) = wrapped(in: property, of: info), !form.isOfChanges, let state = state(key)
    {
      return Kept(state: state, form: form)
    }
    return state(key(of: property, in: info)).map { Kept(state: $0) }
  }

  /// The states in the struct that a property keeps, where the struct's own methods leave them alone.
  func parts(of property: StoredProperty, in info: TypeInfo) -> [Part] {
    let wrapped = wrapped(in: property, of: info)
    guard !property.isStatic, wrapped != nil || !property.isLet,
      let owner = index.info(wrapped?.key ?? key(of: property, in: info)),
      owner.kind == .struct, owner !== info
    else { return [] }
    let isPublished = wrapped.map { $0.form == .subject || $0.form.isOfChanges } ?? false
    return owner.stored.compactMap { stored in
      if case .changes(let part)? = wrapped?.form, part != stored.property.name { return nil }
      guard !stored.property.isStatic, let state = state(key(of: stored.property, in: owner)),
        // What is published anew each time need not be variable.
        !stored.property.isLet
          || isPublished && Self.stateWords.contains(where: state.name.hasSuffix),
        !owner.functions.contains(where: {
          $0.isMutating
            && index.mentions(of: StateAccess(stored.property.name), in: $0).writes > 0
        })
      else { return nil }
      return Part(
        property: stored.property, owner: owner,
        kept: Kept(state: state, form: isPublished ? .subject : .plain),
        isBoxed: wrapped?.form == .box)
    }
  }

  func state(_ key: String?) -> TypeInfo? {
    guard let state = index.info(key), state.kind == .enum, state.cases.count > 1 else {
      return nil
    }
    return state
  }

  private func key(of property: StoredProperty, in info: TypeInfo) -> String? {
    guard let type = property.type else { return owner(ofCase: property.initializer, in: info) }
    return index.resolve(type, in: info)
  }

  /// The type that an expression such as `State.idle`, `State.failed(error)` or `Model()` makes.
  func owner(ofCase node: ExprSyntax?, in info: TypeInfo) -> String? {
    let callee = node?.as(FunctionCallExprSyntax.self)?.calledExpression
    if let name = callee?.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return index.resolve(name: name, in: info)
    }
    let member = (callee ?? node)?.as(MemberAccessExprSyntax.self)
    return (member?.base?.typeName).flatMap {
      index.resolve(name: $0, in: info)
    }
  }

  /// The state that a conformance to a protocol with a primary associated type names.
  func protocolState(of info: TypeInfo) -> String? {
    for name in info.inherited {
      guard let open = name.firstIndex(of: "<"), name.hasSuffix(">") else { continue }
      let argument = String(name[name.index(after: open)...].dropLast())
      if let key = index.resolve(name: argument, in: info) { return key }
    }
    return nil
  }
}
