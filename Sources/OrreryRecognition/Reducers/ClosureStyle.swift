import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Reducers that are values made from a closure: `let reducer = Reducer<Action, State, Void> { … }`.
struct ClosureStyle {
  let index: SourceIndex
  let own: OwnReducers

  init(index: SourceIndex) { (self.index, own) = (index, OwnReducers(index: index)) }

  func sites() -> [Site] {
    let names = own.names
    let words = Set(names.map { Word($0) })
    return index.files.concurrentMap { file in
      let places =
        ReduceClosureFinder.mayStand(in: file.words, aliases: words)
        ? [Syntax(file.tree)] : DeclaredReducers.find(in: file.tree)
      let closures = places.flatMap { ReduceClosureFinder.find(in: $0, aliases: names) }
      return Self.combined(closures.compactMap { site($0, in: file) })
    }.flatMap { $0 }
  }

  /// Closures under one declaration are one machine.
  ///
  /// Where a call combines them, each sees every action in order.
  private static func combined(_ sites: [Site]) -> [Site] {
    var result: [Site] = []
    for site in sites {
      let known = result.firstIndex { $0.node.id == site.node.id && $0.state === site.state }
      guard let known else {
        result.append(site)
        continue
      }
      for handler in site.handlers {
        let isTaken = result[known].handlers.indices.contains { index in
          result[known].handlers[index].take(handler)
        }
        if !isTaken { result[known].handlers.append(handler) }
      }
    }
    return result
  }

  private func site(_ closure: ReduceClosure, in file: SourceFile) -> Site? {
    guard let (name, node) = Self.declaration(around: Syntax(closure.node)),
      !closure.runsItsOwner(at: node)
    else { return nil }
    let outer = TypePath.enclosing(node)
    let owner = index.type(outer, in: file)
    let found = typed(closure, at: node, in: owner, file)
    let path = outer + [name]
    if let refined = own.refined(found.closure, in: found.scope, file),
      let site = site(refined.closure, seenFrom: refined.scope, owner, path, node, file)
    {
      return site
    }
    if own.declares(found.closure) { return nil }
    return site(found.closure, seenFrom: found.scope, owner, path, node, file)
  }

  /// A closure with the types that a typealias or the extension around it says where it says none.
  private func typed(
    _ closure: ReduceClosure, at node: DeclSyntax, in owner: TypeInfo?, _ file: SourceFile
  ) -> (closure: ReduceClosure, scope: TypeInfo?) {
    guard closure.types.isEmpty else { return (closure, owner) }
    if let found = own.expanded(closure, in: owner, file) { return found }
    return (own.required(closure, at: node, in: owner, file) ?? closure, owner)
  }

  private func site(
    _ closure: ReduceClosure, seenFrom scope: TypeInfo?, _ owner: TypeInfo?, _ path: [String],
    _ node: DeclSyntax, _ file: SourceFile
  ) -> Site? {
    guard !closure.types.isEmpty else { return nil }
    let types = closure.types.map { index.type($0, in: scope, module: file.module) }
    // `Reducer<State, Action, Environment>` in one library, `<Action, State, …>` in another.
    let place =
      closure.place ?? closure.types.firstIndex { $0.trimmedText.hasSuffix("State") } ?? 0
    guard let state = types[place], !isHidden(state, by: closure.types[place], closure, in: file),
      let (events, field) = events(of: closure, among: types, beside: place, in: file)
    else { return nil }
    var handler = Handler(closure: closure, events: events, owner: owner, file: file)
    handler.wrapper = field.map { (nil, $0) }
    let type = closure.types[place]
    if closure.isPair {
      handler.returns(.transition, closure.next)
    } else if closure.result?.trimmedText == type.trimmedText || closure.answersWithState {
      handler.returns(.state, type)
    }
    var site = Site(
      style: .reducer, module: file.module, path: path, node: node, file: file,
      owner: nil, state: state, holder: .parameter, handlers: [handler])
    site.nestsActions = true
    site.isHandedOptional =
      type.is(OptionalTypeSyntax.self)
      && handler.parameters.contains { $0.role == .state(isInOut: true) }
    return site
  }

  /// The cases of the enum that is the event; of one that is not among the files those that the
  /// patterns name, be it of one of its properties.
  private func events(
    of closure: ReduceClosure, among types: [TypeInfo?], beside state: Int, in file: SourceFile
  ) -> (events: Handler.Events, field: String?)? {
    let (name, body) = (closure.eventName ?? "", closure.node.statements)
    let field = types.count == 1 ? AskedCases.field(of: name, in: body) : nil
    let asked = AskedCases.find(name, field: field, in: body)
    let names = Set(asked.map(\.name))
    let others = types.indices.filter { $0 != state }
    // Of several enums, the event is the one whose cases the patterns name.
    let known = others.filter { types[$0]?.kind == .enum }.min {
      let counts = [$0, $1].map { index in
        types[index]?.cases.count { names.contains($0.name) } ?? 0
      }
      return (counts[1], $0) < (counts[0], $1)
    }
    if let known, let action = types[known] {
      return isHidden(action, by: closure.types[known], closure, in: file)
        ? nil : (.cases(action), nil)
    }
    let isElsewhere = others.contains { index in
      types[index] == nil && EventWords.endsName(closure.types[index].trimmedText)
    }
    guard isElsewhere || types.count == 1, !asked.isEmpty else { return nil }
    let rest = AskedCases.rest(of: name, field: field, in: body)
    return (.asked(asked + [rest].compactMap(\.self)), field)
  }

  /// Whether a name means another type than the one that is indexed: one of the file that another
  /// file declares too, or one of the function around.
  private func isHidden(
    _ info: TypeInfo, by name: TypeSyntax, _ closure: ReduceClosure, in file: SourceFile
  ) -> Bool {
    let left = index.duplicates.filter { $0.file === file }
    if left.contains(where: { $0.kept.key == info.key }) { return true }
    let first = SourceIndex.parts(of: name)?.first
    let around = closure.node.ancestors
    if around.contains(where: { node in left.contains { $0.dropped.id == node.id } }) {
      return true
    }
    return around.prefix { !$0.is(MemberBlockSyntax.self) }.contains { node in
      node.parent?.is(SourceFileSyntax.self) != true
        && node.as(CodeBlockItemListSyntax.self)?.contains { $0.declaredType == first } ?? false
    }
  }

  /// The variable or function that a closure makes up.
  static func declaration(around node: Syntax) -> (name: String, node: DeclSyntax)? {
    node.ancestors.prefix { !$0.is(MemberBlockSyntax.self) }.compactMap {
      parent -> (name: String, node: DeclSyntax)? in
      if let function = parent.as(FunctionDeclSyntax.self) {
        return (Naming.identifier(function.name.text), DeclSyntax(function))
      }
      let variable = parent.as(VariableDeclSyntax.self)
      return variable.flatMap { node in
        node.bindings.first?.boundName.map { ($0, DeclSyntax(node)) }
      }
    }.last
  }
}

extension CodeBlockItemSyntax {
  /// The name of the type that a local declaration makes.
  fileprivate var declaredType: String? {
    guard case .decl(let node) = item, !node.is(FunctionDeclSyntax.self) else { return nil }
    return node.asProtocol((any NamedDeclSyntax).self).map { Naming.typeName($0.name.text) }
  }
}

extension Handler {
  /// Adds a closure that a call combines with this one, and that reacts to the same events.
  fileprivate mutating func take(_ other: Handler) -> Bool {
    let calls = Self.calls(around: other.body)
    guard Self.calls(around: body).contains(where: calls.contains) else { return false }
    switch (events, other.events) {
    case (.cases(let own), .cases(let others)) where own === others: break
    case (.asked(let own), .asked(let others)):
      let names = Set(own.map(\.name))
      events = .asked(own + others.filter { !names.contains($0.name) })
    default: return false
    }
    next.append(other)
    return true
  }

  private static func calls(around body: CodeBlockItemListSyntax) -> [SyntaxIdentifier] {
    body.ancestors.prefix { !$0.is(MemberBlockSyntax.self) }
      .filter { $0.is(FunctionCallExprSyntax.self) }.map(\.id)
  }

  /// Makes the next state the result, of a closure that is handed the state and leaves it alone.
  fileprivate mutating func returns(_ result: Result, _ type: TypeSyntax?) {
    (self.result, returnType) = (result, type)
    for index in parameters.indices {
      if case .state = parameters[index].role { parameters[index].role = .state(isInOut: false) }
    }
  }

  /// A `Reduce` closure: the state is handed in to be changed, the result is the effect.
  init(closure: ReduceClosure, events: Events, owner: TypeInfo?, file: SourceFile) {
    let (state, action) = (closure.stateName, closure.eventName)
    self.init(
      closure.node.statements,
      parameters: closure.names.filter { $0 != "_" }.map { name in
        if name == state { return (name, .state(isInOut: true)) }
        return (name, name == action ? .event : .other)
      },
      events: events, result: closure.node.returnsNothing ? .nothing : .effect, of: owner,
      in: file, at: closure.node)
    around = closure.node.functionsAround
  }
}
