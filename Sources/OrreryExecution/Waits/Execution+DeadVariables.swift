import OrreryProgram

/// Variables that nothing asks for behind a wait: ways that differ in these alone are one.
extension Execution {
  /// The path without variables that no waiting function uses again.
  func withoutDeadVariables(_ path: Path, _ activations: [Activation]) -> Path {
    var path = path
    for activation in activations where path.frames.indices.contains(activation.depth - 1) {
      let frame = activation.depth - 1
      for slot in deadSlots(behind: activation)
      where path.frames[frame].variables.indices.contains(slot) {
        path.frames[frame].variables[slot] = nil
      }
    }
    return path
  }

  private func deadSlots(behind activation: Activation) -> Set<Int> {
    guard let id = activation.body.blocks[activation.block].end.expressions.first?.id else {
      return []
    }
    let place = WaitingBlock(node: id, block: activation.block)
    if let known = symbols.deadSlots[place] { return known }
    let found = activation.body.slotsUnused(behind: activation.block)
    symbols.deadSlots[place] = found
    return found
  }
}

extension Body {
  /// The slots of the variables that the body speaks of, and not behind one of its blocks.
  fileprivate func slotsUnused(behind block: Block.Number) -> Set<Int> {
    var live: Set<Block.Number> = []
    var open = [block] + exits(around: block)
    while let number = open.popLast() {
      if live.insert(number).inserted {
        open += blocks[number].end.successors + exits(around: number)
      }
    }
    return slots(in: Array(blocks.indices)).subtracting(slots(in: Array(live)))
      .subtracting(sharedSlots)
  }

  /// Where what leaves the constructs around a block goes on, and the loops that come to it again.
  private func exits(around block: Block.Number) -> [Block.Number] {
    var found: [Block.Number] = []
    var inside = block
    while let outer = blocks[inside].around {
      switch blocks[outer].end {
      case .loop: found.append(outer)
      case .attempt(_, let handler, _, let behind): found += [handler, behind]
      case .deferring(_, let deferred, let behind): found += [deferred, behind]
      default: break
      }
      inside = outer
    }
    return found
  }

  /// The slots that some blocks speak of.
  private func slots(in numbers: [Block.Number]) -> Set<Int> {
    var found: Set<Int> = []
    for block in numbers {
      visit(block) {
        if let variable = $0.variable, variable.depth == 0 { found.insert(variable.slot) }
      }
    }
    return found
  }

  /// The slots that closures and functions inside may speak of, whenever they run.
  private var sharedSlots: Set<Int> { Self.slots(usedIn: innerFunctions) }

  /// The slots of the variables around some functions that these speak of, or functions inside.
  static func slots(usedIn functions: [Function]) -> Set<Int> {
    var found: Set<Int> = []
    var met: Set<NodeID> = []
    var open = functions
    while let function = open.popLast() {
      guard met.insert(function.id).inserted, let body = function.body else { continue }
      open += body.innerFunctions
      for block in body.blocks.indices {
        body.visit(block) {
          if let variable = $0.variable, variable.depth > 0 { found.insert(variable.slot) }
        }
      }
    }
    return found
  }

  private var innerFunctions: [Function] {
    var found: [Function] = []
    for block in blocks.indices {
      for instruction in blocks[block].instructions {
        if case .start(_, let function, _) = instruction.operation { found.append(function) }
      }
      visit(block) { node in
        switch node.form {
        case .closure(let function), .localFunction(let function, _): found.append(function)
        case .call(let call):
          if case .localFunction(let function, _) = call.callee { found.append(function) }
        default: break
        }
      }
    }
    return found
  }

  private func visit(_ block: Block.Number, _ body: (Expression) -> Void) {
    let block = blocks[block]
    for expression in block.instructions.flatMap(\.operation.expressions) + block.end.expressions {
      expression.visit(body)
    }
  }
}

extension Expression {
  /// The variable that it reads or calls, but for what stands in it.
  fileprivate var variable: Variable? {
    switch form {
    case .variable(let variable): variable
    case .call(let call): if case .variable(let variable) = call.callee { variable } else { nil }
    default: nil
    }
  }
}
