import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// Methods that do nothing but ask what they are handed: each of its cases is an event, whatever its
// type is called, unless that is the state's: then it is where to go.
extension MutatingStyle {
  /// Whether a method switches over a parameter, beside the state, before or after it.
  func isSwitchedOver(
    _ parameter: FunctionParameterSyntax, _ type: TypeInfo, in function: FunctionInfo,
    of info: TypeInfo, _ access: StateAccess?
  ) -> Bool {
    guard let access, !access.isBoxed, let written = parameter.type.plainName,
      !access.typeNames.contains(written), written != function.ownerName
    else { return false }
    if isLookedUp(parameter.ownName, in: function, beside: access) { return true }
    guard let node = function.lastSwitch else { return false }
    if access.member == nil, node.pairs(parameter.ownName, with: access.names) { return true }
    return !access.isReference && !access.isShared
      && isWhole(parameter, type, node, in: function, of: info, access)
      && (!function.isPrivate || isHandedOn(type, to: function, in: info))
      && isOnlyOne(type, of: function, in: info, access)
  }

  /// Whether a table is asked for the state and for a parameter.
  func isLookedUp(
    _ name: String, in function: FunctionInfo, beside access: StateAccess?
  ) -> Bool {
    guard let access, access.member == nil else { return false }
    return index.looksUp(name, with: access.names, in: function)
  }

  /// Whether the switch that a method ends with is all that changes the state, and asks for the
  /// parameter wherever it does.
  ///
  /// A method that is not named for handing on is an event itself, which the parameter only colours:
  /// `open(.reading)`; unless it is the only way to the state, and does not say what has happened.
  private func isWhole(
    _ parameter: FunctionParameterSyntax, _ type: TypeInfo, _ node: SwitchExprSyntax,
    in function: FunctionInfo, of info: TypeInfo, _ access: StateAccess
  ) -> Bool {
    guard type.cases.count > 1, !parameter.type.is(OptionalTypeSyntax.self), !tells(type),
      case let all = index.mentions(of: access, in: function), all.writes > 0,
      mentions(of: access, in: node, function).writes == all.writes,
      EventWords.dispatches(function.name)
        || !function.tellsWhatHappened && isOnlyEntry(function, of: info, access)
    else { return false }
    if node.subject.ownName == parameter.ownName { return true }
    guard mentions(of: access, in: node.subject, function).reads > 0 || node.subject.isPlainSelf
    else {
      return false
    }
    let arms = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    return arms.contains { $0.statements.last?.switched?.subject.ownName == parameter.ownName }
      && arms.allSatisfy { arm in
        mentions(of: access, in: arm, function).writes == 0
          || index.code(of: arm, in: function).asks(for: parameter.ownName)
      }
  }

  private func mentions(
    of access: StateAccess, in part: some SyntaxProtocol, _ function: FunctionInfo
  ) -> Mentions {
    Mentions(of: access, in: index.code(of: part, in: function))
  }

  /// Whether an enum tells how something is, went or is to be done, by its name or by what it
  /// conforms to.
  func tells(_ type: TypeInfo) -> Bool {
    (Self.stateWords + Self.manners).contains(where: type.name.hasSuffix)
      || type.isError
  }

  /// Whether a method of the type that takes such an enum itself calls a private one.
  private func isHandedOn(
    _ type: TypeInfo, to function: FunctionInfo, in info: TypeInfo
  ) -> Bool {
    info.functions.contains { other in
      other.name != function.name
        && other.parameters.contains { index.resolve($0.type, in: info) == type.key }
        && index.code(of: other).ownCalls.contains(function.name)
    }
  }

  private static let manners = [
    "Error", "Result", "Outcome", "Mode", "Style", "Kind", "Option", "Options", "Policy",
    "Configuration",
  ]

  /// Whether no other methods of a type do nothing but ask for a parameter, unless these are handed
  /// the same enum by one another: several say how the methods are to do what they are called by.
  private func isOnlyOne(
    _ type: TypeInfo, of function: FunctionInfo, in info: TypeInfo, _ access: StateAccess
  ) -> Bool {
    !info.functions.contains { another in
      another.parameters.contains { parameter in
        guard let node = another.lastSwitch,
          let other = index.type(parameter.type, in: info),
          other.kind == .enum, !access.typeNames.contains(other.name),
          other.key != type.key
            || another.name != function.name
              && !isHandedOn(type, to: another, in: info)
              && !isHandedOn(type, to: function, in: info)
        else { return false }
        return isWhole(parameter, other, node, in: another, of: info, access)
      }
    }
  }
}

extension FunctionInfo {
  /// The last part of the name of the type that declares it.
  fileprivate var ownerName: String? { owner?.split(separator: ".").last.map(String.init) }

  /// The switch that the body ends with, be it followed by an answer that calls nothing.
  fileprivate var lastSwitch: SwitchExprSyntax? {
    guard let items = body?.statements, let last = items.last else { return nil }
    if let found = last.switched { return found }
    guard let end = last.item.as(ReturnStmtSyntax.self),
      !end.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .leftParen })
    else { return nil }
    return items.dropLast().last?.switched
  }
}

extension CodeBlockItemSyntax {
  /// The switch that the statement is, or returns.
  fileprivate var switched: SwitchExprSyntax? { answer?.as(SwitchExprSyntax.self) }
}

extension SwitchExprSyntax {
  /// Whether it asks for a variable and one of some properties, side by side.
  fileprivate func pairs(_ name: String, with states: Set<String>) -> Bool {
    guard let elements = subject.as(TupleExprSyntax.self)?.elements, elements.count == 2 else {
      return false
    }
    let names = elements.map { $0.expression.ownName }
    return names.contains(name) && names.contains { $0.map(states.contains) ?? false }
  }
}
