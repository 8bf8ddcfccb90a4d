import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What the body of a feature composes, in the order in which the body names it.
///
/// Reducers of other types that reduce the same state are followed, and so are getters and
/// functions of the feature.
struct Composed {
  /// A call that composes: `Scope(…)`, `Reduce { … }`, `BindingReducer()`, `.ifLet(…)`.
  struct Step {
    var name: String
    var call: FunctionCallExprSyntax
    var file: SourceFile
    /// For `.ifLet(…)`: the steps that it adds to, which run after it.
    var base: Range<Int>?
    /// The type whose body has it.
    var owner: TypeInfo
  }

  private(set) var steps: [Step] = []
  /// Whether the source tells of everything that is composed.
  private(set) var isWhole = true

  private let index: SourceIndex
  private let state: String
  private var seen: Set<SyntaxIdentifier> = []
  private var seenTypes: Set<String> = []

  init(_ feature: TypeInfo, state: TypeInfo, in index: SourceIndex) {
    (self.index, self.state) = (index, state.key)
    read(feature)
  }

  /// Whether one step sees each action before another does.
  func runs(_ first: Int, before second: Int) -> Bool {
    if steps[second].base?.contains(first) ?? false { return false }
    return steps[first].base?.contains(second) ?? (first < second)
  }

  /// The calls of some names, also those inside of others: `Scope(…) { BindingReducer() }`.
  func calls(of names: Set<String>) -> [FunctionCallExprSyntax] {
    steps.filter { $0.base == nil || names.contains($0.name) }.flatMap { step in
      let inner = step.name == "Reduce" ? [] : step.call.calls(of: names)
      return names.contains(step.name) ? [step.call] + inner : inner
    }
  }

  private mutating func read(_ info: TypeInfo) {
    guard seenTypes.insert(info.key).inserted else { return }
    let bodies = info.computed.filter { $0.name == "body" && !$0.isStatic }
    // A method that reduces may call any other reducer.
    if bodies.isEmpty { isWhole = false }
    for body in bodies { read(body.body, Place(owner: info, file: body.file)) }
  }

  /// Where a piece of a body stands.
  private struct Place {
    var owner: TypeInfo
    var file: SourceFile
  }

  private mutating func read(_ items: CodeBlockItemListSyntax, _ place: Place) {
    for item in items {
      switch item.item {
      case .expr(let node): read(node, place)
      case .stmt(let node):
        let returned = node.as(ReturnStmtSyntax.self)?.expression
        if let node = returned ?? node.as(ExpressionStmtSyntax.self)?.expression {
          read(node, place)
        }
      case .decl(let node):
        for clause in node.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
          if let items = clause.elements?.as(CodeBlockItemListSyntax.self) { read(items, place) }
        }
      }
    }
  }

  private mutating func read(_ node: ExprSyntax, _ place: Place) {
    switch node.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let call): read(call, place)
    case .declReferenceExpr(let name): readMember(name.baseName.text, place)
    case .memberAccessExpr(let member) where member.base?.isSelf ?? true:
      readMember(member.declName.baseName.text, place)
    case .ifExpr, .switchExpr:
      for block in node.children(viewMode: .sourceAccurate) { readBranches(block, place) }
    default: isWhole = false
    }
  }

  private mutating func readBranches(_ node: Syntax, _ place: Place) {
    if let items = node.as(CodeBlockItemListSyntax.self) { return read(items, place) }
    for child in node.children(viewMode: .sourceAccurate) { readBranches(child, place) }
  }

  private mutating func read(_ call: FunctionCallExprSyntax, _ place: Place) {
    let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
    let callee = generic ?? call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base,
      !base.isSelf, !base.isTypeName
    {
      let start = steps.count
      read(base, place)
      let name = member.declName.baseName.text
      if !Self.modifiers.contains(name) { isWhole = false }
      return add(name, call, place, to: start..<steps.count)
    }
    let name = call.calleeName
    if Self.reducers.contains(name) { return add(name, call, place) }
    if ["CombineReducers", "CombinedReducer"].contains(name) {
      return call.trailingClosure.map { read($0.statements, place) } ?? ()
    }
    callee.isTypeName ? readPart(callee, call, place) : readMember(name, place)
  }

  private mutating func add(
    _ name: String, _ call: FunctionCallExprSyntax, _ place: Place, to base: Range<Int>? = nil
  ) {
    steps.append(
      Step(name: name, call: call, file: place.file, base: base, owner: place.owner))
  }

  private mutating func readMember(_ name: String, _ place: Place) {
    let name = Naming.identifier(name)
    let owner = place.owner
    if let getter = owner.computed.first(where: { $0.name == name && !$0.isStatic }) {
      if seen.insert(getter.body.id).inserted {
        read(getter.body, Place(owner: owner, file: getter.file))
      }
    } else if let function = owner.functions.first(where: { $0.name == name }),
      let body = function.body
    {
      if seen.insert(body.id).inserted {
        read(body.statements, Place(owner: owner, file: function.file))
      }
    } else {
      isWhole = false
    }
  }

  /// A reducer of another type: it is followed where what it reduces is the same state.
  private mutating func readPart(
    _ callee: ExprSyntax, _ call: FunctionCallExprSyntax, _ place: Place
  ) {
    let owner = place.owner
    let key = index.resolve(name: callee.trimmedText, in: owner, module: owner.module)
    guard let part = index.info(key),
      index.resolve(name: "State", in: part, module: part.module) == state
    else {
      isWhole = false
      return add(call.calleeName, call, place)
    }
    read(part)
  }

  /// What the library has.
  private static let reducers: Set = ["Scope", "EmptyReducer", "BindingReducer", "Reduce"]
  private static let modifiers: Set = [
    "ifLet", "ifCaseLet", "forEach", "onChange", "dependency", "transformDependency",
    "_printChanges", "signpost", "_signpost",
  ]
}

extension ExprSyntax {
  /// Whether an expression is written as a type is: with a capital letter.
  var isTypeName: Bool {
    let plain = self.as(GenericSpecializationExprSyntax.self)?.expression ?? self
    let name =
      plain.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? plain.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name?.first?.isUppercase ?? false
  }

  /// The names in a key path or a case path: `destination` and `edit` of `\.$destination.edit`.
  var pathComponents: [String]? {
    if let path = self.as(KeyPathExprSyntax.self) {
      return path.components.compactMap { component in
        guard case .property(let property) = component.component else { return nil }
        let name = Naming.identifier(property.declName.baseName.text)
        return name.hasPrefix("$") ? String(name.dropFirst()) : name
      }
    }
    guard let slashed = self.as(PrefixOperatorExprSyntax.self), slashed.operator.text == "/" else {
      return nil
    }
    return slashed.expression.memberNames
  }

  /// The names that follow each other, from the left: `State` and `edit` of `State.edit`.
  var memberNames: [String] {
    if let member = self.as(MemberAccessExprSyntax.self) {
      return (member.base?.memberNames ?? []) + [Naming.identifier(member.declName.baseName.text)]
    }
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.memberNames }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.memberNames }
    return self.as(DeclReferenceExprSyntax.self).map { [Naming.identifier($0.baseName.text)] } ?? []
  }
}
