/// A construct that a block stands in: which one, and in what part of it.
package struct Surrounding: Sendable {
  package enum Part: Sendable, Equatable {
    case body
    /// A clause of a `switch`, by its number.
    case clause(Int)
    /// What a `do` tries, of which a `catch` takes the errors.
    case attempted
    case deferred
  }

  /// The block that ends with the construct.
  package var construct: Block.Number
  package var part: Part
}

/// What a body is made of: the constructs around its blocks, and where runs may come and end.
package struct Structure {
  private let body: Body
  private var known: [Block.Number: [Surrounding]] = [:]
  /// The blocks that a run may come to, and those of them that it never leaves.
  private var reachable: Set<Block.Number> = []
  private var stopped: Set<Block.Number> = []

  /// - Parameter stops: Whether an expression ends the program.
  package init(of body: Body, stops: (Expression) -> Bool) {
    self.body = body
    guard !body.blocks.isEmpty else { return }
    findConstructs()
    findReachable(stops)
  }

  private mutating func findConstructs() {
    var open: [(block: Block.Number, around: [Surrounding])] = [(Body.entry, [])]
    while let (block, around) = open.popLast() {
      if known[block] == nil { known[block] = around }
      for (next, part) in body.blocks[block].end.parts {
        let inner = part.map { around + [Surrounding(construct: block, part: $0)] } ?? around
        guard known[next] == nil else { continue }
        known[next] = inner
        open.append((next, inner))
      }
      if case .jump(let next) = body.blocks[block].end, known[next] == nil,
        body.blocks[next].around == body.blocks[block].around
      {
        open.append((next, around))
      }
    }
  }

  private mutating func findReachable(_ stops: (Expression) -> Bool) {
    reachable = [Body.entry].closed { number in
      let block = body.blocks[number]
      let isStopped = block.instructions.contains { instruction in
        instruction.operation.expressions.contains(where: stops)
      }
      if isStopped { stopped.insert(number) }
      return isStopped ? [] : block.end.nextBlocks
    }
  }

  /// The constructs that a block stands in, the innermost last.
  package func around(_ block: Block.Number) -> [Surrounding] { known[block] ?? [] }

  package func isReachable(_ block: Block.Number) -> Bool { reachable.contains(block) }
}

// MARK: - Ends

extension Structure {
  /// Whether a run may come to a `return`, or fall off the end of the body.
  var mayReturn: Bool {
    body.blocks.indices.contains { number in
      if case .return = body.blocks[number].end { isReachable(number) } else { fallsOff(number) }
    }
  }

  /// Whether a run may fall off the end of the body behind a block.
  private func fallsOff(_ number: Block.Number) -> Bool {
    guard case .end = body.blocks[number].end else { return false }
    return isReachable(number) && !around(number).contains { $0.part == .deferred }
  }

  /// The statements with which a run may fall off the end of the body: the last of each branch, and
  /// each construct that may be the last and do nothing.
  package var lastStatements: [Statement] {
    var seen: Set<Block.Number> = []
    return body.blocks.indices.filter(fallsOff).flatMap { lastStatements(of: $0, &seen) }
  }

  /// The statements after which a run comes to the end of a block.
  private func lastStatements(
    of number: Block.Number, _ seen: inout Set<Block.Number>
  ) -> [Statement] {
    guard isReachable(number), !stopped.contains(number), seen.insert(number).inserted else {
      return []
    }
    if let last = body.blocks[number].instructions.last(where: \.isStep) { return [last.statement] }
    var result: [Statement] = []
    for (other, block) in body.blocks.enumerated() where isReachable(other) {
      if block.end.isLast(before: number) { return [block.statement].compactMap(\.self) }
      guard case .jump(number) = block.end, !stopped.contains(other) else { continue }
      if let leaves = block.statement {
        result.append(leaves)
      } else {
        result += lastStatements(of: other, &seen)
      }
    }
    return result
  }
}

extension Terminator {
  /// Whether a block is behind a construct of which only the whole is told as the last statement: a
  /// loop, a `do`, a `guard`, or a branch that may be the block itself.
  fileprivate func isLast(before number: Block.Number) -> Bool {
    switch self {
    case .loop(let loop): loop.behind == number
    case .attempt(_, _, _, let behind): behind == number
    case .branch(_, let then, let otherwise, _): then == number || otherwise == number
    case .match(let match): match.clauses.contains { $0.target == number }
    case .deferring(let body, _, _): body == number
    case .suspend(let point): point.next == number
    default: false
    }
  }
}

extension Instruction {
  /// Whether it does something, other than saying where its path is.
  fileprivate var isStep: Bool {
    switch operation {
    case .evaluate, .declare, .start: true
    case .enter, .assume: false
    }
  }
}

extension Terminator {
  /// The blocks that a construct has, each with the part of the construct that it is; nothing for what
  /// is behind it.
  fileprivate var parts: [(Block.Number, Surrounding.Part?)] {
    switch self {
    case .branch(_, let then, let otherwise, nil): [(then, nil), (otherwise, .body)]
    case .branch(_, let then, let otherwise, let behind?):
      [(then, .body), (otherwise, .body), (behind, nil)]
    case .match(let match):
      match.clauses.enumerated().map { ($1.target, .clause($0)) } + [(match.behind, nil)]
    case .loop(let loop): [(loop.body, .body), (loop.next, .body), (loop.behind, nil)]
    case .attempt(let body, let handler, _, let behind):
      [(body, .attempted), (handler, .body), (behind, nil)]
    // What follows a `defer` stands beside it.
    case .deferring(let body, let deferred, let behind):
      [(body, nil), (deferred, .deferred), (behind, nil)]
    case .suspend(let point): [(point.next, nil)]
    case .jump, .return, .throw, .end, .unreachable: []
    }
  }

  /// The blocks that it may lead to.
  package var successors: [Block.Number] {
    if case .jump(let target) = self { [target] } else { parts.map(\.0) }
  }

  /// Where a path may go from the end of a block.
  fileprivate var nextBlocks: [Block.Number] {
    switch self {
    case .jump(let next): [next]
    case .branch(_, let then, let otherwise, _): [then, otherwise]
    case .match(let match): match.clauses.map(\.target)
    case .loop(let loop): loop.kind.isEndless ? [loop.body] : [loop.body, loop.behind]
    case .attempt(let body, let handler, _, _): [body, handler]
    case .deferring(let body, let deferred, _): [body, deferred]
    case .suspend(let point): [point.next]
    case .return, .throw, .end, .unreachable: []
    }
  }
}

extension Loop.Kind {
  /// Whether nothing but a jump leaves it.
  fileprivate var isEndless: Bool {
    switch self {
    case .while(let conditions):
      if case .holds(let condition)? = conditions.first, conditions.count == 1 {
        condition.isTrue
      } else {
        false
      }
    case .repeatWhile(let condition): condition.isTrue
    case .forEach: false
    }
  }
}

extension Expression {
  fileprivate var isTrue: Bool { if case .bool(true) = form { true } else { false } }
}
