import OrreryLowering
import OrreryProgram
import OrrerySyntax
import SwiftSyntax

/// Enums that come to one closure through a subject:
/// `input.sink { event in switch event { … } }`.
///
/// Whoever sends a case makes an event of that name, as if it had called a method with it.
package enum SentEvents {
  /// One that nothing else takes.
  struct Taker {
    var node: NodeID
    var type: TypeInfo
  }

  /// - Returns: The enums of a machine by the closures that take them.
  package static func find(for site: Site, in index: SourceIndex) -> [NodeID: TypeInfo] {
    guard let owner = site.owner, site.holder.property != nil else { return [:] }
    var names = Set(site.handlers.flatMap(names))
    var result: [NodeID: TypeInfo] = [:]
    for taker in takers(of: owner, in: index) where taker.type !== site.state {
      let cases = Set(taker.type.cases.map(\.name))
      guard names.isDisjoint(with: cases) else { continue }
      names.formUnion(cases)
      result[taker.node] = taker.type
    }
    return result
  }

  /// The closures of a type that take what its own subjects hand on.
  static func takers(of owner: TypeInfo, in index: SourceIndex) -> [Taker] {
    guard owner.isObject else { return [] }
    let subjects = owner.stored.reduce(into: [String: TypeInfo]()) { found, stored in
      guard !stored.property.isStatic, let type = element(of: stored.property),
        let info = index.type(type, in: owner),
        info.kind == .enum, !info.cases.isEmpty, isEvent(info, of: owner)
      else { return }
      found[stored.property.name] = info
    }
    guard !subjects.isEmpty else { return [] }
    let functions = owner.functions + owner.initializers + owner.accessors
    let ends = functions.flatMap { self.ends(of: Set(subjects.keys), in: $0, index) }
    return subjects.sorted { $0.key < $1.key }.compactMap { name, info in
      // What two closures make of a case is no one event.
      let own = ends.filter { $0.subject == name }
      guard own.count == 1, let node = own[0].node, own[0].looksAtValue else { return nil }
      return Taker(node: node, type: info)
    }
  }

  /// The names of the events that other code is known to react to.
  private static func names(of handler: Handler) -> [String] {
    guard let name = handler.events.methodName else { return handler.events.caseNames }
    return handler.isInitializer ? [] : [name]
  }

  private static func isEvent(_ info: TypeInfo, of owner: TypeInfo) -> Bool {
    info.key.hasPrefix(owner.key + ".")
      || EventWords.types.contains(where: info.name.hasSuffix)
  }

  /// What a subject hands on: `Event` of `PassthroughSubject<Event, Never>()`.
  private static func element(of property: StoredProperty) -> TypeSyntax? {
    let type = NamedType(of: property)
    return type.map(\.name).map(kinds.contains) ?? false ? type?.types.first : nil
  }

  private static let kinds: Set = [
    "PassthroughSubject", "CurrentValueSubject", "PublishSubject", "BehaviorSubject",
    "ReplaySubject", "PublishRelay", "BehaviorRelay", "ReplayRelay",
  ]

  private static let ends: Set = ["sink", "subscribe", "bind", "drive", "emit"]

  /// Operators that hand on what they are handed, or less of it.
  private static let operators: Set = [
    "eraseToAnyPublisher", "setFailureType", "receive", "subscribe", "delay", "print", "share",
    "debounce", "throttle", "removeDuplicates", "handleEvents", "dropFirst", "observe", "observeOn",
    "subscribeOn", "asObservable", "distinctUntilChanged", "filter",
  ]

  /// The end of a pipeline; without a node where it is not told what a closure makes of what comes.
  private struct End {
    var subject: String
    var node: NodeID?
    /// Whether the code asks which case it was handed, or has a method of the machine do so.
    var looksAtValue = false
  }

  /// The ends of the pipelines that some subjects begin.
  private static func ends(
    of subjects: Set<String>, in function: FunctionInfo, _ index: SourceIndex
  ) -> [End] {
    function.node.all(FunctionCallExprSyntax.self).compactMap { node in
      // `subscribe(on: queue)` says where a pipeline goes on.
      guard ends.contains(node.calleeName), node.arguments.first?.label?.text != "on" else {
        return nil
      }
      let calls = sequence(first: node, next: \.previous)
      guard let name = node.start.root?.ownName, subjects.contains(name) else { return nil }
      guard calls.dropFirst().allSatisfy({ operators.contains($0.calleeName) }),
        let closure = node.valueTaker, closure.parameterNames.count < 2
      else { return End(subject: name) }
      let code = index.code(of: closure.statements, in: function)
      let value = closure.parameterNames.first ?? "$0"
      return End(
        subject: name,
        node: index.withProgram { $0.id(of: closure.leftBrace, in: function.file) },
        looksAtValue: code.asks(for: value)
          || code.receivers(of: value).contains { $0.property == nil })
    }
  }
}

extension FunctionCallExprSyntax {
  /// The closure that takes what a pipeline hands on, not its end or its error.
  fileprivate var valueTaker: ClosureExprSyntax? {
    let handed =
      arguments.map { ($0.label?.text, $0.expression.as(ClosureExprSyntax.self)) }
      + additionalTrailingClosures.map { ($0.label.text, $0.closure) }
    let labelled = handed.first { label, _ in ["receiveValue", "onNext"].contains(label) }
    if let labelled { return labelled.1 }
    guard additionalTrailingClosures.isEmpty, calleeName != "subscribe" else { return nil }
    return trailingClosure ?? (handed.count == 1 && handed[0].0 == nil ? handed[0].1 : nil)
  }
}
