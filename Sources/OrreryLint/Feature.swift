import OrreryExtraction
import OrreryLowering
import OrreryModel
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

  init(_ info: TypeInfo, _ domains: FeatureDomains) {
    self.info = info
    let domain = domains.domain(of: info)
    (state, action) = (domain?.state, domain?.action)
    reducers = domains.reducers(of: info)
  }

  /// The id of its machine, where it is one.
  var id: String { info.key.hasPrefix(".") ? String(info.key.dropFirst()) : info.key }
  var name: String { info.path.joined(separator: ".") }
  var location: OrreryModel.SourceLocation { info.file.location(of: info.node) }

  /// The getters that compose reducers.
  var bodies: [ComputedInfo] { info.computed.filter { $0.name == "body" && !$0.isStatic } }

  /// The methods that reducers hand the state to.
  var helpers: [FunctionInfo] {
    info.functions.filter { function in
      function.body != nil && !function.isStatic
        && function.parameters.contains { $0.type.inOutBase != nil }
    }
  }

  /// All code that runs when an action comes: reducers, and the helpers that no reducer is.
  var code: [(statements: CodeBlockItemListSyntax, file: SourceFile)] {
    let known = Set(reducers.map(\.statements.id))
    return reducers.map { ($0.statements, $0.file) }
      + helpers.compactMap { function in
        guard let body = function.body, !known.contains(body.statements.id) else { return nil }
        return (body.statements, function.file)
      }
  }

  /// The closures that run outside of the reducer: `.run { send in … }`, with the call around each.
  var effects: [EffectClosure] {
    code.flatMap { code in EffectClosure.all(in: code.statements, of: code.file) }
  }

  /// The action whose clause a node stands in: the first case of the nearest `switch` over actions.
  func event(around node: some SyntaxProtocol) -> Event.ID? {
    let names = Set(action?.cases.map(\.name) ?? [])
    var current = node.parent
    while let parent = current, !parent.is(MemberBlockSyntax.self) {
      if let label = parent.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self),
        let name = label.caseItems.lazy.compactMap({ Self.firstMember(of: $0.pattern) })
          .first(where: names.contains)
      {
        return Event.ID(.input, name)
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

/// A closure that a reducer returns to be run outside of it.
struct EffectClosure {
  var closure: ClosureExprSyntax
  /// The call that it is handed to: `.run { … }`.
  var call: FunctionCallExprSyntax
  var file: SourceFile

  /// The functions of the library that run a closure as an effect.
  static let makers: Set = ["run", "task", "fireAndForget"]

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
    return ["Effect", "EffectTask", "EffectOf", "EffectPublisher"].contains(type.trimmedText)
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
  var following: [FunctionCallExprSyntax] {
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

  /// Whether another effect, or the same one again, can stop it by an id.
  var isCancellable: Bool { following.contains { $0.calleeName == "cancellable" } }

  /// Whether an error that leaves it is told to somebody.
  var catchesErrors: Bool {
    call.arguments.contains { $0.label?.text == "catch" }
      || call.additionalTrailingClosures.contains { $0.label.text == "catch" }
  }
}
