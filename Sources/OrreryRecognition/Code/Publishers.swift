import OrreryLowering
import SwiftSyntax

// Publishers, as Combine and its kin have them, told from lists by what is called on them.
extension FunctionCallExprSyntax {
  /// Operators that publishers have and lists do not.
  private static let operators: Set = [
    "sink", "assign", "store", "subscribe", "eraseToAnyPublisher", "receive", "debounce",
    "throttle", "removeDuplicates", "handleEvents", "replaceError", "setFailureType", "share",
    "switchToLatest", "prepend", "combineLatest", "observe", "bind", "drive",
  ]

  /// Operators of publishers that lists have as well.
  private static let shared: Set = [
    "map", "compactMap", "flatMap", "filter", "first", "reduce", "dropFirst", "prefix", "merge",
    "scan", "tryMap", "skip", "distinctUntilChanged",
  ]

  /// Whether an operator of publishers follows on the call: it runs its closure for what comes.
  ///
  /// A task is no publisher: to keep what cancels it, by whatever method, changes nothing of what it
  /// does.
  var isOnPublisher: Bool {
    if startsTask { return false }
    var call = self
    while let member = call.parent?.as(MemberAccessExprSyntax.self), member.base?.id == call.id,
      let next = member.parent?.as(FunctionCallExprSyntax.self)
    {
      if Self.operators.contains(next.calleeName) { return true }
      call = next
    }
    guard Self.shared.contains(calleeName) else { return false }
    if isOnStream { return true }
    let (first, root) = start
    return Self.streams.contains(first.calleeName) || root?.isProjection ?? false
  }

  /// `Task { … }`, `Task<Void, Never>.detached { … }`.
  private var startsTask: Bool {
    if calleeName == "Task" { return true }
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base else { return false }
    let name = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
    return name.as(DeclReferenceExprSyntax.self)?.baseName.text == "Task"
  }

  /// Functions that make a publisher of many values.
  private static let streams: Set = ["publisher", "publish", "asObservable", "asDriver"]

  /// The first call of a chain, and what it is called on: an operator where the publisher is a
  /// property.
  var start: (call: FunctionCallExprSyntax, root: ExprSyntax?) {
    var call = self
    while let inner = call.previous { call = inner }
    return (call, call.calledExpression.as(MemberAccessExprSyntax.self)?.base)
  }

  /// The call before this one in a chain.
  var previous: FunctionCallExprSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.base?.innermostCall
  }
}

extension ExprSyntax {
  /// `$name`: what a property wrapper publishes, and no argument of a closure.
  fileprivate var isProjection: Bool {
    let name = lastName ?? ""
    return name.hasPrefix("$") && !(name.dropFirst().first?.isNumber ?? true)
  }

  /// What stands behind the last dot, or the name that it is, as written.
  var lastName: String? {
    (self.as(MemberAccessExprSyntax.self)?.declName ?? self.as(DeclReferenceExprSyntax.self))?
      .baseName.text
  }

  /// The last call before some properties.
  fileprivate var innermostCall: FunctionCallExprSyntax? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call }
    return self.as(MemberAccessExprSyntax.self)?.base?.innermostCall
      ?? self.as(OptionalChainingExprSyntax.self)?.expression.innermostCall
  }
}
