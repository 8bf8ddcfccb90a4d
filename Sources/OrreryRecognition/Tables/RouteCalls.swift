import OrreryExecution
import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A body in which a machine may be told its transitions.
struct RoutePlace {
  var node: Syntax
  var file: SourceFile
  /// What the machine is called by its name alone.
  var name: String?
  /// Whether the machine is what the body is handed, not the property of `self`.
  var isHanded = false
  /// Whether others say if the body ever runs: nothing that makes the object, or shows it, calls it.
  var isLeftToOthers = false
}

/// Finds the calls on a machine: by its property, or by what a closure that is lent it calls it.
final class RouteCalls: SyntaxVisitor {
  struct Found {
    var call: FunctionCallExprSyntax
    /// Those of the `if` statements around it.
    var conditions: [Clause] = []
    /// Whether it is not certain that it is made.
    var isInferred = false
  }

  private(set) var calls: [Found] = []
  /// The calls that are handed the machine, and as which argument.
  private(set) var handed: [(found: Found, argument: Int)] = []
  /// Whether the machine is made there.
  private(set) var isMade = false

  /// Functions that only show what they are handed.
  static let printers: Set = ["print", "debugPrint", "dump", "NSLog"]
  /// The method by which a machine lends itself.
  private static let lender = "configure"

  private let property: String
  private let place: RoutePlace
  /// What the machine is called in each closure around.
  private var scopes: [Set<String>]

  init(on property: String, at place: RoutePlace) {
    (self.property, self.place) = (property, place)
    scopes = [place.name.map { [$0] } ?? []]
    super.init(viewMode: .sourceAccurate)
    walk(place.node)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let own = node.parameterNames
    // A closure that names no parameter has a `$0` of its own.
    var names = (scopes.last ?? []).subtracting(own.isEmpty ? ["$0"] : own)
    if isLent(to: node) { names.insert(own.first ?? "$0") }
    scopes.append(names)
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { scopes.removeLast() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.boundName, let value = node.initializer?.value, !scopes.isEmpty else {
      return .visitChildren
    }
    if isMachine(value) {
      scopes[scopes.count - 1].insert(name)
    } else {
      scopes[scopes.count - 1].remove(name)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if makesMachine(node) { isMade = true }
    if let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base, isMachine(base) {
      calls.append(found(node))
    }
    let argument = node.arguments.enumerated().first { isMachine($0.element.expression) }?.offset
    if let argument, !Self.printers.contains(node.calleeName) {
      handed.append((found(node), argument))
    }
    return .visitChildren
  }

  // MARK: What the machine is called

  /// `machine`, `self.machine`, `self?.machine`, `machine?`, `machine!`.
  private func isMachine(_ node: ExprSyntax) -> Bool {
    if let chain = node.as(OptionalChainingExprSyntax.self) { return isMachine(chain.expression) }
    if let value = node.as(ForceUnwrapExprSyntax.self) { return isMachine(value.expression) }
    if node.is(MemberAccessExprSyntax.self) { return !place.isHanded && node.ownName == property }
    return node.plainName.map { scopes.last?.contains($0) ?? false } ?? false
  }

  /// Whether the closure is handed the machine: by what makes it, or by the machine itself.
  private func isLent(to closure: ClosureExprSyntax) -> Bool {
    guard let call = closure.handedTo?.call else { return false }
    if makesMachine(call) { return true }
    let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    return call.calleeName == Self.lender && base.map(isMachine) ?? false
  }

  /// Whether a call gives the value that the property starts with or is assigned.
  private func makesMachine(_ call: FunctionCallExprSyntax) -> Bool {
    guard call.arguments.first?.label?.text == "state" else { return false }
    if call.id == place.node.id { return true }
    guard let list = call.parent?.as(ExprListSyntax.self), let target = list.first,
      list.count == 3, list.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    else { return false }
    return isMachine(target)
  }

  // MARK: Whether a call is made

  private func found(_ call: FunctionCallExprSyntax) -> Found {
    var found = Found(call: call)
    var current = Syntax(call)
    while current.id != place.node.id, let parent = current.parent {
      if let choice = parent.as(IfExprSyntax.self), current.id != choice.conditions.id {
        let isBody = current.id == choice.body.id
        found.conditions.insert(Clause(text: choice.conditions.folded, isNegated: !isBody), at: 0)
      } else if parent.is(SwitchCaseSyntax.self) || parent.is(ForStmtSyntax.self)
        || parent.is(WhileStmtSyntax.self) || parent.is(CatchClauseSyntax.self)
        || parent.is(IfConfigClauseSyntax.self) || parent.is(GuardStmtSyntax.self)
      {
        found.isInferred = true
      } else if let items = parent.as(CodeBlockItemListSyntax.self),
        items.prefix(while: { $0.id != current.id }).contains(where: Self.mayEnd)
      {
        found.isInferred = true
      }
      current = parent
    }
    return found
  }

  /// Whether a statement may be the last one that runs.
  private static func mayEnd(_ item: CodeBlockItemSyntax) -> Bool {
    if item.bindsSelf { return false }
    if item.item.is(GuardStmtSyntax.self) { return true }
    let choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    return choice?.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false
  }
}
