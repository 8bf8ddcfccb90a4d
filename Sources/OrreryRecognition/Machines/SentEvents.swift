import OrreryLowering
import OrreryProgram
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Enums that come to one closure or loop through a subject or a stream:
/// `input.sink { event in switch event { … } }`.
///
/// Whoever sends a case makes an event of that name, as if it had called a method with it.
package enum SentEvents {
  /// One that nothing else takes.
  struct Taker {
    var node: NodeID
    var type: TypeInfo
  }

  /// - Returns: The enums of a machine by the closures and loops that take them.
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

  /// The closures and loops of a type that take what its own subjects hand on.
  static func takers(of owner: TypeInfo, in index: SourceIndex) -> [Taker] {
    guard [.class, .actor].contains(owner.kind) else { return [] }
    let subjects = owner.stored.reduce(into: [String: TypeInfo]()) { found, stored in
      guard !stored.property.isStatic, let type = element(of: stored.property),
        let info = index.type(type, in: owner),
        info.kind == .enum, !info.cases.isEmpty, isEvent(info, of: owner)
      else { return }
      found[stored.property.name] = info
    }
    guard !subjects.isEmpty else { return [] }
    let functions = owner.functions + owner.initializers + owner.accessors
    let ends = functions.flatMap { PipelineFinder.find(Set(subjects.keys), in: $0, index) }
    return subjects.sorted { $0.key < $1.key }.compactMap { name, info in
      // What two closures make of a case is no one event.
      let own = ends.filter { $0.subject == name }
      guard own.count == 1, let node = own[0].node, own[0].looksAtValue else { return nil }
      return Taker(node: node, type: info)
    }
  }

  /// The names of the events that other code is known to react to.
  private static func names(of handler: Handler) -> [String] {
    switch handler.events {
    case .method(let name): handler.isInitializer ? [] : [name]
    case .cases(let info): info.cases.map(\.name)
    case .asked(let asked): asked.map(\.name)
    }
  }

  private static func isEvent(_ info: TypeInfo, of owner: TypeInfo) -> Bool {
    info.key.hasPrefix(owner.key + ".")
      || EventWords.types.contains(where: info.name.hasSuffix)
  }

  /// What a subject hands on: `Event` of `PassthroughSubject<Event, Never>()`.
  private static func element(of property: StoredProperty) -> TypeSyntax? {
    if let type = property.type {
      let written = type.as(IdentifierTypeSyntax.self)
      return first(of: written?.genericArgumentClause, of: written?.name)
    }
    let callee = property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
    let generic = callee?.as(GenericSpecializationExprSyntax.self)
    return first(
      of: generic?.genericArgumentClause,
      of: generic?.expression.as(DeclReferenceExprSyntax.self)?.baseName)
  }

  private static func first(
    of arguments: GenericArgumentClauseSyntax?, of name: TokenSyntax?
  ) -> TypeSyntax? {
    guard let name = name?.text, kinds.contains(name) else { return nil }
    return arguments?.arguments.first?.type
  }

  private static let kinds: Set = [
    "PassthroughSubject", "CurrentValueSubject", "PublishSubject", "BehaviorSubject",
    "ReplaySubject", "PublishRelay", "BehaviorRelay", "ReplayRelay", "AsyncStream",
    "AsyncChannel",
  ]
}

/// The closures at the ends of the pipelines that some subjects begin, and loops over streams.
private final class PipelineFinder: SyntaxVisitor {
  /// A pipeline or a loop; without a node where something else takes what comes.
  struct End {
    var subject: String
    var node: NodeID?
    /// Whether the code asks which case it was handed, or has a method of the machine do so.
    var looksAtValue = false

    init(_ subject: String) { self.subject = subject }

    init(_ subject: String, _ node: NodeID, name: String, in code: Code) {
      (self.subject, self.node) = (subject, node)
      looksAtValue =
        code.asks(for: name) || code.receivers(of: name).contains { $0.property == nil }
    }
  }

  private let subjects: Set<String>
  private let function: FunctionInfo
  private let index: SourceIndex
  private var found: [End] = []

  static func find(
    _ subjects: Set<String>, in function: FunctionInfo, _ index: SourceIndex
  ) -> [End] {
    let finder = PipelineFinder(subjects, function, index)
    finder.walk(function.node)
    return finder.found
  }

  private init(_ subjects: Set<String>, _ function: FunctionInfo, _ index: SourceIndex) {
    (self.subjects, self.function, self.index) = (subjects, function, index)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard Self.ends.contains(node.calleeName), !node.arguments.contains(where: \.isScheduler) else {
      return .visitChildren
    }
    var (call, isPlain) = (node, true)
    while let inner = call.previous {
      isPlain = isPlain && Self.operators.contains(inner.calleeName)
      call = inner
    }
    let root = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    guard let name = root?.ownName, subjects.contains(name) else {
      return .visitChildren
    }
    if isPlain, let closure = node.valueTaker, closure.parameterNames.count < 2 {
      let value = closure.parameterNames.first ?? "$0"
      let code = index.code(of: closure.statements, in: function)
      found.append(End(name, id(of: closure.leftBrace), name: value, in: code))
    } else {
      found.append(End(name))
    }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.sequence.ownName, subjects.contains(name) else {
      return .visitChildren
    }
    // What follows the loop is no part of an event.
    let isLast = node.parent?.parent?.as(CodeBlockItemListSyntax.self)?.last?.item.id == node.id
    let value = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    if let value, isLast, node.tryKeyword == nil, node.whereClause == nil {
      let code = index.code(of: node.body, in: function)
      found.append(End(name, id(of: node), name: Naming.identifier(value), in: code))
    } else {
      found.append(End(name))
    }
    return .visitChildren
  }

  private func id(of node: some SyntaxProtocol) -> NodeID {
    index.withProgram { $0.id(of: node, in: function.file) }
  }

  private static let ends: Set = ["sink", "subscribe", "bind", "drive", "emit"]

  /// Operators that hand on what they are handed, or less of it.
  private static let operators: Set = [
    "eraseToAnyPublisher", "setFailureType", "receive", "subscribe", "delay", "print", "share",
    "debounce", "throttle", "removeDuplicates", "handleEvents", "dropFirst", "observe", "observeOn",
    "subscribeOn", "asObservable", "distinctUntilChanged", "filter",
  ]
}

extension LabeledExprSyntax {
  /// Whether it says where a pipeline goes on: `subscribe(on: queue)`.
  fileprivate var isScheduler: Bool { label?.text == "on" }
}

extension FunctionCallExprSyntax {
  /// The closure that takes what a pipeline hands on, not its end or its error.
  fileprivate var valueTaker: ClosureExprSyntax? {
    let labelled = arguments.first { ["receiveValue", "onNext"].contains($0.label?.text) }
    if let labelled { return labelled.expression.as(ClosureExprSyntax.self) }
    let trailing = additionalTrailingClosures.first { $0.label.text == "receiveValue" }
    if let trailing { return trailing.closure }
    guard additionalTrailingClosures.isEmpty, calleeName != "subscribe" else { return nil }
    if let closure = trailingClosure {
      let takesEnd = arguments.contains { $0.label?.text == "receiveValue" }
      return takesEnd ? nil : closure
    }
    guard arguments.count == 1, arguments.first?.label == nil else { return nil }
    return arguments.first?.expression.as(ClosureExprSyntax.self)
  }
}
