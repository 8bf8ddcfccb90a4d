import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A feature of The Composable Architecture, as its source declares it.
struct Feature {
  let info: TypeInfo
  /// The types of state and action; nothing where no file declares them.
  let state: TypeInfo?
  let action: TypeInfo?
  /// What answers actions, in the order in which it runs.
  let reducers: [ReducerBody]
  /// All code that runs when an action comes: reducers, the helpers that no reducer is, and what
  /// makes effects for them.
  let code: [(statements: CodeBlockItemListSyntax, file: SourceFile)]
  /// The closures that run outside of the reducer: `.run { send in … }`, with the call around each.
  let effects: [EffectClosure]
  /// The calls of the helpers in the code, by their names.
  private let helperCalls: [String: [FunctionCallExprSyntax]]
  private let actionNames: Set<String>

  /// - Parameter names: The names of all features: what stands in another one is its code.
  init(_ info: TypeInfo, _ domains: FeatureDomains, among names: Set<String>) {
    self.info = info
    let domain = domains.domain(of: info)
    (state, action) = (domain?.state, domain?.action)
    actionNames = Set(action?.cases.map(\.name) ?? [])
    reducers = domains.reducers(of: info)
    code = Self.code(of: info, reducers, among: names)
    effects = code.flatMap { code in EffectClosure.all(in: code.statements, of: code.file) }
    let names = Set(info.functions.filter { $0.body != nil && $0.isHelper }.map(\.name))
    let calls = names.isEmpty ? [] : code.flatMap { $0.statements.calls(of: names) }
    helperCalls = Dictionary(grouping: calls, by: \.calleeName)
  }

  /// The id of its machine, where it is one.
  var id: String { info.key.hasPrefix(".") ? String(info.key.dropFirst()) : info.key }
  var name: String { info.path.joined(separator: ".") }
  var location: OrreryModel.SourceLocation { info.file.location(of: info.node) }

  /// The getters that compose reducers.
  var bodies: [ComputedInfo] { info.computed.filter { $0.name == "body" && !$0.isStatic } }

  /// The methods that reducers hand the state to, or that make effects for them.
  var helpers: [FunctionInfo] { info.functions.filter { $0.body != nil && $0.isHelper } }

  private static func code(
    of info: TypeInfo, _ reducers: [ReducerBody], among names: Set<String>
  ) -> [(statements: CodeBlockItemListSyntax, file: SourceFile)] {
    var known: Set<SyntaxIdentifier> = []
    var found = reducers.filter { reducer in
      let around = TypePath.enclosing(reducer.statements).last(where: names.contains)
      return around == nil || around == info.name
    }.map { ($0.statements, $0.file) }
    for function in info.functions where function.isHelper {
      if let body = function.body { found.append((body.statements, function.file)) }
    }
    found += info.computed.filter { $0.type?.isEffect ?? false }.map { ($0.body, $0.file) }
    return found.filter { known.insert($0.0.id).inserted }
  }

  /// The action whose clause a node stands in: the first case of the nearest `switch` over actions;
  /// in a helper, the action that it is called for, where that is one.
  func event(around node: some SyntaxProtocol) -> Event.ID? {
    let names = Set(places(of: node).map(clauseEvent))
    return names.count == 1 ? names.first?.map { Event.ID(.input, $0) } : nil
  }

  /// Where in clauses code runs: the node itself, or the calls of the helper that it stands in.
  ///
  /// - Complexity: Linear in the number of calls of helpers.
  func places(of node: some SyntaxProtocol) -> [Syntax] {
    var followed: Set<String> = []
    return places(of: Syntax(node), besides: &followed)
  }

  private func places(of node: Syntax, besides followed: inout Set<String>) -> [Syntax] {
    guard clauseEvent(around: node) == nil,
      let name = node.nearest(FunctionDeclSyntax.self).map({ Naming.identifier($0.name.text) }),
      let calls = helperCalls[name]
    else { return [node] }
    guard followed.insert(name).inserted else { return [] }
    var found: [Syntax] = []
    for call in calls { found += places(of: Syntax(call), besides: &followed) }
    return found
  }

  private func clauseEvent(around node: Syntax) -> String? {
    var current = node.parent
    while let parent = current, !parent.is(MemberBlockSyntax.self) {
      if let label = parent.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self),
        let name = label.caseItems.lazy.compactMap({ Self.firstMember(of: $0.pattern) })
          .first(where: actionNames.contains)
      {
        return name
      }
      current = parent.parent
    }
    return nil
  }

  /// The first case that a pattern names: `binding` of `.binding(\.name)`.
  private static func firstMember(of pattern: PatternSyntax) -> String? {
    pattern.descendants(MemberAccessExprSyntax.self).first { $0.base == nil }
      .map { Naming.identifier($0.declName.baseName.text) }
  }
}

extension FunctionInfo {
  fileprivate var isHelper: Bool {
    !isStatic && (returnType?.isEffect ?? false || parameters.contains { $0.type.inOutBase != nil })
  }
}

extension TypeSyntax {
  /// Whether it is the library's type of effects: `Effect<Action>`, `EffectOf<Self>`.
  fileprivate var isEffect: Bool {
    let name = self.as(MemberTypeSyntax.self)?.name ?? self.as(IdentifierTypeSyntax.self)?.name
    return name.map { EffectClosure.types.contains($0.text) } ?? false
  }
}

/// A closure that a reducer returns to be run outside of it.
struct EffectClosure {
  var closure: ClosureExprSyntax
  /// The call that it is handed to: `.run { … }`.
  var call: FunctionCallExprSyntax
  var file: SourceFile

  /// The functions of the library that run a closure as an effect.
  static let makers: Set = ["run", "task", "fireAndForget"]
  static let types: Set = ["Effect", "EffectTask", "EffectOf", "EffectPublisher"]

  static func all(in node: some SyntaxProtocol, of file: SourceFile) -> [EffectClosure] {
    node.calls(of: makers).compactMap { call in
      guard isEffect(call), let closure = operation(of: call) else { return nil }
      return EffectClosure(closure: closure, call: call, file: file)
    }
  }

  /// `.run`, `Effect.run`, `EffectTask.run`, but no method of another value.
  private static func isEffect(_ call: FunctionCallExprSyntax) -> Bool {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
    guard let base = member.base else { return true }
    let type = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
    return types.contains(type.trimmedText)
  }

  /// The closure that does the work: the one that is called `operation`, or the first without label.
  private static func operation(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    let named = call.arguments.first {
      ["operation", nil].contains($0.label?.text) && $0.expression.is(ClosureExprSyntax.self)
    }
    return named?.expression.as(ClosureExprSyntax.self) ?? call.trailingClosure
  }

  /// The methods that follow the call, from the inside out: `cancellable` of
  /// `.run { … }.cancellable(id: ID.load)`.
  var following: [FunctionCallExprSyntax] { Self.following(call) }

  /// The methods that are called on what a call answers with, from the inside out.
  static func following(_ call: FunctionCallExprSyntax) -> [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    var current = Syntax(call)
    while let member = current.parent?.as(MemberAccessExprSyntax.self),
      member.base?.id == ExprSyntax(current)?.id,
      let next = member.parent?.as(FunctionCallExprSyntax.self)
    {
      found.append(next)
      current = Syntax(next)
    }
    return found
  }

  /// Whether an error that leaves it is told to somebody.
  var catchesErrors: Bool {
    call.arguments.contains { $0.label?.text == "catch" }
      || call.additionalTrailingClosures.contains { $0.label.text == "catch" }
  }
}
