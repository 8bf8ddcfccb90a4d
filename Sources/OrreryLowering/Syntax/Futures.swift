import OrreryTrace
import SwiftSyntax

// Futures, as SwiftNIO and its kin have them, told from lists and optionals: `map` and `flatMap` of a
// future run their closure when its value has come.
extension FunctionCallExprSyntax {
  /// Operators and properties that futures have and lists do not.
  private static let ofFutures: Set = [
    "flatMapError", "flatMapThrowing", "flatMapErrorThrowing", "flatMapErrorWithEventLoop",
    "flatMapWithEventLoop", "flatMapBlocking", "flatMapResult", "recover", "always", "cascade",
    "cascadeSuccess", "cascadeFailure", "whenSuccess", "whenFailure", "whenComplete",
    "whenCompleteBlocking", "whenSuccessBlocking", "hop", "fold", "foldWithEventLoop", "unwrap",
    "wait", "futureResult", "transform", "tryFlatMap", "submit", "flatSubmit", "makeFutureWithTask",
    "makeSucceededFuture", "makeFailedFuture", "makeCompletedFuture", "makeSucceededVoidFuture",
    "scheduleTask", "flatScheduleTask",
  ]

  /// Those of them that a `Result` has as well.
  private static let ofResults: Set = ["flatMapError"]

  /// Operators of futures that lists have as well.
  private static let ofBoth: Set = ["map", "flatMap"]

  /// Whether the call goes on from a future with what that comes to.
  package var isOnFuture: Bool {
    guard Self.ofBoth.contains(calleeName), isChained,
      start.flatMap(\.declaredType)?.isContainer != true
    else { return false }
    return isBesideFutures || kind(\.isFuture)
  }

  /// Whether the call goes on from a publisher, as the types around it say.
  package var isOnStream: Bool {
    Self.ofBoth.contains(calleeName) && isChained && kind(\.isStream)
  }

  private var isChained: Bool { calledExpression.as(MemberAccessExprSyntax.self)?.base != nil }

  /// Whether an operator of futures stands before or behind the call.
  private var isBesideFutures: Bool {
    let isImported = root.as(SourceFileSyntax.self)?.importsFutures ?? false
    let operators = isImported ? Self.ofFutures : Self.ofFutures.subtracting(Self.ofResults)
    let bases = sequence(first: ExprSyntax(self)) { $0.baseOfMember }.dropFirst()
    if (bases.compactMap(\.memberName) + operatorsBehind).contains(where: operators.contains) {
      return true
    }
    let whole = wholeChain
    if let name = whole.boundName, let items = whole.around(CodeBlockItemListSyntax.self),
      items.members(of: name).contains(where: operators.contains)
    {
      return true
    }
    return isImported && whole.isDropped && whole.typesTaking.isEmpty
      && calledExpression.baseOfMember?.is(FunctionCallExprSyntax.self) ?? false
  }

  /// Whether the type of what the chain begins with, or of what it makes, passes a test.
  private func kind(_ test: (TypeSyntax) -> Bool) -> Bool {
    if start.flatMap(\.declaredType).map(test) ?? false { return true }
    // A list of futures becomes one.
    return wholeChain.typesTaking.contains(where: test) && !operatorsBehind.contains("flatten")
  }

  /// The names of the members that are called on its answer, and on theirs.
  var operatorsBehind: [String] { links.dropFirst().compactMap(\.memberName) }

  /// What the call goes on from, without other calls that do the same.
  private var start: ExprSyntax? {
    var node = calledExpression.baseOfMember
    while let call = node?.as(FunctionCallExprSyntax.self), Self.ofBoth.contains(call.calleeName),
      let base = call.calledExpression.baseOfMember
    {
      node = base
    }
    return node
  }

  /// The last operator of the chain that the call is a part of.
  private var wholeChain: ExprSyntax { links.last ?? ExprSyntax(self) }

  /// The call, and the operators behind it.
  private var links: [ExprSyntax] { Array(sequence(first: ExprSyntax(self)) { $0.next }) }
}

extension ExprSyntax {
  /// What is called next on a value: `a.map {}.recover {}` of `a.map {}`.
  fileprivate var next: ExprSyntax? {
    guard let member = parent?.as(MemberAccessExprSyntax.self), member.base?.id == id else {
      return nil
    }
    if let call = member.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == member.id
    {
      return ExprSyntax(call)
    }
    return ExprSyntax(member)
  }

  /// The name behind the last dot, be it called or not.
  fileprivate var memberName: String? {
    member.map { Naming.identifier($0.declName.baseName.text) }
  }

  /// What stands before the last dot.
  fileprivate var baseOfMember: ExprSyntax? { member?.base }

  private var member: MemberAccessExprSyntax? {
    (self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self)
      .as(MemberAccessExprSyntax.self)
  }

  /// The variable that a value is bound to.
  fileprivate var boundName: String? {
    parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)?.boundName
  }

  /// Whether nobody takes a value: `_ = connect()`.
  fileprivate var isDropped: Bool {
    if parent?.is(CodeBlockItemSyntax.self) ?? false { return true }
    guard let elements = parent?.as(ExprListSyntax.self) else { return false }
    return elements.count == 3 && elements.last?.id == id
      && elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
  }
}

extension TypeSyntax {
  /// Whether values of the type hold others at once: a list, an optional, a `Result`.
  fileprivate var isContainer: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .arrayType, .dictionaryType, .optionalType: true
    case .identifierType(let type):
      ["Array", "Set", "Dictionary", "Optional", "Result", "String", "Data"].contains(
        type.name.text)
    default: false
    }
  }
}

extension SourceFileSyntax {
  /// Whether the file imports a library of futures.
  fileprivate var importsFutures: Bool {
    statements.contains { item in
      item.item.as(ImportDeclSyntax.self)?.path.first?.name.text.hasPrefix("NIO") ?? false
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The names of members that code names of some variable.
  fileprivate func members(of name: String) -> [String] {
    all(MemberAccessExprSyntax.self).filter { $0.base?.plainName == name }
      .map { Naming.identifier($0.declName.baseName.text) }
  }
}
