import OrreryModel

/// A function, an accessor, an initializer or a closure, lowered when it is first asked for.
package final class Function: @unchecked Sendable {
  /// By the words of a dump.
  package enum Kind: String, Sendable {
    case function = "func"
    case initializer = "init"
    case deinitializer = "deinit"
    case getter = "get"
    case setter = "set"
    case closure, willSet, didSet, modify
  }

  package struct Parameter: Sendable {
    package var label: String?
    package var variable: Variable
    package var type: TypeReference?
    package var isInOut: Bool
    package var isVariadic: Bool
    /// Whether it takes code, and whether that may outlive the call.
    package var code: Code?
    /// What it is where a call leaves it out.
    package var standard: Expression?

    package init(
      label: String?, variable: Variable, type: TypeReference?, isInOut: Bool = false,
      isVariadic: Bool = false, standard: Expression? = nil
    ) {
      (self.label, self.variable, self.type) = (label, variable, type)
      (self.isInOut, self.isVariadic, self.standard) = (isInOut, isVariadic, standard)
    }

    package enum Code: Sendable { case lent, kept }
  }

  package let id: NodeID
  package let name: String
  package let kind: Kind
  /// The key of the type that declares it.
  package let owner: String?
  package let isStatic: Bool
  package let isMutating: Bool
  package let isAsync: Bool
  package let isThrowing: Bool
  /// Whether an attribute says on which actor it runs: to call it from elsewhere is to wait.
  package let isOnActor: Bool
  /// Whether it never returns and does nothing else.
  package let endsAtOnce: Bool
  /// Whether a subclass has, or may have, another one in its place.
  package let isOverridable: Bool
  package let returnType: TypeReference?
  package let location: SourceLocation
  /// Whether only its own file, or its own type, calls it.
  package var isPrivate = false
  /// Of a closure: whether its own capture list names `self`.
  package var capturesSelf = false
  /// Of a closure: whether it or one around it names `self` in its capture list.
  package var capturesSelfAround = false
  /// Of a closure: whether it keeps what other variables hold when it is made: `[value]`.
  package var capturesValues = false
  /// The capture list of a closure: what is evaluated where the closure is made, and kept in the
  /// variables behind the parameters.
  package let captures: [Argument]
  /// Whether it is an initializer that may give nothing.
  package let isFailable: Bool
  /// How parameters and body come to be, until they are asked for.
  private var lower: (() -> (parameters: [Parameter], body: Body?))?
  private var lowered: Recorded<(parameters: [Parameter], body: Body?)>?
  private lazy var knownReferences = Recorded { body.map { References(of: $0) } ?? References() }

  package init(
    id: NodeID, name: String, kind: Kind, owner: String?, isStatic: Bool = false,
    isMutating: Bool = false, isAsync: Bool = false, isThrowing: Bool = false,
    isOnActor: Bool = false, endsAtOnce: Bool = false, isOverridable: Bool = false,
    returnType: TypeReference? = nil, location: SourceLocation, captures: [Argument] = [],
    isFailable: Bool = false,
    lower: @escaping () -> (parameters: [Parameter], body: Body?)
  ) {
    (self.id, self.name, self.kind, self.owner) = (id, name, kind, owner)
    (self.isStatic, self.isMutating) = (isStatic, isMutating)
    (self.isAsync, self.isThrowing, self.isOnActor) = (isAsync, isThrowing, isOnActor)
    (self.endsAtOnce, self.isOverridable) = (endsAtOnce, isOverridable)
    (self.returnType, self.location, self.lower) = (returnType, location, lower)
    (self.captures, self.isFailable) = (captures, isFailable)
  }

  package var parameters: [Parameter] { whole.parameters }
  /// Nothing where only a signature is declared.
  package var body: Body? { whole.body }

  /// What it refers to, those of the closures in it included.
  var references: References { knownReferences.value }

  private var whole: (parameters: [Parameter], body: Body?) {
    if let lower {
      self.lower = nil
      lowered = Recorded {
        Dependencies.note(codeIn: location.file, of: owner)
        return lower()
      }
    }
    return lowered?.value ?? ([], nil)
  }
}

/// The control-flow graph of a function.
///
/// Control flow is structured: what a branch, a switch, a loop or a `do` holds is left by a jump to the
/// block behind it, or further out. Blocks are numbered in the order of the source: those of the
/// clauses of a `catch` come after those of the statements that throw.
package struct Body: Sendable {
  package var blocks: [Block]
  /// How many variables it has, `self` not among them.
  package var variableCount: Int
  /// The slots of variables that `var` declares: others are never assigned again.
  package var mutable: Set<Int> = []
  /// What it cannot be interpreted for; nothing where all of it was understood.
  package var unsupported: String?

  package init(blocks: [Block], variableCount: Int, unsupported: String? = nil) {
    (self.blocks, self.variableCount) = (blocks, variableCount)
    self.unsupported = unsupported
  }

  package static let entry = 0
}

/// Instructions that follow one another, and where they lead.
package struct Block: Sendable {
  /// The number of a block in its body.
  package typealias Number = Int

  package var instructions: [Instruction] = []
  package var end: Terminator
  /// The statement that the end stands for.
  package var statement: Statement?
  /// The block whose end is the construct that this one is in.
  package var around: Number?

  package init(_ end: Terminator, around: Number? = nil) {
    (self.end, self.around) = (end, around)
  }
}

/// Where a statement stands, for what is told of it.
package struct Statement: Sendable {
  package var id: NodeID
  package var location: SourceLocation
  /// Whether it is a statement of the grammar, which ends all paths through it: no expression and no
  /// declaration.
  package var closes: Bool

  package init(id: NodeID, location: SourceLocation, closes: Bool = false) {
    (self.id, self.location, self.closes) = (id, location, closes)
  }
}

/// A step of a block.
package struct Instruction: Sendable {
  package enum Operation: Sendable {
    case evaluate(Expression)
    /// `let pattern = value`.
    case declare(Pattern, Expression?, TypeReference?)
    /// `async let pattern = value`: what a function gives, worked out beside what follows.
    case start(Pattern, Function, TypeReference?)
    /// Further code of the way stands in these statements.
    case enter(BranchPlace)
    /// `#if DEBUG`: nothing tells whether the program has what follows.
    case assume(String)
  }

  package var operation: Operation
  package var statement: Statement

  package init(_ operation: Operation, _ statement: Statement) {
    (self.operation, self.statement) = (operation, statement)
  }
}

/// The statements of a branch, for where its ways are placed.
package struct BranchPlace: Sendable, Hashable {
  package var id: NodeID
  /// The first of its statements; nothing where it has none.
  package var first: SourceLocation?
  package var lastLine: Int
  /// The line of a clause that takes more than one case.
  package var clause: SourceLocation?

  package init(id: NodeID, first: SourceLocation?, lastLine: Int, clause: SourceLocation? = nil) {
    (self.id, self.first, self.lastLine, self.clause) = (id, first, lastLine, clause)
  }
}

/// Where a block leads.
package enum Terminator: Sendable {
  /// To the block behind the construct that it is in, or behind one further out.
  case jump(Block.Number)
  /// - Parameter behind: Where the ways that leave neither branch meet again; nothing for a `guard`,
  ///   whose `else` never comes there.
  case branch([Condition], then: Block.Number, otherwise: Block.Number, behind: Block.Number?)
  case match(Match)
  case loop(Loop)
  /// `do` and its clauses: what the body throws is bound to a variable and goes to the handler.
  case attempt(body: Block.Number, handler: Block.Number, error: Variable, behind: Block.Number)
  /// Statements that run, however the body is left.
  case deferring(body: Block.Number, deferred: Block.Number, behind: Block.Number)
  /// A place where the function may wait, and where it goes on.
  case suspend(Suspend)
  case `return`(Expression?)
  case `throw`(Expression)
  /// The end of a function's body, or of deferred statements.
  case end
  /// Where no way comes: behind the last statement of a `guard`, which never returns, or in a build
  /// that `#error` stops.
  case unreachable
}

/// One of a list of conditions, each of which is asked where those before it hold.
package enum Condition: Sendable {
  case holds(Expression)
  /// `case pattern = subject`.
  case matches(Pattern, PatternText, Expression)
  /// `let name = value`.
  case binds(Pattern, Expression, text: String)
  /// `#available(…)`.
  case unknown(text: String)
}

/// A suspension point: an `await`, or a call that one further out may be for.
package struct Suspend: Sendable {
  /// The `await` with the `try` around or inside of it; all else that waits in it stands in blocks
  /// before.
  package var expression: Expression
  /// The call around it that the `await` stands before: where that waits itself, this one does not.
  package var outer: Expression?
  /// Where the value is kept; of an own name, which no other code has.
  package var variable: Variable
  package var type: TypeReference?
  package var next: Block.Number

  package init(
    _ expression: Expression, inside outer: Expression?, to variable: Variable,
    as type: TypeReference?, next: Block.Number
  ) {
    (self.expression, self.outer, self.variable) = (expression, outer, variable)
    (self.type, self.next) = (type, next)
  }
}

/// How a pattern is worded.
package struct PatternText: Sendable {
  package var text: String
  /// Those of a tuple's elements.
  package var elements: [String]

  package init(text: String, elements: [String] = []) {
    (self.text, self.elements) = (text, elements)
  }
}

/// A `switch`, or the clauses of a `catch`.
package struct Match: Sendable {
  package struct Item: Sendable {
    package var pattern: Pattern
    package var text: PatternText
    package var filter: Expression?

    package init(pattern: Pattern, text: PatternText, filter: Expression?) {
      (self.pattern, self.text, self.filter) = (pattern, text, filter)
    }
  }

  package struct Clause: Sendable {
    /// None for `default`.
    package var items: [Item]
    package var location: SourceLocation
    package var target: Block.Number

    package init(items: [Item], location: SourceLocation, target: Block.Number) {
      (self.items, self.location, self.target) = (items, location, target)
    }
  }

  package var subject: Expression
  package var clauses: [Clause]
  /// Whether `@unknown default` tells of cases that the files do not show.
  package var hasUnknownDefault: Bool
  package var behind: Block.Number

  package init(
    subject: Expression, clauses: [Clause], hasUnknownDefault: Bool, behind: Block.Number
  ) {
    (self.subject, self.clauses) = (subject, clauses)
    (self.hasUnknownDefault, self.behind) = (hasUnknownDefault, behind)
  }
}

/// A loop.
package struct Loop: Sendable {
  package enum Kind: Sendable {
    case `while`([Condition])
    case repeatWhile(Expression)
    case forEach(Pattern, Expression, filter: Expression?, isWaiting: Bool)
  }

  package var kind: Kind
  /// The statement.
  package var node: NodeID
  /// What a round takes of a sequence, and the sequence, as written.
  package var elementText = ""
  package var sequenceText = ""
  /// Whether what it asks for an element may throw: `for try await`.
  package var isTried = false
  package var body: Block.Number
  /// Where `continue` jumps to: the end of a round.
  package var next: Block.Number
  package var behind: Block.Number

  package init(
    _ kind: Kind, node: NodeID, body: Block.Number, next: Block.Number, behind: Block.Number
  ) {
    (self.kind, self.node) = (kind, node)
    (self.body, self.next, self.behind) = (body, next, behind)
  }
}
