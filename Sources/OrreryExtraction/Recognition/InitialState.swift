import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// What a state starts as.
extension MutatingStyle {
  /// The state that every initializer assigns, or the property starts with.
  func initial(of info: TypeInfo, _ candidate: Candidate) -> ExprSyntax? {
    let kept = start(of: candidate.name, in: info, declared: candidate.declared)
    let value = candidate.access.lender == nil ? kept : kept.flatMap(Self.stored(by:))
    guard let member = candidate.member else { return value.map { made(by: $0, candidate.state) } }
    return value.flatMap { argument(member.name, in: $0) } ?? start(of: member, candidate)
  }

  /// The state that a store is made with.
  private static func stored(by node: ExprSyntax) -> ExprSyntax? {
    node.as(FunctionCallExprSyntax.self)?.arguments
      .first { $0.label?.text == "initialState" }?.expression
  }

  /// Whether an optional property is `nil` once the machine is made.
  func startsAbsent(_ info: TypeInfo, _ candidate: Candidate) -> Bool {
    if let member = candidate.member, member.mayBeAbsent {
      return isLeftOut(member, info, candidate)
    }
    let type = info.property(candidate.name)?.property.type
    return type?.is(OptionalTypeSyntax.self) == true
      && candidate.declared == nil
      && assigned(candidate.name, by: info.initializers).allSatisfy { $0 == nil }
  }

  /// Whether the struct around an optional is made without a value for it.
  private func isLeftOut(
    _ member: Site.Member, _ info: TypeInfo, _ candidate: Candidate
  ) -> Bool {
    guard candidate.initializer == nil, let owner = index.info(member.type),
      let value = start(of: candidate.name, in: info, declared: candidate.declared)
    else { return false }
    return makes(owner, value) && argument(member.name, in: value) == nil
      && assigned(member.name, by: owner.initializers).allSatisfy { $0 == nil }
  }

  /// Whether an expression makes a value of a type, also inside a box.
  private func makes(_ info: TypeInfo, _ node: ExprSyntax) -> Bool {
    guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
    if call.calleeName == info.name { return true }
    return call.arguments.count == 1
      && call.arguments.first.map { makes(info, $0.expression) } ?? false
  }

  /// What an enum's own initializers assign, or else what the types that keep it start with.
  func initial(ofEnum info: TypeInfo) -> ExprSyntax? {
    let own = assigned("self", by: info.initializers).compactMap { $0 }
    return own.isEmpty ? unanimous(keepers.starts(of: info.key), info) : unanimous(own, info)
  }

  /// What a property starts with; nothing where initializers that others may call differ, or one
  /// decides by what it is given.
  func start(of name: String, in info: TypeInfo, declared: ExprSyntax?) -> ExprSyntax? {
    let found = assigned(name, by: info.initializers, declared: declared).map { $0 ?? declared }
    guard let first = found.first else { return declared }
    if found.allSatisfy({ $0?.trimmedText == first?.trimmedText }) { return first }
    // They may hand different values to the same case.
    guard let property = info.property(name)?.property,
      let state = index.info(index.type(of: property, in: info)), state.kind == .enum,
      case let names = found.map({ $0.flatMap { CaseNames.made(by: $0, of: state) } }),
      names.first != .some(nil), Set(names).count == 1
    else { return nil }
    return first
  }

  private func start(of member: Site.Member, _ candidate: Candidate) -> ExprSyntax? {
    guard let owner = index.info(member.type) else { return nil }
    return start(of: member.name, in: owner, declared: candidate.initializer)
  }

  /// What initializers may assign, nothing for those that leave a property as it is declared: those
  /// that only the type itself calls do not count beside others.
  private func assigned(
    _ name: String, by initializers: [FunctionInfo], declared: ExprSyntax? = nil
  ) -> [ExprSyntax?] {
    let open = initializers.filter { !$0.isPrivate }
    let info = index.info(initializers.first?.owner)
    let state = info.flatMap { info in
      info.property(name).flatMap { kept(in: $0.property, of: info)?.state }
    }
    let mutators = Set(state?.functions.filter(\.isMutating).map(\.name) ?? [])
    return (open.isEmpty ? initializers : open).flatMap { initializer -> [ExprSyntax?] in
      let found = InitialFinder.find(
        name, in: initializer.node, of: info, changedBy: mutators, declared: declared)
      guard found.allSatisfy({ $0 == nil }),
        InitialFinder.delegation(in: initializer.node) != nil
      else { return found }
      return delegated(name, by: initializer, among: initializers).map { [$0] } ?? []
    }
  }

  /// What an initializer hands to the one that it calls, of the same type or of a superclass:
  /// `self.init(state: .idle)`.
  private func delegated(
    _ name: String, by initializer: FunctionInfo, among initializers: [FunctionInfo]
  ) -> ExprSyntax? {
    guard let call = InitialFinder.delegation(in: initializer.node) else { return nil }
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
    let isInherited = callee?.base?.is(SuperExprSyntax.self) ?? false
    let ancestors = index.info(initializer.owner)?.ancestors ?? []
    let others =
      isInherited ? ancestors.flatMap { index.info($0)?.initializers ?? [] } : initializers
    for other in others where other.parameters.map(\.firstName.text) == labels {
      let found = InitialFinder.find(name, in: other.node, of: index.info(other.owner))
      guard found.count == 1, let value = found[0] else { continue }
      let names = other.parameters.map { ($0.secondName ?? $0.firstName).text }
      guard let place = names.firstIndex(of: value.trimmedText) else { return value }
      return Array(call.arguments)[place].expression
    }
    return nil
  }

  private func unanimous(_ found: [ExprSyntax], _ state: TypeInfo) -> ExprSyntax? {
    let names = Set(found.map { CaseNames.made(by: $0, of: state) })
    return names.count == 1 ? found.first : nil
  }

  /// `State(size: 4)` is what the initializer of the state assigns.
  private func made(by node: ExprSyntax, _ state: TypeInfo) -> ExprSyntax {
    guard CaseNames.made(by: node, of: state) == nil else { return node }
    return unanimous(assigned("self", by: state.initializers).compactMap { $0 }, state) ?? node
  }

  /// The value that `Model(phase: .idle)` gives a property, also inside a box.
  private func argument(_ name: String, in node: ExprSyntax) -> ExprSyntax? {
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    if let found = call.arguments.first(where: { $0.label?.text == name }) {
      return found.expression
    }
    return call.arguments.count == 1
      ? call.arguments.first.flatMap { argument(name, in: $0.expression) } : nil
  }
}

/// What the properties that keep an enum start with, by the enum's key.
final class Keepers {
  private let find: () -> [String: [ExprSyntax]]
  private lazy var starts = find()

  init(_ find: @escaping () -> [String: [ExprSyntax]]) { self.find = find }

  func prepare() { _ = starts }

  func starts(of key: String) -> [ExprSyntax] { starts[key] ?? [] }
}

extension MutatingStyle {
  static func keepers(in index: SourceIndex) -> Keepers {
    Keepers {
      let style = MutatingStyle(index: index)
      var result: [String: [ExprSyntax]] = [:]
      for info in index.keys.compactMap({ index.info($0) }) {
        for stored in info.stored where !stored.property.isStatic {
          let property = stored.property
          guard let state = style.kept(in: property, of: info)?.state,
            let start = style.start(
              of: property.name, in: info, declared: property.initializer)
          else { continue }
          result[state.key, default: []].append(start)
        }
      }
      return result
    }
  }
}
