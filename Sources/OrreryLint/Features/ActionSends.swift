import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Where features send actions to themselves, and where others name them.
enum ActionSends {
  /// An action that a reducer answers another one with.
  struct Send {
    var name: String
    var call: FunctionCallExprSyntax
    var file: SourceFile
  }

  /// The effects of a feature that do nothing but send it one of its own actions.
  static func own(of feature: Feature) -> [Send] {
    let names = Set(feature.action?.cases.filter { !$0.isOfOthers }.map(\.name) ?? [])
    let direct = feature.nodes(FunctionCallExprSyntax.self).filter { found in
      found.node.calleeName == "send"
        && (found.node.calledExpression.as(MemberAccessExprSyntax.self).map { $0.base == nil }
          ?? false)
    }
    let wrapped = feature.effects.compactMap { effect -> CodeNode<FunctionCallExprSyntax>? in
      effect.onlySend.map { CodeNode(node: $0, file: effect.file) }
    }
    return (direct + wrapped).compactMap { found in
      guard found.node.arguments.count == 1,
        let name = found.node.arguments.first?.expression.implicitCase, names.contains(name)
      else { return nil }
      return Send(name: name, call: found.node, file: found.file)
    }
  }

  /// How often actions are named anywhere, but where a `switch` answers them.
  static func mentions(of names: Set<String>, in subject: LintSubject) -> [String: Int] {
    var found: [String: Int] = [:]
    for file in subject.files(naming: names.sorted()) {
      for member in file.tree.descendants(MemberAccessExprSyntax.self) {
        let name = Naming.identifier(member.declName.baseName.text)
        guard names.contains(name), !member.isAnswered, !member.isOfPlainValue else { continue }
        found[name, default: 0] += 1
      }
      for component in file.tree.descendants(KeyPathPropertyComponentSyntax.self) {
        let name = Naming.identifier(component.declName.baseName.text)
        if names.contains(name) { found[name, default: 0] += 1 }
      }
    }
    return found
  }
}

extension ExprSyntax {
  /// `load` of `.load` and `.load(1)`.
  var implicitCase: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    guard let member = callee.as(MemberAccessExprSyntax.self), member.base == nil else {
      return nil
    }
    return Naming.identifier(member.declName.baseName.text)
  }
}

extension EnumCase {
  /// Whether somebody else is meant by it: a child, a parent, a view or the library.
  var isOfOthers: Bool {
    if ["delegate", "binding", "view"].contains(name) { return true }
    let type = element.parameterClause?.parameters.first?.type
    guard let type else { return false }
    let word =
      type.as(MemberTypeSyntax.self)?.name.text ?? type.as(IdentifierTypeSyntax.self)?.name.text
      ?? ""
    return ["Action", "ActionOf", "Delegate"].contains { word.hasSuffix($0) }
      || type.descendants(IdentifierTypeSyntax.self).contains { $0.name.text == "Action" }
  }
}

extension EffectClosure {
  /// The call of its `send`, where that is all it does.
  var onlySend: FunctionCallExprSyntax? {
    guard let sender = closure.parameterNames.first, closure.statements.count == 1,
      let call = closure.statements.first?.item.as(AwaitExprSyntax.self)?.expression
        .as(FunctionCallExprSyntax.self), call.calleeName == sender,
      // What is sent may be the answer to work that is done on the way.
      !call.arguments.flatMap({ $0.descendants(FunctionCallExprSyntax.self) })
        .contains(where: { $0.calledExpression.implicitCase == nil })
    else { return nil }
    return call
  }
}

extension MemberAccessExprSyntax {
  /// Whether it stands in the pattern of a clause of its own feature, as in `case .load:`.
  ///
  /// A parent's clause names the child before it. What a test receives counts no more.
  fileprivate var isAnswered: Bool {
    var current = Syntax(self)
    while let node = current.parent, !node.is(CodeBlockItemSyntax.self) {
      if node.is(SwitchCaseItemSyntax.self) || node.is(MatchingPatternConditionSyntax.self) {
        return true
      }
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.calleeName == "receive" { return true }
        if call.calledExpression.id != ExprSyntax(current)?.id { return false }
      }
      current = node
    }
    return false
  }

  /// Whether it is a property or a method of a value: `player.load`.
  fileprivate var isOfPlainValue: Bool {
    base?.nameParts?.last?.first?.isLowercase ?? (base != nil)
  }
}

extension FunctionCallExprSyntax {
  /// Whether what it sends follows at once, and nothing is asked of it: no pause, no other effect
  /// before it.
  var isPlainSend: Bool {
    var current = Syntax(self)
    while let parent = current.parent, !parent.is(CodeBlockItemSyntax.self) {
      if let member = parent.as(MemberAccessExprSyntax.self),
        member.base?.id == ExprSyntax(current)?.id
      {
        return false
      }
      if let call = parent.as(FunctionCallExprSyntax.self),
        ["concatenate", "concat"].contains(call.calleeName)
      {
        return false
      }
      current = parent
    }
    return true
  }
}
