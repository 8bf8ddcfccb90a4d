import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What is read off nodes time and again: made once for all walks of a machine.
///
/// A machine is walked on one thread, so that nothing is locked.
final class NodeCache {
  var footprint = Footprint()
  /// What came of closures that were tried out.
  var trials: [SyntaxIdentifier: [Trial]] = [:]
  private var blocks: [SyntaxIdentifier: Block] = [:]
  private var texts: [SyntaxIdentifier: String] = [:]
  private var patterns: [SyntaxIdentifier: Pattern] = [:]
  private var operations: [SyntaxIdentifier: Operation] = [:]
  private var assigned: [SyntaxIdentifier: AssignedNames] = [:]
  private var named: [String: Set<String>] = [:]
  private var texted: [String: [String]] = [:]
  private var askedAgain: [SyntaxIdentifier: Bool] = [:]
  private var scopes: [[String]: Int] = [:]
  private var changed: [String: Set<String>] = [:]
  private var waits: [SyntaxIdentifier: Bool] = [:]
  private var left: [SyntaxIdentifier: [String: RoundLeaving]] = [:]
  private var locations: [SyntaxIdentifier: OrreryModel.SourceLocation] = [:]
  private var names: [SyntaxIdentifier: ClosureNames] = [:]
  private var fields: [SyntaxIdentifier: Set<String>?] = [:]
  private var replaced: [String: Int] = [:]
  private var types: [WrittenType: String?] = [:]
  private var domains: [WrittenType: Domain?] = [:]
  private var namedTypes: [NamedType: String?] = [:]

  /// What the parameters and constants of a function are called by those who call it.
  var words: [Call: [String: String]] = [:]
  /// Whether functions of other types change the state of the machine that they are handed.
  var changesHanded: [SyntaxIdentifier: Bool] = [:]
  /// Whether a call means another function than one of its name.
  var meansAnother: [Call: Bool] = [:]

  /// The statements of a block, and whether functions may be among them.
  struct Block {
    var items: [CodeBlockItemSyntax]
    var declares: Bool
  }

  func block(_ list: CodeBlockItemListSyntax) -> Block {
    if let known = blocks[list.id] { return known }
    let items = Array(list)
    let declares = items.contains { item in
      guard case .decl(let node) = item.item else { return false }
      return node.is(FunctionDeclSyntax.self) || node.is(IfConfigDeclSyntax.self)
    }
    let block = Block(items: items, declares: declares)
    blocks[list.id] = block
    return block
  }

  struct Call: Hashable {
    var function: SyntaxIdentifier
    var node: SyntaxIdentifier
  }

  private var aliases: [SyntaxIdentifier: TypeSyntax?] = [:]
  private var startTypes: [SyntaxIdentifier: String?] = [:]

  private struct WrittenType: Hashable {
    var node: SyntaxIdentifier
    var scope: ObjectIdentifier?
  }

  private struct NamedType: Hashable {
    var name: String
    var scope: ObjectIdentifier?
    var module: String
  }

  /// The source of a node on one line.
  func text(of node: some SyntaxProtocol) -> String {
    if let known = texts[node.id] { return known }
    let text = node.folded
    texts[node.id] = text
    return text
  }

  func pattern(_ node: PatternSyntax) -> Pattern {
    if let known = patterns[node.id] { return known }
    let pattern = Pattern(node)
    patterns[node.id] = pattern
    return pattern
  }

  /// The variables that a closure assigns, its own among them.
  func assigned(in code: some SyntaxProtocol) -> AssignedNames {
    if let known = assigned[code.id] { return known }
    let finder = AssignmentFinder(viewMode: .sourceAccurate)
    finder.walk(code)
    assigned[code.id] = finder.found
    return finder.found
  }

  /// Whether something that an expression names is named once more behind its statement.
  func isAskedAgain(_ node: ExprSyntax) -> Bool {
    if let known = askedAgain[node.id] { return known }
    let names = Set(node.tokens(viewMode: .sourceAccurate).compactMap(\.variableName))
    var current = Syntax(node).parent
    var found = false
    while let parent = current, !found {
      if let item = parent.as(CodeBlockItemSyntax.self), let list = item.parent {
        found = list.tokens(viewMode: .sourceAccurate).contains { token in
          token.position >= item.endPosition && token.variableName.map(names.contains) ?? false
        }
      }
      current = parent.is(FunctionDeclSyntax.self) ? nil : parent.parent
    }
    askedAgain[node.id] = found
    return found
  }

  /// The words of a text that may be names of variables.
  func words(in text: String) -> [String] {
    if let known = texted[text] { return known }
    let found = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
      .map(String.init).filter { $0 != "self" }
    texted[text] = found
    return found
  }

  /// The same number for calls that are handed the same.
  func number(ofCallWith values: [String], inside scope: String) -> Int {
    let key = [scope] + values
    if let known = scopes[key] { return known }
    scopes[key] = scopes.count
    return scopes.count - 1
  }

  /// The properties that the id of a value, or of what was found out about it, names of something else
  /// than the machine.
  func properties(namedBy id: String) -> Set<String> {
    if let known = named[id] { return known }
    let words = id.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." && $0 != "$" }
    let found = words.flatMap { word in
      let parts = word.split(separator: ".")
      let isOwn = word.first != "." && ["self", "$state"].contains(parts.first)
      return parts.dropFirst(isOwn ? 2 : word.first == "." ? 0 : 1).map(String.init)
    }
    named[id] = Set(found)
    return Set(found)
  }

  /// The stored properties of an object that one of its methods may change; all where the method is
  /// not given.
  func properties(of info: TypeInfo, changedBy method: String) -> Set<String> {
    let key = "\(info.key).\(method)"
    if let known = changed[key] { return known }
    var names: Set<String> = []
    var seen: Set<String> = []
    var open: Set = [method]
    while let name = open.popFirst() {
      guard seen.insert(name).inserted else { continue }
      for function in info.functions + info.accessors where function.name == name {
        let found = assigned(in: function.node)
        let assigned = found.names.subtracting(["self"]).union(found.ownNames)
        names.formUnion(assigned)
        // What is assigned runs its setter and its observers, a closure in a property any code.
        let called = found.called.union(found.ownCalled)
        open.formUnion(called.union(assigned))
        if found.isWhole { names.insert("self") }
        if called.contains(where: { info.property($0) != nil }) { names.insert("self") }
      }
    }
    let stored = Set(
      info.stored.map(\.property).filter { !$0.isLet && !$0.isStatic }.map(\.name))
    let isGiven = info.functions.contains { $0.name == method && $0.body != nil }
    let found = !isGiven || names.contains("self") ? stored : names.intersection(stored)
    changed[key] = found
    return found
  }

  /// The stored properties that a getter may read; nothing where it may be any.
  func fields(readBy property: ComputedInfo, of info: TypeInfo) -> Set<String>? {
    if let known = fields[property.body.id] { return known }
    let found = info.fields(readBy: property)
    fields[property.body.id] = .some(found)
    return found
  }

  /// Whether methods or initializers of a type assign a property.
  func isReplaced(_ property: String, in info: TypeInfo, _ index: SourceIndex) -> Bool {
    assignments(of: property, in: info, index) > 0
  }

  /// How often methods or initializers of a type assign a property.
  func assignments(of property: String, in info: TypeInfo, _ index: SourceIndex) -> Int {
    let key = "\(info.key).\(property)"
    if let known = replaced[key] { return known }
    let found = (info.functions + info.initializers + info.accessors).reduce(0) {
      $0 + index.mentions(of: StateAccess(property), in: $1).writes
    }
    replaced[key] = found
    return found
  }

  /// What a round of a loop leaves in the variables that it gives something else.
  func leavings(ofRoundsOf loop: some SyntaxProtocol) -> [String: RoundLeaving] {
    if let known = left[loop.id] { return known }
    let found = RoundLeavings.find(in: loop)
    left[loop.id] = found
    return found
  }

  /// Whether something is waited for in code.
  func waits(in code: some SyntaxProtocol) -> Bool {
    if let known = waits[code.id] { return known }
    let found = code.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.await)
    }
    waits[code.id] = found
    return found
  }

  func operation(_ node: SequenceExprSyntax) -> Operation {
    if let known = operations[node.id] { return known }
    let operation = Operation(Array(node.elements))
    operations[node.id] = operation
    return operation
  }

  /// What stands in a closure, of which any may lead to the state.
  func names(in closure: ClosureExprSyntax) -> ClosureNames {
    if let known = names[closure.id] { return known }
    let found = ClosureNames(closure)
    names[closure.id] = found
    return found
  }

  func type(_ node: TypeSyntax, in scope: TypeInfo?, _ find: () -> String?) -> String? {
    let key = WrittenType(node: node.id, scope: scope.map { ObjectIdentifier($0) })
    if let known = types[key] { return known }
    let found = find()
    types[key] = .some(found)
    return found
  }

  func domain(of node: TypeSyntax, in scope: TypeInfo?, _ find: () -> Domain?) -> Domain? {
    let key = WrittenType(node: node.id, scope: scope.map { ObjectIdentifier($0) })
    if let known = domains[key] { return known }
    let found = find()
    domains[key] = .some(found)
    return found
  }

  /// What a typealias inside of a function stands for that a name means at a node.
  func localAlias(_ name: String, at node: some SyntaxProtocol) -> TypeSyntax? {
    if let known = aliases[node.id] { return known }
    let found = LocalDeclaration.alias(name, at: node)
    aliases[node.id] = .some(found)
    return found
  }

  func type(startingAs node: ExprSyntax, _ find: () -> String?) -> String? {
    if let known = startTypes[node.id] { return known }
    let found = find()
    startTypes[node.id] = .some(found)
    return found
  }

  func type(
    named name: String, in scope: TypeInfo?, module: String, _ find: () -> String?
  ) -> String? {
    let key = NamedType(
      name: name, scope: scope.map { ObjectIdentifier($0) }, module: module)
    if let known = namedTypes[key] { return known }
    let found = find()
    namedTypes[key] = .some(found)
    return found
  }

  func location(of node: some SyntaxProtocol, in file: SourceFile) -> OrreryModel.SourceLocation {
    if let known = locations[node.id] { return known }
    let location = file.location(of: node)
    locations[node.id] = location
    return location
  }
}

extension Interpreter {
  /// The source of a node on one line.
  func text(of node: some SyntaxProtocol) -> String { cache.text(of: node) }

  /// The key of the type that a type expression means at some place.
  func resolve(_ type: TypeSyntax?, in scope: TypeInfo?, module: String) -> String? {
    guard let type else { return nil }
    return cache.type(type, in: scope) { index.resolve(type, in: scope, module: module) }
  }

  /// The type of a property: as written, or that of the case or the instance that it starts as.
  func type(of property: StoredProperty, in info: TypeInfo) -> String? {
    if let type = property.type { return resolve(type, in: info, module: info.module) }
    guard let start = property.initializer else { return nil }
    return cache.type(startingAs: start) { index.type(of: property, in: info) }
  }

  /// The key of the type that a dotted name means at some place.
  func resolve(name: String, in scope: TypeInfo?, module: String) -> String? {
    cache.type(named: name, in: scope, module: module) {
      index.resolve(name: name, in: scope, module: module)
    }
  }

  /// Where a node of the file that a way is in begins.
  func location(of node: some SyntaxProtocol, _ path: Path) -> OrreryModel.SourceLocation {
    cache.location(of: node, in: path.file)
  }
}

/// What a piece of code may change.
struct AssignedNames {
  /// The names on the left of assignments, those handed out with `&`, those whose methods are called,
  /// and `self` where it is handed on.
  var names: Set<String> = []
  /// The properties of `self` among these.
  var ownNames: Set<String> = []
  /// Whether `self` is assigned, or handed on.
  var isWhole = false
  /// The functions and closures that are called by their name.
  var called: Set<String> = []
  /// The methods that are called on `self`.
  var ownCalled: Set<String> = []
}

private final class AssignmentFinder: SyntaxVisitor {
  private(set) var found = AssignedNames()

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if case .assignment(let target, _, _) = Operation(Array(node.elements)).form { add(target) }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.expression)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      found.called.insert(Naming.identifier(name.baseName.text))
    } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base
    {
      if base.isSelf {
        found.ownCalled.insert(Naming.identifier(member.declName.baseName.text))
        found.names.insert("self")
      } else {
        add(base)
      }
    }
    if node.arguments.contains(where: { $0.expression.isPlainSelf }) {
      found.names.insert("self")
      found.isWhole = true
    }
    return .visitChildren
  }

  private func add(_ target: ExprSyntax) {
    if let tuple = target.as(TupleExprSyntax.self) {
      for element in tuple.elements { add(element.expression) }
    } else if let name = target.as(DeclReferenceExprSyntax.self) {
      found.names.insert(Naming.identifier(name.baseName.text))
      if target.isPlainSelf { found.isWhole = true }
    } else if let member = target.as(MemberAccessExprSyntax.self), let base = member.base {
      guard base.isSelf else { return add(base) }
      found.ownNames.insert(Naming.identifier(member.declName.baseName.text))
      found.names.insert("self")
    }
  }
}

extension TokenSyntax {
  /// The name, where it may be a variable's.
  fileprivate var variableName: String? {
    guard case .identifier(let name) = tokenKind, name.first?.isUppercase == false else {
      return nil
    }
    return Naming.identifier(name)
  }
}
