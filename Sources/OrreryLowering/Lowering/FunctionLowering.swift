import OrreryProgram
import SwiftSyntax

/// Lowers the body of one function, or of one closure: a list of blocks that grows as its statements
/// are met.
final class FunctionLowering {
  let context: LoweringContext
  /// How many functions are around this one.
  let level: Int
  var names: Names
  /// The statement that is being lowered.
  var statement: Statement
  /// Where `break`, `continue` and `fallthrough` lead, the innermost last.
  var exits: [Exit] = []
  /// The label in front of the statement that is lowered next.
  var label: String?
  /// Whether a `try` covers the expression that is being lowered.
  var isTried = false
  /// Whether that stands further left in the same chain of operators.
  var isTriedInChain = false
  /// Whether an `await` covers it.
  var isAwaited = false
  /// Whether something that waits has been met.
  var hasWaits = false
  /// The call that the `await` stands before of which an argument is being suspended.
  var awaitedCall: Expression?
  /// The variables that other branches of an `#if` have declared: the same ones.
  var alternatives: [String: Int]?
  /// What stands before the chains of members in an `#if`, by where these start.
  var conditionalBases: [SyntaxIdentifier: Expression] = [:]
  /// Whether nothing of its scope follows the statement that is being lowered.
  var endsScope = true
  /// What the functions see that are declared inside, by their declarations.
  var innerNames: [NodeID: NamesBox] = [:]

  private var blocks: [Block] = []
  /// The block that instructions are added to.
  private(set) var current: Block.Number = 0
  /// Whether the current block has no end yet.
  private(set) var isOpen = false
  /// The block whose end is the construct that is being lowered.
  private(set) var around: Block.Number?
  private var variableCount = 0
  /// The slots of variables that `async let` declares.
  var besides: Set<Int> = []
  /// The slots of variables that `var` declares.
  var mutable: Set<Int> = []
  private var unsupported: String?
  private var depth = 0

  /// What a name sees that is looked up later.
  final class NamesBox {
    var names = Names()
  }

  init(_ context: LoweringContext, names: Names, level: Int, statement: Statement) {
    (self.context, self.names) = (context, names)
    (self.level, self.statement) = (level, statement)
    resume(block())
  }

  /// The body, once all is lowered.
  func finished() -> Body {
    if isOpen { finish(.end, nil) }
    var body = Body(blocks: blocks, variableCount: variableCount, unsupported: unsupported)
    body.mutable = mutable
    return body.markingLastCalls
  }

  /// What code in which code stands that deep is left out for: the stack has an end.
  static let tooDeep = "code that stands too deep in other code"
  private static let mostDepth = 160

  /// Lowers what stands in what is being lowered; nothing where that is too deep.
  func deeper<Result>(_ work: () -> Result) -> Result? {
    guard depth < Self.mostDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    return work()
  }

  /// Notes a part of the language that is not known.
  func note(unsupported reason: String) {
    if unsupported == nil { unsupported = reason }
  }
}

// MARK: - Blocks

extension FunctionLowering {
  /// A new block behind the construct that is being lowered.
  func block() -> Block.Number { block(in: around) }

  /// A new block inside of the construct that a block ends with.
  func block(in outer: Block.Number?) -> Block.Number {
    blocks.append(Block(.end, around: outer))
    return blocks.count - 1
  }

  /// Goes on with a block.
  func resume(_ block: Block.Number) { (current, isOpen) = (block, true) }

  /// The block that is added to; a new one where the last one has come to its end.
  func open() -> Block.Number {
    if !isOpen { resume(block()) }
    return current
  }

  /// A block without instructions, for a loop to come back to.
  func header() -> Block.Number {
    guard !blocks[open()].instructions.isEmpty else { return current }
    let header = block()
    finish(.jump(header), nil)
    resume(header)
    return header
  }

  func emit(_ operation: Instruction.Operation) { emit(operation, in: open()) }

  /// Adds an instruction to a block, also to one that has been left.
  func emit(_ operation: Instruction.Operation, in block: Block.Number) {
    blocks[block].instructions.append(Instruction(operation, statement))
  }

  /// Ends the current block.
  ///
  /// - Parameter statement: What the end stands for.
  func finish(_ end: Terminator, _ statement: Statement?) {
    let block = open()
    (blocks[block].end, blocks[block].statement) = (end, statement)
    isOpen = false
  }

  /// Gives a block that has been left the end that was not known then.
  func set(_ end: Terminator, of block: Block.Number) { blocks[block].end = end }

  /// Fills a block inside of a construct, and those that follow on it, with a scope of its own.
  ///
  /// - Parameters:
  ///   - end: Where what is left open leads.
  ///   - scoped: Whether what is declared inside is known there alone.
  func fill(
    _ block: Block.Number, then end: Terminator, scoped: Bool = true, _ work: () -> Void
  ) {
    let outer = around
    around = blocks[block].around
    resume(block)
    if scoped { scope(work) } else { work() }
    if isOpen { finish(end, nil) }
    around = outer
  }

  /// Lowers statements with a scope of their own.
  func scope(_ work: () -> Void) {
    let (known, others, isLast) = (names, alternatives, endsScope)
    (alternatives, endsScope) = (nil, true)
    work()
    (names, alternatives, endsScope) = (known, others, isLast)
  }
}

// MARK: - Variables

extension FunctionLowering {
  /// A new variable that no name means.
  func variable(_ name: String) -> Variable {
    variableCount += 1
    return Variable(slot: variableCount - 1, name: name)
  }

  /// Declares a variable, to be seen by all that follows.
  func declare(_ name: String) -> Variable {
    if let slot = alternatives?[name] {
      names.declare(name, .variable(slot: slot), level: level)
      return Variable(slot: slot, name: name)
    }
    let variable = variable(name)
    alternatives?[name] = variable.slot
    names.declare(name, .variable(slot: variable.slot), level: level)
    return variable
  }

  /// The variable that a name means.
  func variable(named name: String) -> Variable? {
    guard let (meaning, level) = names.find(name), case .variable(let slot) = meaning else {
      return nil
    }
    return Variable(depth: self.level - level, slot: slot, name: name)
  }
}

/// Where `break`, `continue` and `fallthrough` lead inside of a statement.
struct Exit {
  var label: String?
  var behind: Block.Number
  /// The end of a round; nothing where the statement is no loop.
  var next: Block.Number?
  /// The clause below; nothing where there is none.
  var below: Block.Number?
  /// Whether a `break` without a label means it.
  var takesBreak = true
}

/// What becomes of the value of a statement.
enum Destination {
  case nothing
  case result
  /// An assignment, of which only the value is missing.
  case assignment(place: Expression, op: String, id: NodeID, statement: Statement)
}

extension FunctionLowering {
  /// Hands a value on.
  func deliver(_ value: Expression, to destination: Destination) {
    switch destination {
    case .nothing:
      let value = suspending(value)
      if !value.isUnnamed { emit(.evaluate(value)) }
    case .result:
      let value = suspending(value.mapCall { $0.isReturned = true })
      finish(.return(value), statement)
    case .assignment(let place, let op, let id, let whole):
      let value = suspending(value)
      let inner = statement
      statement = whole
      defer { statement = inner }
      emit(
        .evaluate(
          Expression(
            .assign(place, op: op, value), id: id, text: "\(place.text) \(op) \(value.text)",
            location: place.location)))
    }
  }
}
