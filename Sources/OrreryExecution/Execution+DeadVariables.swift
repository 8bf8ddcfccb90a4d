import OrreryProgram

/// Variables that nothing asks for behind a wait: ways that differ in these alone are one.
extension Execution {
  /// A path without the values of variables that none of the functions which have stopped speaks of again.
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
    if let known = deadSlots[id] { return known }
    let found = activation.body.slotsUnused(behind: activation.block)
    deadSlots[id] = found
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

  /// The slots that some blocks speak of, in closures too.
  ///
  /// - Parameter depth: How many functions further out the variables are declared.
  private func slots(in numbers: [Block.Number], depth: Int = 0) -> Set<Int> {
    var found: Set<Int> = []
    let add = { (variable: Variable) in
      if variable.depth == depth { found.insert(variable.slot) }
    }
    for block in numbers.map({ blocks[$0] }) {
      let expressions = block.instructions.flatMap(\.operation.expressions) + block.end.expressions
      for expression in expressions {
        expression.visit { node in
          switch node.form {
          case .variable(let variable): add(variable)
          case .call(let call): if case .variable(let variable) = call.callee { add(variable) }
          case .closure(let function), .localFunction(let function, _):
            if let body = function.body {
              found.formUnion(body.slots(in: Array(body.blocks.indices), depth: depth + 1))
            }
          default: break
          }
        }
      }
    }
    return found
  }
}
