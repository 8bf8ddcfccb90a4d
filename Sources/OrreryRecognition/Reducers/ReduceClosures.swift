import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A closure that is handed to `Reduce` or `Reducer`.
struct ReduceClosure {
  var node: ClosureExprSyntax
  /// The generic arguments beside it: `Reducer<Action, State, Environment>`.
  var types: [TypeSyntax]
  /// The parameter names in order.
  var names: [String]
  /// What it returns, where its signature says so.
  var result: TypeSyntax?
  /// The name of the type that is written: a typealias or a declaration says more of it.
  var typeName: String?
  /// Which of the types is the state, where a declaration says so.
  var place: Int?
  /// Whether it answers with the next state and what is to be done.
  var isPair = false
  /// The type of what it answers with then, where a library has one.
  var next: TypeSyntax?

  /// Whether the closure says a case's name.
  func mentions(_ name: String) -> Bool {
    node.statements.tokens(viewMode: .sourceAccurate).contains { token in
      token.text == name && token.previousToken(viewMode: .sourceAccurate)?.text == "."
    }
  }

  /// The parameter that holds the state, and the one that holds the event.
  var stateName: String? {
    if let place, names.indices.contains(place) { return names[place] }
    if names == ["$0", "$1"] { return "$0" }
    return names.first { $0.lowercased().hasSuffix("state") }
      ?? names.first { !$0.lowercased().hasSuffix("action") && $0 != "_" }
  }
  var eventName: String? {
    names.first { name in
      ["action", "event", "input", "message", "msg"].contains { name.lowercased().hasSuffix($0) }
    } ?? names.first { $0 != stateName }
  }
}

/// Finds such closures, wherever they stand.
final class ReduceClosureFinder: SyntaxVisitor {
  private var found: [ReduceClosure] = []
  /// What else reducers are called.
  private let aliases: Set<String>

  static func find(
    in node: some SyntaxProtocol, aliases: Set<String> = []
  ) -> [ReduceClosure] {
    let finder = ReduceClosureFinder(aliases: aliases)
    finder.walk(node)
    return finder.found
  }

  private init(aliases: Set<String>) {
    self.aliases = aliases
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    // What reacts to a change is no handler of actions.
    if let member, member.declName.baseName.text == "onChange" {
      if let base = member.base { walk(base) }
      return .skipChildren
    }
    // What `.init { … }` makes is said around it.
    let isImplicit = member.map { $0.base == nil } ?? false
    found += node.arguments.compactMap(Self.typed)
    let made = NamedType(calleeOf: node)
    let written = isImplicit ? types(around: node).first?.name : made?.name
    let own = written == "Self" ? TypePath.enclosing(node).last : nil
    guard let name = own ?? written, isReducer(name) else {
      if let closure = Self.update(node) { found.append(closure) }
      return .visitChildren
    }
    let closure =
      node.trailingClosure
      ?? node.arguments.lazy.compactMap { $0.expression.as(ClosureExprSyntax.self) }.first
    guard let closure else { return .visitChildren }
    let names = Self.names(of: closure)
    guard names.count >= 2 else { return .visitChildren }
    let around = types(around: node)
    let given = made.map { NamedType(name: name, types: $0.types) }
    let whole = ([given].compactMap(\.self) + around).first { !$0.types.isEmpty }
    let known = whole?.name ?? ([name] + around.map(\.name)).first(where: aliases.contains)
    found.append(
      ReduceClosure(
        node: closure, types: whole?.types ?? [], names: names, typeName: known ?? name))
    return .skipChildren
  }

  /// Without one of these words a file has no such closure.
  static let words = Set(NamedType.reducers.map { Word($0) })

  /// `let reduce: (inout State, Event) -> Void = { state, event in … }`.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let names = Self.names(of: node)
    guard names.count >= 2, let type = Self.declaredType(of: node) else { return .visitChildren }
    let whole = NamedType(type)
    if let whole, whole.types.isEmpty || !NamedType.reducers.contains(whole.name),
      aliases.contains(whole.name)
    {
      found.append(
        ReduceClosure(node: node, types: whole.types, names: names, typeName: whole.name))
      return .skipChildren
    }
    guard let closure = ReduceClosure(node, names: names, type) else { return .visitChildren }
    found.append(closure)
    return .skipChildren
  }

  /// What the declaration around a closure that is its value says of the type.
  private static func declaredType(of node: ClosureExprSyntax) -> TypeSyntax? {
    var parent = node.parent
    if let clause = parent?.as(InitializerClauseSyntax.self) {
      return clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
    }
    if parent?.is(ReturnStmtSyntax.self) == true { parent = parent?.parent }
    guard let items = parent?.as(CodeBlockItemSyntax.self)?.parent, let around = items.parent else {
      return nil
    }
    return around.as(AccessorBlockSyntax.self)?.parent?.as(PatternBindingSyntax.self)?
      .typeAnnotation?.type
      ?? around.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
  }

  /// Whether a file may have such a closure.
  static func mayStand(in words: Words, aliases: Set<Word>) -> Bool {
    [self.words, single, aliases].contains(where: words.containsAny)
      || words.containsAny(of: systems) && words.contains(Word("reduce"))
  }

  private static let single = Set(["reducer", update].map { Word($0) })
  private static let update = "Update"
  private static let systems = Set(["feedback", "feedbacks"].map { Word($0) })

  /// `Observable.system(reduce: { (state: State, event: Event) -> State in … })`.
  private static func typed(_ argument: LabeledExprSyntax) -> ReduceClosure? {
    guard ["reduce", "reducer"].contains(argument.label?.text ?? ""),
      let closure = argument.expression.as(ClosureExprSyntax.self),
      case .parameterClause(let clause)? = closure.signature?.parameterClause,
      case let types = clause.parameters.compactMap(\.type), types.count >= 2
    else { return nil }
    return ReduceClosure(
      node: closure, types: types, names: names(of: closure),
      result: closure.signature?.returnClause?.type)
  }

  /// `Update<Model, Event, Effect> { model, event in … }`, which answers with what is next.
  private static func update(_ node: FunctionCallExprSyntax) -> ReduceClosure? {
    guard let made = NamedType(calleeOf: node), made.name == update,
      let closure = node.trailingClosure, case let names = names(of: closure), names.count == 2,
      let types = made.types.isEmpty
        ? NamedType.annotation(around: Syntax(node))?.types : made.types, types.count == 3
    else { return nil }
    var found = ReduceClosure(node: closure, types: types, names: names, place: 0, isPair: true)
    found.next = TypeSyntax(IdentifierTypeSyntax(name: .identifier("Next")))
    return found
  }

  private func types(around node: FunctionCallExprSyntax) -> [NamedType] {
    [combination(around: node), NamedType.annotation(around: Syntax(node))].compactMap(\.self)
  }

  private func isReducer(_ name: String) -> Bool {
    NamedType.reducers.contains(name) || aliases.contains(name)
  }

  private static func names(of closure: ClosureExprSyntax) -> [String] {
    guard closure.signature?.parameterClause == nil else { return closure.parameterNames }
    let hasSecond = closure.tokens(viewMode: .sourceAccurate).contains { $0.text == "$1" }
    return hasSecond ? ["$0", "$1"] : []
  }

  /// What `Reducer<…>.combine(…)` makes, where a call is one of its arguments: what is combined reduces
  /// the same.
  private func combination(around node: FunctionCallExprSyntax) -> NamedType? {
    var argument = node.parent
    if let element = argument?.as(ArrayElementSyntax.self) {
      argument = element.parent?.parent?.parent
    }
    guard let argument = argument?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "combine", let base = member.base
    else { return nil }
    let whole = base.as(GenericSpecializationExprSyntax.self)
    guard let name = NamedType.name(of: whole?.expression ?? base), isReducer(name) else {
      return nil
    }
    return NamedType(name: name, types: NamedType.types(whole?.genericArgumentClause))
  }
}

extension ReduceClosure {
  /// Whether it answers with the state that it is handed or with a copy of that, as one never does
  /// that answers with an effect.
  var answersWithState: Bool {
    guard let stateName else { return false }
    let copies = node.statements.flatMap { item -> [String] in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return [] }
      return variable.bindings.compactMap { binding -> String? in
        binding.initializer?.value.isCopy(of: stateName) ?? false ? binding.boundName : nil
      }
    }
    return node.statements.all(ReturnStmtSyntax.self, without: \.isCode).contains {
      $0.expression?.plainName.map((copies + [stateName]).contains) ?? false
    }
  }

  /// A closure of a type that says what it reduces; nothing where the type is none of a reducer.
  init?(_ node: ClosureExprSyntax, names: [String], _ type: TypeSyntax) {
    if let whole = NamedType(type), NamedType.reducers.contains(whole.name),
      !whole.types.isEmpty
    {
      // `Reducer<State>` answers with the next state, whatever the action.
      let result = whole.types.count == 1 ? whole.types[0] : nil
      self.init(
        node: node, types: whole.types, names: names, result: result, typeName: whole.name)
      return
    }
    guard let function = type.plainFunction, function.isReducer else { return nil }
    self.init(
      node: node, types: function.givenTypes, names: names, result: function.returnClause.type)
  }
}

extension ExprSyntax {
  /// `state`, or `state ?? …`.
  fileprivate func isCopy(of name: String) -> Bool {
    guard let first = firstToken(viewMode: .sourceAccurate), first.text == name else {
      return false
    }
    return first == lastToken(viewMode: .sourceAccurate)
      || first.nextToken(viewMode: .sourceAccurate)?.text == "??"
  }
}

extension FunctionTypeSyntax {
  /// Whether functions of the type change the state, or answer with the next one; and their event is
  /// something else.
  var isReducer: Bool {
    let types = givenTypes.map(\.trimmedText)
    let changes = parameters.contains { $0.type.is(AttributedTypeSyntax.self) }
    return (changes || types.contains(returnClause.type.trimmedText))
      && Set(types.prefix(2)).count == 2
  }

  /// Whether a parameter is of a type that is called what events are.
  var takesEvent: Bool { parameters.contains { EventWords.endsName($0.type.trimmedText) } }

  /// The types of the parameters, without attributes.
  fileprivate var givenTypes: [TypeSyntax] {
    parameters.map { $0.type.as(AttributedTypeSyntax.self)?.baseType ?? $0.type }
  }
}
