import OrreryLowering
import OrreryTrace
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

  /// Functions that hand their closure each of several events, not the one answer to a request.
  private static let observers: Set = [
    "observe", "addObserver", "addPeriodicTimeObserver", "addBoundaryTimeObserver", "addListener",
    "addSnapshotListener", "addLocalMonitorForEvents", "addGlobalMonitorForEvents", "onReceive",
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

  /// Whether the closure of the call runs time and again, whatever has happened since.
  var repeats: Bool {
    if Self.observers.contains(calleeName) || setsHandler { return true }
    if calleeName == "scheduledTimer" {
      return arguments.contains {
        $0.label?.text == "repeats"
          && $0.expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
      }
    }
    guard Self.operators.contains(calleeName) || isOnPublisher, !takesFirst else { return false }
    let name = start.call.calleeName
    return [Self.operators, Self.shared, Self.streams].contains { $0.contains(name) }
  }

  /// Whether the name of a function says that it sets what is called from now on: `setEventHandler`,
  /// `xpc_connection_set_event_handler`.
  private var setsHandler: Bool {
    let name = calleeName.lowercased()
    let isSetter = calleeName.hasPrefix("set") || name.contains("_set_")
    return isSetter
      && ["handler", "callback", "listener", "observer"].contains { name.hasSuffix($0) }
      && !["complet", "cancel", "finish"].contains { name.contains($0) }
  }

  /// Functions that make a publisher of many values.
  private static let streams: Set = ["publisher", "publish", "asObservable", "asDriver"]

  /// The first call of a chain, and what it is called on: an operator where the publisher is a
  /// property.
  private var start: (call: FunctionCallExprSyntax, root: ExprSyntax?) {
    var call = self
    while let inner = call.previous { call = inner }
    return (call, call.calledExpression.as(MemberAccessExprSyntax.self)?.base)
  }

  /// The property that publishes what comes to the call: `player.ended` of
  /// `player.ended.receive(on: queue).sink { … }`.
  var publisher: ExprSyntax? {
    let (first, root) = start
    let isOperator =
      first.id == id ? Self.ends.contains(calleeName) : first.isOperator
    return isOperator ? root : nil
  }

  /// Operators that nothing but publishers has, at the end of a chain.
  private static let ends: Set = ["sink", "assign"]

  /// Operators of which other types have functions by the same name, and how they are labelled.
  private static let scheduling: Set = ["receive", "subscribe", "observe"]

  private var isOperator: Bool {
    if Self.scheduling.contains(calleeName) { return arguments.first?.label?.text == "on" }
    return Self.operators.contains(calleeName) || Self.shared.contains(calleeName)
  }

  /// The call before this one in a chain.
  var previous: FunctionCallExprSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.base?.innermostCall
  }

  /// The closures of the operators with some name that a value comes through before this one, first
  /// to last.
  func closuresBefore(named name: String) -> [ClosureExprSyntax] {
    var result: [ClosureExprSyntax] = []
    var call = self
    while let inner = call.previous {
      if inner.calleeName == name, let closure = inner.lastClosure { result.append(closure) }
      call = inner
    }
    return result.reversed()
  }

  /// Whether one value at most comes to the end of the chain.
  private var takesFirst: Bool {
    var call = self
    while let inner = call.previous {
      if inner.calleeName == "first" { return true }
      call = inner
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// The property of `self` that a publisher assigns: `.assign(to: &$state)`,
  /// `.assign(to: \.state, on: self)`.
  var assignedProperty: String? {
    guard calleeName == "assign", let target = arguments.first, target.label?.text == "to" else {
      return nil
    }
    if let projected = target.expression.as(InOutExprSyntax.self)?.expression,
      projected.isProjection
    {
      let member = projected.as(MemberAccessExprSyntax.self)
      guard member?.base.map(\.isSelf) ?? true else { return nil }
      let name = member?.declName ?? projected.as(DeclReferenceExprSyntax.self)
      return name.map { String($0.baseName.text.dropFirst()) }
    }
    guard let path = target.expression.as(KeyPathExprSyntax.self), path.components.count == 1,
      arguments.last?.label?.text == "on", arguments.last?.expression.isSelf == true
    else { return nil }
    let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
    return property.map { Naming.identifier($0.declName.baseName.text) }
  }
}

extension ExprSyntax {
  /// `$name`: what a property wrapper publishes, and no argument of a closure.
  fileprivate var isProjection: Bool {
    let reference =
      self.as(MemberAccessExprSyntax.self)?.declName ?? self.as(DeclReferenceExprSyntax.self)
    let name = reference?.baseName.text ?? ""
    return name.hasPrefix("$") && !(name.dropFirst().first?.isNumber ?? true)
  }

  /// The last call before some properties.
  fileprivate var innermostCall: FunctionCallExprSyntax? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call }
    return self.as(MemberAccessExprSyntax.self)?.base?.innermostCall
      ?? self.as(OptionalChainingExprSyntax.self)?.expression.innermostCall
  }
}
