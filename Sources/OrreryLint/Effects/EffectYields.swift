import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Which results an effect may bring.
struct EffectYields {
  /// The cases of the results.
  private(set) var results: Set<String> = []
  /// Whether no other result can come.
  private(set) var isClear = false
  /// Whether at most one result comes.
  private(set) var isSingle = false
  /// Whether it goes on until somebody ends it: a loop over a sequence of values to come.
  private(set) var isEndless = false
  /// Whether it waits for something before it is done.
  private(set) var waits = false
  /// Whether it lets time pass.
  private(set) var sleeps = false

  init(
    of statements: CodeBlockItemListSyntax, in function: FunctionInfo, _ info: TypeInfo,
    _ result: TypeInfo?
  ) {
    let code = Self.code(from: statements, of: info)
    isEndless = code.contains { Self.loops(in: $0) }
    waits = code.contains { $0.says("await") || $0.says("Task") }
    sleeps = code.contains { !$0.calls(of: ["sleep", "timer", "delay", "debounce"]).isEmpty }
    guard let result else { return }
    let made = code.flatMap { Self.made($0, result) }
    results = Set(made)
    isSingle = Self.isSingle(statements, function)
    isClear =
      code.allSatisfy { Self.isTold($0, result) } && (!results.isEmpty || Self.isSilent(statements))
  }

  /// The statements, and the bodies of the type's own methods that they call.
  private static func code(
    from statements: CodeBlockItemListSyntax, of info: TypeInfo
  ) -> [CodeBlockItemListSyntax] {
    var found = [statements]
    var known: Set<String> = []
    var next = 0
    while next < found.count, found.count < 16 {
      for call in found[next].descendants(FunctionCallExprSyntax.self) {
        let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedText
        let isOwn = call.calledExpression.is(DeclReferenceExprSyntax.self) || base == "self"
        guard isOwn, known.insert(call.calleeName).inserted else { continue }
        found += info.functions.filter { $0.name == call.calleeName }.compactMap {
          $0.body?.statements
        }
      }
      next += 1
    }
    return found
  }

  private static func made(_ node: some SyntaxProtocol, _ result: TypeInfo) -> [String] {
    node.descendants(MemberAccessExprSyntax.self).filter { member in
      let base = member.base?.trimmedText.split(separator: ".").last.map(String.init)
      return !member.isPattern && [nil, result.name, "IOResult"].contains(base)
    }.map { Naming.identifier($0.declName.baseName.text) }.filter { result.enumCase($0) != nil }
  }

  /// Whether each value that leaves the code is made on the spot.
  private static func isTold(_ code: CodeBlockItemListSyntax, _ result: TypeInfo) -> Bool {
    let sent = code.calls(of: ["yield"]).map { Syntax($0.arguments) }
    let returned = code.descendants(ReturnStmtSyntax.self).compactMap(\.expression).filter {
      !$0.is(NilLiteralExprSyntax.self)
    }.map { Syntax($0) }
    return (sent + returned).allSatisfy { node in
      !made(node, result).isEmpty || isSilent(node)
    }
  }

  /// Whether it says that nothing comes: `nil`, `.none { … }`, or a stream that only ends.
  private static func isSilent(_ node: some SyntaxProtocol) -> Bool {
    let calls = node.descendants(FunctionCallExprSyntax.self).map(\.calleeName)
    let names = node.descendants(MemberAccessExprSyntax.self).map(\.declName.baseName.text)
    guard !calls.contains("yield"), !calls.contains("single") else { return false }
    return calls.contains("finish") || names.contains("none") || names.contains("finished")
      || !node.descendants(NilLiteralExprSyntax.self).isEmpty
  }

  private static func isSingle(
    _ statements: CodeBlockItemListSyntax, _ function: FunctionInfo
  ) -> Bool {
    let isAsync =
      function.node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers?.asyncSpecifier != nil
    if isAsync, function.returnType?.is(OptionalTypeSyntax.self) == true { return true }
    let item = statements.count == 1 ? statements.first?.item : nil
    let value = item?.as(ReturnStmtSyntax.self)?.expression ?? item?.as(ExprSyntax.self)
    guard let call = value?.as(FunctionCallExprSyntax.self) else { return false }
    return call.calleeName == "single"
      || mostYields(in: Syntax(call)) <= 1
        && !call.calls(of: ["yield"]).isEmpty
  }

  /// How often results are sent at most; two stands for any number.
  private static func mostYields(in node: Syntax) -> Int {
    let all = { (nodes: [Syntax]) in nodes.map(mostYields).reduce(0, +) }
    let children = Array(node.children(viewMode: .sourceAccurate))
    if let choice = node.as(IfExprSyntax.self) {
      return max(
        mostYields(in: Syntax(choice.body)), choice.elseBody.map { mostYields(in: Syntax($0)) } ?? 0
      )
    }
    if let choice = node.as(SwitchExprSyntax.self) {
      return choice.cases.map { mostYields(in: Syntax($0)) }.max() ?? 0
    }
    if let attempt = node.as(DoStmtSyntax.self) {
      let caught = attempt.catchClauses.map { mostYields(in: Syntax($0)) }.max() ?? 0
      let items = attempt.body.statements.map { ($0, mostYields(in: Syntax($0))) }
      let tried = items.map(\.1).reduce(0, +)
      // What is sent before something throws is sent besides what the `catch` sends.
      let mayThrow = items.drop { $0.1 == 0 }.dropFirst().contains { $0.0.says("try") }
      return min(2, mayThrow ? tried + caught : max(tried, caught))
    }
    if node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
      || node.is(RepeatStmtSyntax.self)
    {
      return all(children) > 0 ? 2 : 0
    }
    let isYield = node.as(FunctionCallExprSyntax.self)?.calleeName == "yield"
    return min(2, all(children) + (isYield ? 1 : 0))
  }

  private static func loops(in code: CodeBlockItemListSyntax) -> Bool {
    code.descendants(ForStmtSyntax.self).contains { $0.awaitKeyword != nil }
      || code.descendants(WhileStmtSyntax.self).contains { loop in
        let condition = loop.conditions.trimmedText
        return condition == "true" || loop.conditions.says("isCancelled")
      }
  }
}
