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
    // Closures and functions inside may speak of theirs whenever they run.
    return slots(in: blocks.indices).subtracting(slots(in: live))
      .subtracting(Self.slots(usedIn: innerFunctions))
  }

  /// Where what leaves the constructs around a block goes on, and the loops that come to it again.
  private func exits(around block: Block.Number) -> [Block.Number] {
    constructs(around: block).flatMap { outer -> [Block.Number] in
      switch blocks[outer].end {
      case .loop: [outer]
      case .attempt(_, let handler, _, let behind): [handler, behind]
      case .deferring(_, let deferred, let behind): [deferred, behind]
      default: []
      }
    }
  }

  /// The slots that some blocks speak of.
  private func slots(in numbers: some Sequence<Block.Number>) -> Set<Int> {
    var found: Set<Int> = []
    Body(blocks: numbers.map { blocks[$0] }, variableCount: 0).visit {
      if let variable = $0.variable, variable.depth == 0 { found.insert(variable.slot) }
    }
    return found
  }

  /// The slots of the variables around some functions that these speak of, or functions inside.
  static func slots(usedIn functions: [Function]) -> Set<Int> {
    var found: Set<Int> = []
    var met: Set<NodeID> = []
    var open = functions
    while let function = open.popLast() {
      guard met.insert(function.id).inserted, let body = function.body else { continue }
      open += body.innerFunctions
      body.visit {
        if let variable = $0.variable, variable.depth > 0 { found.insert(variable.slot) }
      }
    }
    return found
  }

  private var innerFunctions: [Function] {
    var found: [Function] = []
    for case .start(_, let function, _) in blocks.flatMap(\.instructions).map(\.operation) {
      found.append(function)
    }
    visit { node in
      switch node.form {
      case .closure(let function), .localFunction(let function, _): found.append(function)
      case .call(let call):
        if case .localFunction(let function, _) = call.callee { found.append(function) }
      default: break
      }
    }
    return found
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
