extension Body {
  /// The variables that the body declares.
  package var declared: [Variable] { blocks.flatMap(\.declared) }

  /// The names of the variables that a loop declares, and what is inside of it.
  package func names(in loop: Loop) -> Set<String> {
    guard let header = blocks[loop.body].around else { return [] }
    let inside = blocks.indices.filter { constructs(around: $0).contains(header) }
    let variables = blocks[header].end.declared + inside.flatMap { blocks[$0].declared }
    return Set(variables.map(\.name))
  }
}

extension Block {
  fileprivate var declared: [Variable] {
    let inside = instructions.flatMap { instruction -> [Variable] in
      switch instruction.operation {
      case .declare(let pattern, _, _), .start(let pattern, _, _): pattern.variables
      default: []
      }
    }
    return inside + end.declared
  }
}

extension Terminator {
  var declared: [Variable] {
    switch self {
    case .branch(let conditions, _, _, _): return conditions.flatMap(\.declared)
    case .match(let match): return match.clauses.flatMap(\.items).flatMap(\.pattern.variables)
    case .attempt(_, _, let error, _): return [error]
    case .loop(let loop):
      switch loop.kind {
      case .while(let conditions): return conditions.flatMap(\.declared)
      case .forEach(let pattern, _, _, _): return pattern.variables
      case .repeatWhile: return []
      }
    default: return []
    }
  }
}

extension Condition {
  var declared: [Variable] {
    switch self {
    case .matches(let pattern, _, _), .binds(let pattern, _, _): pattern.variables
    case .holds, .unknown: []
    }
  }
}
