import OrreryLowering
import OrreryProgram
import SwiftSyntax

/// What a lowered body may not lose: the law that makes an audit of it worth something.
///
/// Each assignment, `&x`, call, `return`, `throw` and `await` of the source is the source of an
/// expression or of the end of a block.
struct Law {
  struct Breach: Hashable, CustomStringConvertible {
    var what: String
    var place: String

    var description: String { "\(place): \(what)" }
  }

  private let program: LoweredProgram
  private let change: (Body) -> Body
  private(set) var breaches: Set<Breach> = []
  /// How much there was to lose.
  private(set) var count = 0
  private(set) var unsupported: [String: Int] = [:]

  /// - Parameter change: What becomes of each body, to see that a loss is found.
  init(_ program: LoweredProgram, change: @escaping (Body) -> Body = { $0 }) {
    (self.program, self.change) = (program, change)
    for info in program.index.globals.values.joined() { check(info) }
    for key in program.index.keys { check(key) }
  }

  private mutating func check(_ key: String) {
    guard let info = program.index.info(key), let type = program.type(key) else { return }
    for info in info.functions + info.initializers + info.accessors { check(info) }
    for getter in info.computed {
      check(program.getter(getter), from: Syntax(getter.body), in: getter.file)
    }
    for (stored, property) in zip(info.stored, type.properties) {
      guard let value = stored.property.initializer, let start = property.start else { continue }
      check(start, from: Syntax(value), in: stored.file)
    }
  }

  private mutating func check(_ info: FunctionInfo) {
    guard let body = info.body else { return }
    check(program.function(info), from: Syntax(body), in: info.file)
  }

  private mutating func check(_ function: Function, from node: Syntax, in file: SourceFile) {
    var lowered = Lowered(change: change)
    lowered.add(function)
    var source = Source(program, file, unsupported: lowered.unsupported)
    source.walk(node)
    count += source.found.count
    for found in source.found where !lowered.holds(found) {
      let place = file.location(of: found.node)
      breaches.insert(Breach(what: "\(found.kind) is lost", place: "\(place)"))
    }
    for (id, times) in lowered.calls where times > 1 {
      guard let found = source.found.first(where: { $0.id == id }) else { continue }
      let place = file.location(of: found.node)
      breaches.insert(Breach(what: "call is there \(times) times", place: "\(place)"))
    }
    for reason in lowered.reasons { unsupported[reason, default: 0] += 1 }
  }
}

/// What the source has.
private struct Source {
  enum Kind: String { case assignment, lending, call, `return`, `throw`, wait }

  struct Found {
    var kind: Kind
    var id: NodeID
    var node: Syntax
  }

  private(set) var found: [Found] = []
  private let program: LoweredProgram
  private let file: SourceFile
  private let unsupported: Set<NodeID>

  init(_ program: LoweredProgram, _ file: SourceFile, unsupported: Set<NodeID>) {
    (self.program, self.file, self.unsupported) = (program, file, unsupported)
  }

  mutating func walk(_ node: Syntax) {
    // Types that are declared inside of a function are not lowered, and no pattern calls anything.
    if node.asProtocol((any DeclGroupSyntax).self) != nil || node.is(ExpressionPatternSyntax.self)
      || node.is(AttributeListSyntax.self) || node.is(TypeExprSyntax.self)
      || unsupported.contains(program.id(of: node, in: file))
    {
      return
    }
    if let kind = Self.kind(of: node) {
      let isStatement = [.return, .throw].contains(kind)
      let source = isStatement ? node.parent ?? node : node
      found.append(Found(kind: kind, id: program.id(of: source, in: file), node: node))
    }
    for child in node.children(viewMode: .sourceAccurate) where !child.isBuildCondition {
      walk(child)
    }
  }

  private static func kind(of node: Syntax) -> Kind? {
    switch node.as(SyntaxEnum.self) {
    case .assignmentExpr: .assignment
    case .inOutExpr: node.parent?.is(YieldStmtSyntax.self) ?? false ? .assignment : .lending
    case .functionCallExpr: .call
    case .awaitExpr: .wait
    case .throwStmt: .throw
    // Each branch of a choice has a `return` of its own.
    case .returnStmt(let node): node.expression?.isChoice ?? false ? nil : .return
    default: nil
    }
  }
}

extension Syntax {
  /// `canImport(Combine)` of an `#if`.
  fileprivate var isBuildCondition: Bool {
    parent?.as(IfConfigClauseSyntax.self)?.condition?.id == id
  }
}

extension ExprSyntax {
  fileprivate var isChoice: Bool { self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) }
}

/// What a function is lowered to, with the closures and the functions in it.
private struct Lowered {
  let change: (Body) -> Body
  private var ids: [Source.Kind: Set<NodeID>] = [:]
  private(set) var calls: [NodeID: Int] = [:]
  private(set) var unsupported: Set<NodeID> = []
  private(set) var reasons: [String] = []
  private var met: Set<ObjectIdentifier> = []

  init(change: @escaping (Body) -> Body) { self.change = change }

  func holds(_ found: Source.Found) -> Bool { ids[found.kind]?.contains(found.id) ?? false }

  mutating func add(_ function: Function) {
    guard met.insert(ObjectIdentifier(function)).inserted else { return }
    for parameter in function.parameters { parameter.standard.map { add($0) } }
    guard let body = function.body.map(change) else { return }
    if let reason = body.unsupported { reasons.append(reason) }
    var expressions: [Expression] = []
    body.visit { expressions.append($0) }
    for expression in expressions { note(expression) }
    for block in body.blocks {
      for case .start(_, let function, _) in block.instructions.map(\.operation) { add(function) }
      guard let id = block.statement?.id else { continue }
      switch block.end {
      case .return: ids[.return, default: []].insert(id)
      case .throw: ids[.throw, default: []].insert(id)
      default: break
      }
    }
  }

  private mutating func add(_ expression: Expression) {
    var expressions: [Expression] = []
    expression.visit { expressions.append($0) }
    for expression in expressions { note(expression) }
  }

  private mutating func note(_ expression: Expression) {
    switch expression.form {
    case .assign(_, _, let value):
      ids[.assignment, default: []].formUnion([expression.id, value.id])
    case .lend: ids[.lending, default: []].insert(expression.id)
    case .call(let call):
      ids[.call, default: []].insert(expression.id)
      calls[expression.id, default: 0] += 1
      if case .localFunction(let function, _) = call.callee { add(function) }
    // `[Int]()`.
    case .array, .dictionary: ids[.call, default: []].insert(expression.id)
    case .wait: ids[.wait, default: []].insert(expression.id)
    case .closure(let function), .localFunction(let function, _): add(function)
    case .unsupported: unsupported.insert(expression.id)
    default: break
    }
  }
}
