import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension MutatingStyle {
  /// The initializers of an object that hand out closures, themselves or through their parts: those
  /// may change the state later.
  func initializers(of info: TypeInfo) -> [Handler] {
    guard [.class, .actor].contains(info.kind) else { return [] }
    let setUps = Self.setUps(of: info)
    let parts = info.functions.filter {
      setUps.contains($0.name) && ClosureFinder.finds(in: $0.node)
    }
    return info.initializers.filter {
      ClosureFinder.finds(in: $0.node)
        || !parts.isEmpty && !setUps.isDisjoint(with: DirectCalls.find(in: $0.node))
    }.compactMap { function in
      guard let body = function.body else { return nil }
      let names = function.parameters.map {
        Naming.identifier(($0.secondName ?? $0.firstName).text)
      }
      var handler = Handler(
        body: body.statements, parameters: names.map { ($0, .other) }, events: .method("init"),
        origin: .input, result: .nothing, file: function.file, owner: info,
        location: function.file.location(of: function.node), function: function)
      handler.isInitializer = true
      return handler
    }
  }

  /// Takes the private methods that only properties start with as set-up, where they leave all changes
  /// of the state to closures for later.
  func startedByProperties(
    _ handlers: [Handler], of info: TypeInfo, _ access: StateAccess
  ) -> [Handler] {
    guard [.class, .actor].contains(info.kind) else { return handlers }
    let starts = info.stored.compactMap(\.property.initializer).reduce(into: Set<String>()) {
      $0.formUnion(DirectCalls.find(in: $1))
    }
    let own = handlers.compactMap(\.function).filter { $0.isPrivate && starts.contains($0.name) }
    guard !own.isEmpty else { return handlers }
    let used = info.computed.reduce(into: NameUses.elsewhere(in: info, info.functions)) {
      $0.formUnion(NameUses.find(in: $1.body).all)
    }
    let reach = Reach(of: info, to: access, in: index)
    let makers = own.filter { !used.contains($0.name) && Self.changesLater($0, reach, access) }
    return handlers.map { handler in
      var handler = handler
      if makers.contains(where: { $0.node.id == handler.function?.node.id }) {
        handler.isInitializer = true
      }
      return handler
    }
  }

  /// Whether nothing but closures for later changes the state in a function.
  private static func changesLater(
    _ function: FunctionInfo, _ reach: Reach, _ access: StateAccess
  ) -> Bool {
    let later = laterClosures(in: function.node).reduce(0) {
      $0 + MentionCounter.count(access, in: $1).writes
    }
    let called = DirectCalls.find(in: function.node)
    return MentionCounter.count(access, in: function.node).writes == later
      && !reach.functions.indices.contains { index in
        called.contains(reach.functions[index].name) && reach.reaches(index) { $0.writes > 0 }
      }
  }

  /// The closures of an object's initializers that run once it is made: those that others keep, and
  /// tasks.
  static func laterClosures(ofInitializersOf info: TypeInfo) -> [ClosureExprSyntax] {
    guard [.class, .actor].contains(info.kind) else { return [] }
    return info.initializers.flatMap { laterClosures(in: $0.node) }
      + laterClosures(ofPropertiesOf: info)
  }

  static func handsOutClosures(_ node: some SyntaxProtocol) -> Bool {
    ClosureFinder.finds(in: node)
  }

  static func laterClosures(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    ClosureFinder.closures(in: node).filter { $0.isKept || $0.isTask }
  }
}

extension MutatingStyle {
  /// What the initializers of an object call themselves.
  static func calls(ofInitializersOf info: TypeInfo) -> Set<String> {
    guard [.class, .actor].contains(info.kind) else { return [] }
    return info.initializers.reduce(into: []) { $0.formUnion(DirectCalls.find(in: $1.node)) }
  }
}

/// What code calls before it returns: nothing that closures for later call.
final class DirectCalls: SyntaxVisitor {
  private var found: Set<String> = []

  static func find(in node: some SyntaxProtocol) -> Set<String> {
    let finder = DirectCalls(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    if member?.base.map(\.isSelf) ?? node.calledExpression.is(DeclReferenceExprSyntax.self) {
      found.insert(node.calleeName)
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    node.isKept || node.isTask ? .skipChildren : .visitChildren
  }
}

/// The functions of a type that others than its initializers come to.
enum NameUses {
  /// The names in code, and those of them that are not called there.
  static func find(in node: some SyntaxProtocol) -> (all: Set<String>, values: Set<String>) {
    let found = ReferenceFinder.find(in: node)
    return (found.all, found.values)
  }

  /// The names that functions mention, that initializers hand on as values or selectors, and those of
  /// functions that are actions of an interface.
  static func elsewhere(in info: TypeInfo, _ functions: [FunctionInfo]) -> Set<String> {
    let mentioned = functions.reduce(into: Set<String>()) { names, function in
      names.formUnion(ReferenceFinder.find(in: function.node).all)
    }
    let handed = info.initializers.reduce(into: Set<String>()) { names, function in
      names.formUnion(ReferenceFinder.find(in: function.node).values)
    }
    return mentioned.union(handed).union(actions(among: functions))
  }

  /// The names of the functions that are actions of an interface.
  static func actions(among functions: [FunctionInfo]) -> [String] {
    functions.filter { function in
      function.node.as(FunctionDeclSyntax.self)?.attributes.contains {
        ["objc", "IBAction"].contains(
          $0.as(AttributeSyntax.self)?.attributeName.trimmedText ?? "")
      } ?? false
    }.map(\.name)
  }
}

/// The names in code, and those of them that are not called there.
private final class ReferenceFinder: SyntaxVisitor {
  private(set) var all: Set<String> = []
  private(set) var values: Set<String> = []

  static func find(in node: some SyntaxProtocol) -> ReferenceFinder {
    let finder = ReferenceFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = Naming.identifier(node.baseName.text)
    all.insert(name)
    let whole = node.parent?.as(MemberAccessExprSyntax.self).map { Syntax($0) } ?? Syntax(node)
    let call = whole.parent?.as(FunctionCallExprSyntax.self)
    if call?.calledExpression.id != whole.id { values.insert(name) }
    return .visitChildren
  }
}

/// The closures in code, and in those that are none of later.
private final class ClosureFinder: SyntaxVisitor {
  private var found: [ClosureExprSyntax] = []

  static func finds(in node: some SyntaxProtocol) -> Bool { !closures(in: node).isEmpty }

  static func closures(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return node.isKept || node.isTask ? .skipChildren : .visitChildren
  }
}
