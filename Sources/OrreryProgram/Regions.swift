/// The parts of a body that belong to one another, by its control flow.
extension Body {
  /// The blocks of a construct that are reached from one of them without leaving it.
  ///
  /// - Parameter construct: The block that the construct ends.
  package func region(from start: Block.Number, in construct: Block.Number) -> Set<Block.Number> {
    let isInside = { blocks.indices.contains($0) && constructs(around: $0).contains(construct) }
    return [start].filter(isInside).closed { blocks[$0].end.successors.filter(isInside) }
  }

  /// The blocks that end with the constructs around a block, the innermost first.
  package func constructs(around number: Block.Number) -> some Sequence<Block.Number> {
    sequence(first: number) { blocks[$0].around }.dropFirst()
  }

  /// Whether a `throw` stands in the body that no `do` of it may catch.
  package var throwsItself: Bool {
    uncaught.contains { block in
      if case .throw = block.end { block.statement != nil } else { false }
    }
  }

  /// The names of what is called with a `try` that no `do` of the body is around.
  package var triedNames: Set<String> {
    var (names, kept) = (Set<String>(), Set<NodeID>())
    Body(blocks: uncaught, variableCount: 0).visit { node in
      switch node.form {
      case .attempt(let kind, let inner) where kind != .plain: inner.visit { kept.insert($0.id) }
      case .call(let call) where call.isTried && !kept.contains(node.id): names.insert(call.name)
      default: break
      }
    }
    return names
  }

  /// The blocks whose errors no `do` of the body may catch.
  private var uncaught: [Block] {
    var caught: Set<Block.Number> = []
    for (number, block) in zip(blocks.indices, blocks) {
      if case .attempt(let body, _, _, _) = block.end {
        caught.formUnion(region(from: body, in: number))
      }
    }
    return blocks.indices.filter { !caught.contains($0) }.map { blocks[$0] }
  }

  /// Whether it does nothing but ask, name what is there, and leave by an error or without a value.
  fileprivate var onlyChecks: Bool {
    blocks.allSatisfy { block in
      let isMark = block.instructions.allSatisfy { instruction in
        switch instruction.operation {
        case .enter: true
        case .declare(_, let value, _): !(value?.calls ?? false)
        default: false
        }
      }
      switch block.end {
      case .branch, .throw, .jump, .end, .unreachable, .return(nil): return isMark
      default: return false
      }
    }
  }
}

extension Function {
  /// Whether it may throw an error of its own.
  package var throwsItself: Bool { isThrowing && body?.throwsItself ?? false }

  /// Whether it only says that it throws: there is no error of its own, and nothing that it tries.
  package var neverThrows: Bool {
    guard isThrowing, !isAsync, let body else { return false }
    return !body.blocks.contains(where: \.mayThrow) && !body.contains(where: \.isPlainTry)
  }

  /// Whether it comes to an error of its own, whatever it asks.
  package var onlyThrows: Bool {
    guard throwsItself, !isAsync, let body else { return false }
    return !Structure(of: body) { _ in false }.mayReturn
  }

  /// Whether it answers at once, by an error of its own or by none, and changes no value.
  package var mayRefuse: Bool { throwsItself && !isAsync && !isMutating && !isGeneric }

  /// The most blocks of a function that only checks.
  private static let mostBlocks = 16

  /// Whether it does nothing but throw where a condition holds: what it asks is worth telling.
  package var isPlainCheck: Bool {
    guard isThrowing, !isAsync, returnType == nil, let body, body.blocks.count <= Self.mostBlocks
    else { return false }
    return body.onlyChecks && body.throwsItself
  }

  private var isGeneric: Bool {
    parameters.contains { if case .parameter? = $0.type { true } else { false } }
  }
}

extension Expression {
  fileprivate var isPlainTry: Bool { if case .attempt(.plain, _) = form { true } else { false } }
}

extension Block {
  fileprivate var mayThrow: Bool {
    switch end {
    case .throw: true
    case .loop(let loop): loop.isTried
    default: false
    }
  }
}
