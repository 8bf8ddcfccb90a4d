import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Setters of a state that none of its reducers uses, and no code of another module can, and functions
/// of its file that this reducer does not call: what others do with them is no event.
struct UnusedSetters {
  private let site: Site
  private let bodies: [Syntax]
  private let states: Set<String>
  private let used: Set<String>

  init(of site: Site) {
    self.site = site
    used = site.holder == .parameter ? Self.used(by: site) : []
    let handlers = site.handlers.flatMap { [$0] + $0.next }
    let infos = [site.owner, site.state].compactMap { $0 }
    bodies =
      handlers.map { Syntax($0.body) } + infos.flatMap(\.functions).map { Syntax($0.node) }
      + infos.flatMap(\.computed).map { Syntax($0.body) }
      + infos.flatMap(\.accessors).map { Syntax($0.node) }
      + site.reactions.map { Syntax($0.closure) }
    states = Set(
      handlers.flatMap(\.parameters).filter { $0.role != .event && $0.role != .other }.map(\.name)
        + ["self"])
  }

  /// The names that the handlers speak of, themselves or through what they speak of.
  private static func used(by site: Site) -> Set<String> {
    let infos = [site.owner, site.state].compactMap { $0 }
    var members = Dictionary(
      grouping: infos.flatMap(\.functions).map { ($0.name, Syntax($0.node)) }
        + infos.flatMap(\.computed).map { ($0.name, Syntax($0.body)) }
        + infos.flatMap(\.accessors).map { ($0.name, Syntax($0.node)) }, by: \.0)
    var open = site.handlers.flatMap { [$0] + $0.next }.map { Syntax($0.body) }
    open += site.reactions.map { Syntax($0.closure) }
    var found: Set<String> = []
    while let body = open.popLast() {
      for name in SpokenNames.find(in: body) where found.insert(name).inserted {
        open += members.removeValue(forKey: name)?.map(\.1) ?? []
      }
    }
    return found
  }

  /// Whether code calls a function, be it through others of the state, that is no reducer's.
  private func isCalledOutside(_ name: String, in file: Syntax) -> Bool {
    var seen: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      if OutsideUse.find(next, in: file) { return true }
      for function in site.state.functions
      where SpokenNames.find(in: Syntax(function.node)).contains(next) {
        guard function.modifiers.isFilePrivate else { return true }
        if seen.insert(function.name).inserted { open.append(function.name) }
      }
    }
    return false
  }

  /// Whether a place stands in such a setter or function.
  func hold(_ node: Syntax) -> Bool {
    let context = WriteContext(node)
    if let function = context.function?.as(FunctionDeclSyntax.self),
      site.holder == .parameter, context.types == site.state.path
    {
      let name = Naming.identifier(function.name.text)
      return function.modifiers.isFilePrivate && !used.contains(name)
        && !isCalledOutside(name, in: node.root)
    }
    guard site.holder == .parameter, context.types == site.state.path,
      let setter = context.function?.as(AccessorDeclSyntax.self),
      setter.accessorSpecifier.tokenKind == .keyword(.set)
    else { return false }
    let name = context.accessorName
    return !setter.isExported
      && !bodies.contains { body in
        body.id != Syntax(setter).id
          && (UseFinder.uses(name, of: states, in: body)
            // Views set any property by a binding.
            || UseFinder.uses("BindingReducer", of: [], in: body))
      }
  }
}

extension AccessorDeclSyntax {
  /// Whether code of another module may set the property.
  fileprivate var isExported: Bool {
    var current = parent
    while let node = current, !node.is(VariableDeclSyntax.self), !node.is(SubscriptDeclSyntax.self)
    {
      current = node.parent
    }
    guard let declaration = current else { return true }
    let modifiers =
      declaration.as(VariableDeclSyntax.self)?.modifiers
      ?? declaration.as(SubscriptDeclSyntax.self)?.modifiers ?? []
    let isOwn = modifiers.contains { $0.detail == nil && $0.isAccess }
    let isNarrowed = modifiers.contains { $0.detail != nil && !$0.isExport }
    if isOwn { return !isNarrowed && modifiers.contains { $0.isExport } }
    while let node = current, !node.is(ExtensionDeclSyntax.self) { current = node.parent }
    let around = current?.as(ExtensionDeclSyntax.self)?.modifiers
    return !isNarrowed && around?.contains { $0.isExport } ?? false
  }
}

extension DeclModifierSyntax {
  fileprivate var isExport: Bool {
    [.keyword(.public), .keyword(.open), .keyword(.package)].contains(name.tokenKind)
  }

  fileprivate var isAccess: Bool {
    isExport
      || [.keyword(.internal), .keyword(.private), .keyword(.fileprivate)].contains(name.tokenKind)
  }
}

/// Looks for a property by its name, or for a subscript of some variables.
private final class UseFinder: SyntaxVisitor {
  private let name: String?
  private let states: Set<String>
  private var isFound = false

  static func uses(_ name: String?, of states: Set<String>, in node: Syntax) -> Bool {
    let finder = UseFinder(name, states)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ name: String?, _ states: Set<String>) {
    (self.name, self.states) = (name, states)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // `.rows` is a case.
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let isCase = member.map { $0.declName.id == node.id && $0.base == nil } ?? false
    isFound = isFound || !isCase && name == Naming.identifier(node.baseName.text)
    return .skipChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    isFound = isFound || name == nil && base.map(states.contains) ?? true
    return .visitChildren
  }
}

/// The names that code speaks of, but for those of cases.
private final class SpokenNames: SyntaxVisitor {
  private var found: Set<String> = []

  static func find(in node: Syntax) -> Set<String> {
    let finder = SpokenNames(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let isCase = member.map { $0.declName.id == node.id && $0.base == nil } ?? false
    if !isCase { found.insert(Naming.identifier(node.baseName.text)) }
    return .skipChildren
  }
}

/// Whether a method is called on something else than what code is handed, as reducers are their state:
/// then its caller may be in no picture.
private final class OutsideUse: SyntaxVisitor {
  private let name: String
  private var isFound = false

  static func find(_ name: String, in file: Syntax) -> Bool {
    let finder = OutsideUse(name)
    finder.walk(file)
    return finder.isFound
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard Naming.identifier(node.declName.baseName.text) == name, let base = node.base,
      !base.isSelf
    else { return .visitChildren }
    let variable = base.as(DeclReferenceExprSyntax.self)?.baseName.text
    isFound = isFound || !(variable.map { Self.isHanded($0, at: Syntax(node)) } ?? false)
    return .visitChildren
  }

  /// Whether a closure or a function around a place is handed something by a name.
  private static func isHanded(_ name: String, at node: Syntax) -> Bool {
    var current = node.parent
    while let parent = current {
      if let closure = parent.as(ClosureExprSyntax.self),
        closure.parameterNames.contains(name) || name.hasPrefix("$")
      {
        return true
      }
      let parameters = parent.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      if parameters?.contains(where: { ($0.secondName ?? $0.firstName).text == name }) == true {
        return true
      }
      current = parent.parent
    }
    return false
  }
}
