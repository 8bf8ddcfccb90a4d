import OrreryExecution
import OrreryLowering
import OrreryProgram

/// Where an instruction stands: in which functions, statements and clauses.
struct Standing {
  /// The functions and closures around it, the innermost last.
  fileprivate(set) var code: [Code] = []
  /// The statements around it, the innermost first.
  fileprivate(set) var statements: [Around] = []
  /// What the clauses around it ask for.
  fileprivate(set) var clauses: [[Pattern]] = []
  /// The types to which something is cast around it.
  fileprivate(set) var casts: Set<String> = []
  /// Whether some run may come there, as far as control flow tells.
  fileprivate(set) var isReachable = true
  /// Whether a `catch` of the same function takes what is thrown there.
  fileprivate(set) var isCaught = false
  /// Whether a condition around it asks whether the machine is still there.
  fileprivate(set) var bindsSelf = false

  struct Code {
    var function: Function
    /// What a closure is handed to.
    var taker: Call?
    /// Whether it is called later, as far as that is known.
    var isKept = false
  }

  struct Around {
    var statement: Statement
    /// Whether a function or a closure begins between it and the one before.
    var isOutside = false
  }

  /// Goes into a function that stands there.
  mutating func enter(_ function: Function) { enter(Code(function: function)) }

  fileprivate mutating func enter(_ inner: Code) {
    code.append(inner)
    if !statements.isEmpty { statements[0].isOutside = true }
    isCaught = false
  }

  var statement: Statement? { statements.first?.statement }

  /// The type whose code it is.
  var owner: String? { code.first?.function.owner }

  /// The declaration around it; where there is none, what a property starts as.
  var declaration: Function? {
    code.last { $0.function.kind != .closure }?.function ?? code.first?.function
  }

  /// The name of the function around it.
  var functionName: String? { declaration.flatMap { $0.kind == .function ? $0.name : nil } }

  var isInClosure: Bool { code.count > 1 && code.last?.function.kind == .closure }

  /// Whether it is evaluated while a value is made.
  var isInitializer: Bool {
    guard declaration?.kind == .initializer else { return false }
    return !code.reversed().prefix { $0.function.kind == .closure }.contains(where: \.isKept)
  }
}

/// Visits the expressions and the ends of functions, and of what stands in them.
struct CodeVisitor {
  /// Told of each expression.
  private let found: (Expression, Standing, StaticTypes) -> Void
  private let program: LoweredProgram
  private var types: StaticTypes
  private var met: Set<NodeID> = []
  /// How many calls around subscribe to what is visited.
  private var subscribers = 0

  init(
    _ program: LoweredProgram, found: @escaping (Expression, Standing, StaticTypes) -> Void
  ) {
    (self.program, self.found, types) = (program, found, StaticTypes(program))
  }

  mutating func visit(_ function: Function) { visit(.init(function: function), in: Standing()) }

  private mutating func visit(_ code: Standing.Code, in outer: Standing) {
    guard let body = code.function.body, met.insert(code.function.id).inserted else { return }
    types.enter(code.function, handedTo: code.taker)
    var standing = outer
    standing.enter(code)
    for place in CodePlace.all(of: body, in: standing, program) {
      for expression in place.expressions { visit(expression, place.standing) }
      for function in place.started { visit(.init(function: function), in: place.standing) }
    }
    types.leave()
  }

  private mutating func visit(_ node: Expression, _ standing: Standing) {
    found(node, standing, types)
    switch node.form {
    case .call(let call):
      if case .localFunction(let function, _) = call.callee {
        visit(.init(function: function), in: standing)
      }
      if case .value(let callee) = call.callee, case .closure(let function) = callee.form {
        visit(.init(function: function), in: standing)
      }
      let outer = subscribers
      if Library.subscribers.contains(call.name) { subscribers += 1 }
      visit(node.children, takenBy: call, in: standing)
      subscribers = outer
    case .localFunction(let function, _): visit(.init(function: function), in: standing)
    case .closure(let function): visit(.init(function: function, isKept: true), in: standing)
    default: visit(node.children, takenBy: nil, in: standing)
    }
  }

  private mutating func visit(
    _ children: [Expression], takenBy taker: Call?, in standing: Standing
  ) {
    for child in children {
      if let taker, case .closure(let function) = child.form {
        let code = Standing.Code(
          function: function, taker: taker, isKept: subscribers > 0 || !taker.runsAtOnce)
        visit(code, in: standing)
      } else {
        visit(child, standing)
      }
    }
  }
}

/// What is evaluated at one place of a body, be it an instruction or the end of a block.
struct CodePlace {
  var expressions: [Expression]
  var started: [Function] = []
  var standing: Standing
  /// What ends there; nothing for an instruction.
  var end: Terminator?

  /// The places of a body.
  static func all(
    of body: Body, in outer: Standing, _ program: LoweredProgram
  ) -> [CodePlace] {
    let structure = Structure(of: body) { Library.isTrap($0, in: program, owner: outer.owner) }
    return body.blocks.indices.flatMap { number -> [CodePlace] in
      let standing = self.standing(number, of: body, structure, in: outer)
      let block = body.blocks[number]
      var places = block.instructions.map { instruction in
        var started: [Function] = []
        if case .start(_, let function, _) = instruction.operation { started = [function] }
        return CodePlace(
          expressions: instruction.operation.expressions, started: started,
          standing: standing.inside(instruction.statement))
      }
      places.append(
        CodePlace(
          expressions: block.end.expressions, standing: standing.inside(block.statement),
          end: block.end))
      return places
    }
  }

  private static func standing(
    _ number: Block.Number, of body: Body, _ structure: Structure, in outer: Standing
  ) -> Standing {
    var standing = outer
    standing.isReachable = outer.isReachable && structure.isReachable(number)
    for surrounding in structure.around(number) {
      let construct = body.blocks[surrounding.construct]
      standing = standing.inside(construct.statement)
      switch (construct.end, surrounding.part) {
      case (.match(let match), .clause(let offset)):
        let patterns = match.clauses[offset].items.map(\.pattern)
        standing.clauses.append(patterns)
        standing.casts.formUnion(patterns.compactMap(\.castType))
      case (.branch(let conditions, _, _, nil), _):
        standing.bindsSelf = standing.bindsSelf || conditions.contains(where: \.bindsSelf)
      case (.branch(let conditions, _, _, _), _):
        standing.casts.formUnion(conditions.compactMap(\.castType))
      case (.attempt, .attempted): standing.isCaught = true
      default: break
      }
    }
    return standing
  }
}

extension Standing {
  fileprivate func inside(_ statement: Statement?) -> Standing {
    guard let statement, statement.id != self.statement?.id else { return self }
    var inner = self
    inner.statements.insert(Around(statement: statement), at: 0)
    return inner
  }
}

extension Pattern {
  fileprivate var castType: String? { if case .type(let name, _) = self { name } else { nil } }
}

extension Condition {
  /// The type that it casts something to.
  fileprivate var castType: String? {
    if case .matches(let pattern, _, _) = self, let type = pattern.castType { return type }
    if case .cast(_, _, let type)? = expression?.form { return type.name } else { return nil }
  }

  /// `let self`, `let self = self`.
  fileprivate var bindsSelf: Bool {
    if case .binds(.bind(let variable), _, _) = self { variable.name == "self" } else { false }
  }
}

extension Call {
  /// Whether closures that are handed to it are run before it returns.
  fileprivate var runsAtOnce: Bool {
    Library.runners.contains(name) || Library.iterators.contains(name)
  }
}
