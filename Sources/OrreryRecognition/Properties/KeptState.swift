import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// What a property keeps: a state, a wrapper with one, or a struct with one in it.
extension MutatingStyle {
  /// A state, and what it is wrapped in.
  struct Kept {
    enum Form { case plain, subject, box }

    var state: TypeInfo
    var form = Form.plain
    /// Whether it is an optional one, of which `nil` is a case.
    var mayBeAbsent = false
  }

  /// A property of a struct that a type keeps.
  struct Part {
    var property: StoredProperty
    var owner: TypeInfo
    var kept: Kept
    var isBoxed: Bool
  }

  func kept(in property: StoredProperty, of info: TypeInfo) -> Kept? {
    if let (key, form) = wrapped(in: property, of: info), let state = state(key) {
      return Kept(state: state, form: form)
    }
    return unwrapped(in: property, of: info)
  }

  private func unwrapped(in property: StoredProperty, of info: TypeInfo) -> Kept? {
    let mayBeAbsent = property.type?.is(OptionalTypeSyntax.self) ?? false
    // One case and `nil` are two.
    return state(key(of: property, in: info), ofAtLeast: mayBeAbsent ? 1 : 2).map {
      Kept(state: $0, mayBeAbsent: mayBeAbsent)
    }
  }

  /// The states in the struct that a property keeps, where the struct is no machine of its own.
  func parts(of property: StoredProperty, in info: TypeInfo) -> [Part] {
    let wrapped = wrapped(in: property, of: info)
    guard !property.isStatic, wrapped != nil || !property.isLet,
      let owner = index.info(wrapped?.key ?? key(of: property, in: info)),
      owner.kind == .struct, owner !== info
    else { return [] }
    let isPublished = wrapped?.form == .subject
    return owner.stored.compactMap { stored in
      guard !stored.property.isStatic, var kept = unwrapped(in: stored.property, of: owner),
        // What is published anew each time need not be variable.
        !stored.property.isLet
          || isPublished && Self.stateWords.contains(where: kept.state.name.hasSuffix),
        !isOwnMachine(stored, of: owner)
      else { return nil }
      if isPublished { kept.form = .subject }
      return Part(
        property: stored.property, owner: owner, kept: kept, isBoxed: wrapped?.form == .box)
    }
  }

  private func isOwnMachine(_ stored: StoredInfo, of owner: TypeInfo) -> Bool {
    let access = StateAccess(stored.property.name)
    return owner.functions.contains { function in
      function.isMutating && index.mentions(of: access, in: function).writes > 0
    } && candidate(stored, of: owner) != nil
  }

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

  func state(_ key: String?, ofAtLeast fewest: Int = 2) -> TypeInfo? {
    guard let state = index.info(key), state.kind == .enum, state.cases.count >= fewest else {
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
    return (member?.base?.typeName).flatMap { index.resolve(name: $0, in: info) }
  }
}

extension TypeInfo {
  var isError: Bool { inherited.contains { $0.hasSuffix("Error") } }
  /// Whether it is named as what happens to a machine, and not as what is shown or sent.
  var isNamedLikeEvent: Bool { ["Event", "Action"].contains(where: name.hasSuffix) }
}

extension Site {
  /// The enums in a struct state, wherever they are declared: what is asked of their cases, and which
  /// case follows, is told by their own getters and methods.
  package func keptEnums(in index: SourceIndex) -> Set<String> {
    guard state.kind != .enum else { return [] }
    let style = MutatingStyle(index: index)
    return Set(state.stored.compactMap { style.enumType(of: $0.property, in: state) })
  }

  /// The same, where the property is a subject or a box.
  fileprivate init(keeping kept: MutatingStyle.Kept, in property: String, of info: TypeInfo) {
    self.init(keeping: kept.state, in: property, of: info)
    if kept.form == .subject { holder = .subject(property) }
    isBoxed = kept.form == .box
  }
}

/// The properties that keep an enum, by the enum's key.
final class Keepers {
  private let index: SourceIndex
  private lazy var sites = find()

  init(_ index: SourceIndex) { self.index = index }

  func prepare() { _ = sites }

  func sites(of key: String) -> [Site] { sites[key] ?? [] }

  private func find() -> [String: [Site]] {
    let style = MutatingStyle(index: index)
    var result: [String: [Site]] = [:]
    for info in index.infos {
      for stored in info.stored where !stored.property.isStatic {
        guard let kept = style.kept(in: stored.property, of: info) else { continue }
        let site = Site(keeping: kept, in: stored.property.name, of: info)
        result[kept.state.key, default: []].append(site)
      }
    }
    return result
  }
}
